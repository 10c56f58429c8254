import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import type { Git } from "../../src/git/git.ts";
import { openRepository } from "../../src/git/repository.ts";
import { type CaptureProof, captureContext } from "../../src/isolation/capture/capture.ts";
import {
  type Context,
  type ContextNeeds,
  type ContextRequest,
  type Owned,
  contextIdOf,
  contextPath,
} from "../../src/isolation/context.ts";
import { createContext } from "../../src/isolation/levels/create.ts";
import { type ObjectStore, openObjectStore } from "../../src/isolation/store/object-store.ts";
import { type Places, placesIn } from "../../src/isolation/home/places.ts";
import { tempFolder } from "./folders.ts";
import { gitIn, printedBy, wireGit } from "./git.ts";
import { type TestRepository, person } from "./repository.ts";

export const job = "job-1" as JobId;
const at = 1_700_000_000_000 as EpochMs;

/** A home of Tutti's beside a repository of the user's. */
export interface Wired {
  readonly git: Git;
  readonly places: Places;
  readonly store: ObjectStore;
  readonly repository: TestRepository;
  /** Makes a context for a sheet at the head of main, or as asked. */
  create(sheet: string, more?: ContextWishes): Promise<Context>;
  capture(sheet: string, context: Context): Promise<CaptureProof>;
  /** git on the object store, as Tutti's owner would look into it. */
  look(...args: readonly string[]): string;
}

export async function wire(repository: TestRepository, git: Git = wireGit()): Promise<Wired> {
  const places = placesIn(join(tempFolder(), "home"));
  for (const folder of [places.home, places.scratch, places.contexts, places.repositories])
    mkdirSync(folder, { recursive: true });
  const store = await openObjectStore(git, places.repositories, await openRepository(git, repository.path));
  return {
    git,
    places,
    store,
    repository,
    create: (sheet, more = {}) => {
      const whose = { job, sheet: sheet as SheetId, attempt: more.attempt ?? 1 };
      const wishes = { path: contextPath(places.jobs, whose), ...more };
      return createContext(git, places, usualRequest({ places, store, repository }, whose, wishes));
    },
    capture: (sheet, context) =>
      captureContext(git, context, {
        store,
        scratch: places.scratch,
        job,
        sheet: sheet as SheetId,
        attempt: 1,
        why: "end",
        by: person,
        at,
      }),
    look: (...args) => gitIn(store.gitDir, args),
  };
}

/**
 * The fields of every request for a context unless a test changes them; at the head of main, at the user's own folder.
 */
export function usualRequest(
  wired: Pick<Wired, "places" | "store" | "repository">,
  whose: Owned,
  wishes: ContextWishes = {},
): ContextRequest & { readonly at: EpochMs } {
  const { places, store, repository } = wired;
  const { level = "clone", fallback = null, path = repository.path, state = places.state(whose.job) } = wishes;
  const { base = repository.head(), continueFrom = null, checkedOut = "main", branch = null } = wishes;
  const { objects = "shared", lock = true, identity = person, borrow, above, showInstalled, recipe } = wishes;
  return {
    id: wishes.id ?? contextIdOf(whose.job, whose.sheet, whose.attempt),
    whose,
    isolation: { level, fallback },
    folders: { path, state },
    start: { base, continueFrom },
    head: { checkedOut, branch },
    git: { store, objects, lock, identity },
    needs: {
      ...(borrow === undefined ? {} : { borrow }),
      ...(above === undefined ? {} : { above }),
      ...(showInstalled === undefined ? {} : { showInstalled }),
      recipe,
    },
    at,
  };
}

/** A request for a context in one piece. */
export type ContextWishes = Partial<
  Pick<ContextRequest, "id"> &
    Pick<Owned, "attempt"> &
    ContextRequest["isolation"] &
    ContextRequest["folders"] &
    ContextRequest["start"] &
    ContextRequest["head"] &
    ContextRequest["git"] &
    ContextNeeds
>;

/** Every file of a commit with its mode and content, one byte a character. */
export function treeOf(wired: Wired, commit: string): ReadonlyMap<string, string> {
  const entries = wired
    .look("ls-tree", "-r", "-z", commit)
    .split("\0")
    .filter((line) => line !== "");
  const parsed = entries.map((entry) => {
    const tab = entry.indexOf("\t");
    const [mode = "", kind = "", name = ""] = entry.slice(0, tab).split(" ");
    return { path: entry.slice(tab + 1), mode, kind, name };
  });
  const blobs = blobsOf(
    wired,
    parsed.filter((entry) => entry.kind === "blob").map((entry) => entry.name),
  );
  return new Map(parsed.map(({ path, mode, name }) => [path, `${mode} ${blobs.get(name) ?? name}`]));
}

/** The output of `cat-file --batch`: a line with the size, that many bytes, a newline; over and over. */
function blobsOf(wired: Wired, names: readonly string[]): ReadonlyMap<string, string> {
  const output = printedBy(wired.store.gitDir, ["cat-file", "--batch"], {
    input: names.map((name) => `${name}\n`).join(""),
  });
  const blobs = new Map<string, string>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at);
    const [name = "", , size = "0"] = output.slice(at, end).split(" ");
    blobs.set(name, output.slice(end + 1, end + 1 + Number(size)));
    at = end + Number(size) + 2;
  }
  return blobs;
}
