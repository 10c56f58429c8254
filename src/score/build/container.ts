import { type ContainerPlan, usualPids } from "../plan/container.ts";
import type { WrittenContainer } from "../schema/contexts/container.ts";

/** `undefined`: no image is named. */
export function containerPlan({ image, ...said }: WrittenContainer): ContainerPlan | undefined {
  if (image === undefined) return undefined;
  return {
    image,
    pull: said.pull ?? "missing",
    network: said.network ?? "own",
    memoryBytes: said.memory ?? null,
    cpus: said.cpus ?? null,
    pids: said.pids ?? usualPids,
    mounts: said.mounts ?? [],
    ports: said.ports ?? [],
  };
}
