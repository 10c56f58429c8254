import { join } from "node:path";
import { nameOf, slugOf } from "../base/names.ts";
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

/** A branch for work on something: `prefix/slug-hash`. Different texts get different names, also where case is ignored. */
export function workBranch(prefix: string, what: string): string {
  const parts = prefix
    .split("/")
    .map(plainPart)
    .filter((part) => part !== "");
  const hash = nameOf(`${prefix}\n${what}\n`).slice(-16);
  return [...(parts.length === 0 ? ["tutti"] : parts), `${slugOf(what)}-${hash}`].join("/");
}

/** One step of a ref's name that git accepts. */
function plainPart(part: string): string {
  return part
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^A-Za-z\d_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
