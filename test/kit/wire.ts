import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import type { Git } from "../../src/git/git.ts";
import { openRepository } from "../../src/git/repository.ts";
import { type CaptureProof, captureContext } from "../../src/isolation/capture.ts";
import type { Context, ContextRequest } from "../../src/isolation/context.ts";
import { createContext } from "../../src/isolation/create.ts";
import { type ObjectStore, openObjectStore } from "../../src/isolation/object-store.ts";
import { type Places, placesIn } from "../../src/isolation/places.ts";
import { tempFolder } from "./folders.ts";
import { gitIn, printedBy, wireGit } from "./git.ts";
import { type TestRepository, person } from "./repository.ts";

export const job = "job-1" as JobId;

/** A home of Tutti's beside a repository of the user's. */
export interface Wired {
  readonly git: Git;
  readonly places: Places;
  readonly store: ObjectStore;
  readonly repository: TestRepository;
  /** Makes a context for a sheet at the head of main, or as asked. */
  create(sheet: string, more?: Partial<ContextRequest>): Promise<Context>;
  capture(sheet: string, context: Context): Promise<CaptureProof>;
  /** git on the object store, as Tutti's owner would look into it. */
  look(...args: readonly string[]): string;
}

export async function wire(repository: TestRepository, git: Git = wireGit()): Promise<Wired> {
  const places = placesIn(join(tempFolder(), "home"));
  for (const folder of [places.home, places.scratch, places.contexts, places.repositories]) mkdirSync(folder, { recursive: true });
  const store = await openObjectStore(git, places.repositories, await openRepository(git, repository.path));
  return {
    git, places, store, repository,
    create: (sheet, more = {}) =>
      createContext(git, places, {
        job, sheet: sheet as SheetId, attempt: 1, purpose: "work", mode: "clone", base: repository.head(), continueFrom: null, branch: "main", identity: person, store, ...more,
      }),
    capture: (sheet, context) => captureContext(git, context, { store, scratch: places.scratch, job, sheet: sheet as SheetId, attempt: 1, by: person, at: 1_700_000_000_000 as EpochMs }),
    look: (...args) => gitIn(store.gitDir, args),
  };
}

/** Every file of a commit with its mode and content, one byte a character. */
export function treeOf(wired: Wired, commit: CommitSha): ReadonlyMap<string, string> {
  const lines = wired.look("ls-tree", "-r", "-z", commit).split("\0").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const tab = line.indexOf("\t");
    const [mode = "", kind = "", name = ""] = line.slice(0, tab).split(" ");
    return [line.slice(tab + 1), kind === "blob" ? `${mode} ${printedBy(wired.store.gitDir, ["cat-file", "blob", name])}` : `${mode} ${name}`];
  }));
}
