import { lastLine } from "./engine/find.ts";
import { type Call, callEngine } from "./engine/call.ts";
import type { Engine } from "./engine/engine.ts";
import { endWords } from "../process/process.ts";
import { isOwnerDead, type Owner, ownerName, ownerNamed } from "../process/tree/owner.ts";

/** One life of a home. */
export interface Life {
  readonly homeHash: string;
  readonly epoch: number;
}

export const homeLabel = "tutti.home";

/** Whose a container is: of the conductor in one life of a home, or of a process of a person. */
export type ContainerOwner = Life | { readonly homeHash: string; readonly person: Owner };

export function containerName(owner: ContainerOwner, run: string): string {
  const whose = "person" in owner ? `by-${ownerName(owner.person)}` : String(owner.epoch);
  return `tutti-${owner.homeHash}-${whose}-${run}`;
}

/** Those of earlier lives of the home, and of persons' processes that are dead, by the names of all. */
export function leftOver(
  names: readonly string[],
  owner: ContainerOwner,
  isDead: (person: Owner) => boolean = isOwnerDead,
): readonly string[] {
  return names.filter((name) => {
    const [, hash, person, number] = ownName.exec(name) ?? [];
    if (hash !== owner.homeHash) return false;
    const by = person === undefined ? undefined : ownerNamed(person);
    if (by !== undefined) return isDead(by);
    // A person's process does not know which life the home is in.
    return number !== undefined && "epoch" in owner && Number(number) !== owner.epoch;
  });
}

const ownName = /^tutti-([\da-f]+)-(?:by-([1-9]\d*-\d*-[\da-f]*-\d*)-[\da-z-]+|(\d+)-[\da-f-]+)$/;

const listMs = 30_000;
const removeMs = 60_000;

/** Removes containers whose owners are dead, and gives how many; a text says why it could not. */
export async function sweepContainers(call: Call, engine: Engine, owner: ContainerOwner): Promise<number | string> {
  const filter = ["--filter", `label=${homeLabel}=${owner.homeHash}`];
  const list = await callEngine(call, [engine.program, "ps", "--all", ...filter, "--format", "{{.Names}}"], {
    timeoutMs: listMs,
  });
  if (list.how.kind !== "exited" || list.how.code !== 0)
    return `${engine.kind} ps ${endWords(list, listMs)}: ${lastLine(list.stderr.toString("utf8"))}`;
  const names = leftOver(list.stdout.toString("utf8").split(/\s+/), owner);
  for (const name of names) {
    const why = await removeContainer(call, engine, name);
    if (why !== null) return why;
  }
  return names.length;
}

/** Kills and removes one; `null`: it is gone. */
export async function removeContainer(call: Call, { kind, program }: Engine, name: string): Promise<string | null> {
  // Podman would first ask politely, for ten seconds.
  const atOnce = kind === "podman" ? ["--time", "0"] : [];
  const end = await callEngine(call, [program, "rm", "--force", "--volumes", ...atOnce, name], { timeoutMs: removeMs });
  const said = lastLine(end.stderr.toString("utf8"));
  if ((end.how.kind === "exited" && end.how.code === 0) || /no such container|no container with/i.test(said))
    return null;
  return `${kind} rm ${endWords(end, removeMs)}: ${said}`;
}
