import { mkdir, readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import { writeWhole } from "../../base/files/write-whole.ts";
import { type Owner, isOwnerDead, ownerNamed } from "../../process/tree/owner.ts";
import type { Owned } from "../context.ts";
import type { Places } from "../home/places.ts";

/** A person who works in a context. Written down outside of it: a conductor that comes later has to know too. */
export interface Visit extends Owned {
  readonly token: string;
  readonly context: ContextId;
  /** What was there before. */
  readonly before: CommitSha;
  /** The process that stays as long as the person does. */
  readonly visitor: Owner;
  readonly at: EpochMs;
}

/** `undefined` for a name that is no process's. */
export function visitorNamed(name: string): Owner | undefined {
  return ownerNamed(name);
}

export async function writeVisit(places: Places, visit: Visit): Promise<void> {
  await mkdir(folderOf(places), { recursive: true, mode: 0o700 });
  await writeWhole(pathOf(places, visit.token), JSON.stringify(visit));
}

/** All that were not ended, each with whether its visitor is proven to be dead. */
export async function readVisits(places: Places): Promise<readonly (Visit & { readonly isOver: boolean })[]> {
  const names = await readdir(folderOf(places)).catch(() => []);
  const visits = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readVisit(join(folderOf(places), name))),
  );
  return visits
    .filter((visit) => visit !== undefined)
    .map((visit) => ({ ...visit, isOver: isOwnerDead(visit.visitor) }));
}

export async function dropVisit(places: Places, { token }: Pick<Visit, "token">): Promise<void> {
  await rm(pathOf(places, token), { force: true });
}

async function readVisit(path: string): Promise<Visit | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Visit;
  } catch {
    // Ended in this moment, or garbled by a failing disk: what lies in its context is captured before it goes, in any
    // case.
    return undefined;
  }
}

function folderOf({ home }: Places): string {
  return join(home, "visits");
}

/** Tokens are made by Tutti and hold nothing that means something in a path. */
function pathOf(places: Places, token: string): string {
  return join(folderOf(places), `${token}.json`);
}
