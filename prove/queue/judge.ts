import type { CommitSha } from "../../src/base/ids.ts";
import { type MemoryCommit, type MemoryGit, withChanges } from "../../test/kit/memory-ground.ts";
import type { House } from "./house.ts";
import { troubling } from "./tests.ts";

const mostTurns = 4_000;

/** Everybody stops interfering, what stands in the way is taken away, and everything may come to its end. */
export async function bringToRest(house: House): Promise<void> {
  house.blocked.clear();
  house.poisoned.clear();
  house.rules.isPaused = false;
  putRight(house);
  house.wake();
  for (let turn = 0; turn < mostTurns; turn += 1) {
    await house.calm();
    if (house.wrongs.length > 0) return;
    const [next] = house.pending();
    const [test] = house.tests.running();
    if (next !== undefined) next.go();
    else if (test !== undefined) test.answer(false);
    else if (!goOn(house)) return;
  }
  house.wrongs.push("it does not come to rest");
}

/** On every branch: no result lands on a target that fails by itself. */
function putRight(house: House): void {
  for (const [ref, head] of house.git.refs) {
    const bad = Object.entries(house.git.filesOf(head)).flatMap(([path, text]) =>
      troubling.includes(text) ? [[path, undefined] as const] : [],
    );
    if (bad.length > 0) house.outside((files) => withChanges(files, bad), ref);
  }
}

/** Resumes everything that was stopped; `false` when nothing is left to do. */
function goOn(house: House): boolean {
  let isMore = false;
  for (const book of house.books) {
    if (book.open() > 0) continue;
    if (book.halted() !== null) {
      putRight(house);
      book.resume();
      isMore = true;
    }
    house.offer(book, "one");
    if (book.open() > 0) isMore = true;
  }
  return isMore;
}

/** What must hold once everything is at rest, however it came there. */
export function judge(house: House): readonly string[] {
  const { git } = house;
  const line = [...git.refs].flatMap(([ref, head]) => git.history(head).map((commit) => ({ ref, commit })));
  const landings = [
    ...new Map(line.flatMap(({ commit }) => (commit.of === null ? [] : [[commit.id, commit] as const]))).values(),
  ];
  return [
    ...house.wrongs,
    ...house.books.flatMap((book) =>
      book.open() > 0 ? [`${book.job().id} waits for an answer that never comes`] : [],
    ),
    ...sheetWrongs(house, landings),
    ...landings.flatMap((commit) => contentWrongs(git, commit)),
    ...landings.filter(({ id }) => !git.receipts.has(id)).map(({ id }) => `${id} has no receipt`),
    ...git.moves
      .filter(({ from, to }) => from !== null && !git.history(to).some(({ id }) => id === from))
      .map(({ ref, from }) => `${ref} was moved away from ${String(from)}`),
    ...lostOutsiders(house),
  ];
}

function sheetWrongs({ books }: House, landings: readonly MemoryCommit[]): readonly string[] {
  return books.flatMap((book) =>
    book.job().plan.sheets.flatMap(({ id }) => {
      const name = `${book.job().id}/${id}`;
      const found = landings.filter(({ of }) => of?.job === book.job().id && of.sheet === id);
      const state = book.state(id);
      if (found.length > 1) return [`${name} landed ${String(found.length)} times`];
      if (state.kind === "landed")
        return found[0]?.id === state.commit
          ? []
          : [`${name} is recorded as landed at ${state.commit}, but that is not on any branch`];
      if (found.length > 0) return [`${name} is on the branch, but recorded as ${state.kind}`];
      if (state.kind === "landing") return [`${name} is on its way for ever`];
      if (state.kind === "captured" && state.isApproved) return [`${name} still waits to land`];
      return [];
    }),
  );
}

/** What landed is what the sheet changed, on top of what was there: told path by path, without merging. */
function contentWrongs(git: MemoryGit, { id, parent, of }: MemoryCommit): readonly string[] {
  if (of === null || parent === null) return [];
  const [base, capture, before, after] = [of.base, of.capture, parent, id].map((commit: CommitSha) =>
    git.filesOf(commit),
  ) as [Content, Content, Content, Content];
  const paths = new Set([base, capture, before, after].flatMap((files) => Object.keys(files)));
  return [...paths].flatMap((path) => {
    const wanted = capture[path] === base[path] ? before[path] : capture[path];
    return after[path] === wanted
      ? []
      : [`${id} (${of.job}/${of.sheet}) has ${String(after[path])} at ${path} instead of ${String(wanted)}`];
  });
}

type Content = Readonly<Record<string, string>>;

function lostOutsiders({ git, outsiders }: House): readonly string[] {
  const there = new Map([...git.refs].map(([ref, head]) => [ref, new Set(git.history(head).map(({ id }) => id))]));
  return outsiders
    .filter(({ ref, commit }) => there.get(ref)?.has(commit) !== true)
    .map(({ ref, commit }) => `the outside commit ${commit} is no longer on ${ref}`);
}
