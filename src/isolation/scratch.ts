import type { CommitSha, JobId, SheetId } from "../base/ids.ts";
import type { Git } from "../git/git.ts";
import type { Identity } from "../git/identity.ts";
import { createContext } from "./create.ts";
import { type ScratchContext, destroyScratch } from "./destroy.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Places } from "./places.ts";

export interface ScratchRequest {
  readonly store: ObjectStore;
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly commit: CommitSha;
  readonly identity: Identity;
  readonly purpose: "check" | "base";
}

/** Lends a folder with a commit checked out, for running checks on it, and takes it away afterwards. */
export async function withScratch<T>(tools: { git: Git; places: Places }, request: ScratchRequest, use: (path: string) => Promise<T>): Promise<T> {
  const { git, places } = tools;
  const { commit, ...rest } = request;
  const context: ScratchContext = {
    scratch: await createContext(git, places, { ...rest, mode: "clone", base: commit, continueFrom: null, branch: "landing" }),
  };
  try {
    return await use(context.scratch.path);
  } finally {
    // A folder that can't be removed now is swept at the next start; it must not cost a landing.
    await destroyScratch(places, request.store, context).catch(() => undefined);
  }
}
