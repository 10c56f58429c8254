import { type InteractiveEnd, runInteractive } from "../process/run/interactive.ts";
import { ownerName, thisOwner } from "../process/tree/owner.ts";

/** This process as the conductor knows it: as long as it lives, so does the visit of the person who started it. */
export function visitorHere(): string {
  return ownerName(thisOwner());
}

/** Runs what a person works with, in this terminal. */
export async function runForPerson(
  place: { readonly path: string; readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> },
  env: NodeJS.ProcessEnv,
): Promise<InteractiveEnd> {
  return runInteractive({ argv: place.argv, cwd: place.path, env: { ...env, ...place.env } });
}
