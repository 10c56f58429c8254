import { join } from "node:path";
import type { Places } from "../isolation/home/places.ts";

/** One for each remote: bare, shared by all environments and tasks. */
export function mirrorPath(home: string, name: string): string {
  return join(home, "mirrors", `${name}.git`);
}

export function mirrorRecordPath(home: string, name: string): string {
  return join(home, "mirrors", `${name}.json`);
}

/** The files of the base branch: the project's settings, agents and tools are looked for here. */
export function checkoutPath({ managed }: Pick<Places, "managed">, environment: string, mirror: string): string {
  return join(managed(environment), "checkouts", mirror);
}
