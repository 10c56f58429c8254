import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { TuttiError } from "../../../base/error.ts";
import type { World } from "../../../base/world/world.ts";
import { type OsLock, tryOsLock } from "../../../lock/os-lock.ts";

/** Ports that only one context of this home has until they are given back. The system takes them back from a dead process. */
export interface PortLease {
  readonly ports: readonly number[];
  release(): void;
}

/** Below those that systems give to outgoing connections. */
const first = 20_000;
const count = 10_000;

/** Begins at a chance place: other programs look for free ports as well. */
export async function leasePorts(locks: string, world: Pick<World, "random">, wanted: number): Promise<PortLease> {
  const held = new Map<number, OsLock>();
  const release = (): void => {
    for (const lock of held.values()) lock.release();
    held.clear();
  };
  const begin = Math.floor(world.random() * count);
  await mkdir(locks, { recursive: true, mode: 0o700 });
  for (let step = 0; step < count && held.size < wanted; step += 1) {
    const port = first + ((begin + step) % count);
    const lock = tryOsLock(join(locks, `port-${String(port)}`));
    if (lock === undefined) continue;
    if (await isFree(port)) held.set(port, lock);
    else lock.release();
  }
  if (held.size === wanted) return { ports: [...held.keys()], release };
  release();
  throw new TuttiError("resources.short", `no ${String(wanted)} free ports from ${String(first)} on`, {
    audience: "environment",
    hint: "End programs that listen, or ask for fewer: prepare.ports",
  });
}

/** On all addresses: one that listens on a single one of them counts. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const opened = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen({ port, exclusive: true }, () => resolve(true));
  });
  if (opened) await new Promise((resolve) => server.close(resolve));
  return opened;
}
