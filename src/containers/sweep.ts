import { lastLine } from "./engine/find.ts";
import { type Call, callEngine } from "./engine/call.ts";
import type { Engine } from "./engine/engine.ts";
import { endWords } from "../process/process.ts";

/** One life of a home. */
export interface Life {
  readonly homeHash: string;
  readonly epoch: number;
}

export const homeLabel = "tutti.home";

export function containerName({ homeHash, epoch }: Life, run: string): string {
  return `tutti-${homeHash}-${String(epoch)}-${run}`;
}

/** Those of earlier lives of the home, by the names of all. */
export function leftOver(names: readonly string[], { homeHash, epoch }: Life): readonly string[] {
  return names.filter((name) => {
    const [, hash, number] = /^tutti-([\da-f]+)-(\d+)-[\da-f-]+$/.exec(name) ?? [];
    return hash === homeHash && Number(number) !== epoch;
  });
}

const listMs = 30_000;
const removeMs = 60_000;

/** Removes what earlier lives left behind, and gives how many; a text says why it could not. */
export async function sweepContainers(call: Call, engine: Engine, life: Life): Promise<number | string> {
  const filter = ["--filter", `label=${homeLabel}=${life.homeHash}`];
  const list = await callEngine(call, [engine.program, "ps", "--all", ...filter, "--format", "{{.Names}}"], {
    timeoutMs: listMs,
  });
  if (list.how.kind !== "exited" || list.how.code !== 0)
    return `${engine.kind} ps ${endWords(list, listMs)}: ${lastLine(list.stderr.toString("utf8"))}`;
  const names = leftOver(list.stdout.toString("utf8").split(/\s+/), life);
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
