import { mkdir } from "node:fs/promises";
import { messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { populate } from "../../git/index.ts";
import { nextFill } from "./decide.ts";
import { type Shelf, admit, comingOf, discard, indexOf, newFolder, statsOf, tidy, treeOf } from "./shelf.ts";

/** One tree at a time, at the lowest priority: it takes nothing but idle time. */
export function fillMore(shelf: Shelf): void {
  tidy(shelf);
  if (shelf.filling !== undefined || whatNext(shelf) === undefined) return;
  const work = async (): Promise<void> => {
    try {
      for (let next = whatNext(shelf); next !== undefined; next = whatNext(shelf)) await fill(shelf, next);
    } finally {
      shelf.filling = undefined;
      tidy(shelf);
    }
  };
  shelf.filling = work();
  shelf.parts.behind(() => shelf.filling ?? Promise.resolve());
}

function whatNext(shelf: Shelf): ReturnType<typeof nextFill> {
  if (shelf.end.signal.aborted || !shelf.parts.mayFill()) return undefined;
  return nextFill([...shelf.waiting], comingOf(shelf), shelf.parts.limits());
}

async function fill(shelf: Shelf, { store, commit }: { store: string; commit: CommitSha }): Promise<void> {
  const made = newFolder(shelf);
  try {
    await mkdir(treeOf(made), { recursive: true, mode: 0o700 });
    const place = { gitDir: store, workTree: treeOf(made), index: indexOf(made), idle: shelf.end.signal };
    await populate(shelf.parts.git, place, commit);
    const stats = await statsOf(place.index, commit);
    // Only git can read an index of another form.
    if (stats === undefined) shelf.commits.delete(store);
    if (stats !== undefined && admit(shelf, { ...made, store, commit, isWhole: true }, stats)) shelf.count.filled += 1;
    else discard(shelf, made);
  } catch (error) {
    discard(shelf, made);
    if (shelf.end.signal.aborted) return;
    // Until a context was made of another commit.
    shelf.commits.delete(store);
    shelf.parts.notice(`no context is made ahead for now: ${messageOf(error)}`);
  }
}
