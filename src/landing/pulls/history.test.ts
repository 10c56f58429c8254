import { describe, expect, it } from "vitest";
import type { CommitSha, ContextId, EpochMs } from "../../base/ids.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { historyOf } from "./history.ts";

const at = 0 as EpochMs;
const commit = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const pull = { number: 1, url: "https://x/1", branch: "tutti/j/s" };
const started = (attempt: number, base: string): SheetEvent => ({
  kind: "started",
  at,
  attempt,
  context: "c" as ContextId,
  base: commit(base),
});
const proposing = (letter: string, more: { readonly ofFailed?: true } = {}): SheetEvent => ({
  kind: "proposing",
  at,
  branch: pull.branch,
  commit: commit(letter),
  ...more,
});
const proposed = (letter: string): SheetEvent => ({ kind: "proposed", at, pull, commit: commit(letter) });
const returned = (cursor: string | null): SheetEvent => ({ kind: "returned", at, why: "review", text: "x", cursor });

describe("a sheet's pull request in the journal", () => {
  it("is nothing before there is one", () => {
    expect(historyOf([started(1, "a")])).toEqual({
      commits: new Set(),
      pull: null,
      cursor: null,
      isOfFailed: false,
      isShown: false,
      base: commit("a"),
      verdict: { kind: "unvalidated" },
      words: null,
    });
  });

  it("knows all commits that were about to be pushed, also those whose push has an unknown end", () => {
    expect([...historyOf([proposing("a"), proposing("b"), proposed("b"), proposing("c")]).commits]).toEqual([
      commit("a"),
      commit("b"),
      commit("c"),
    ]);
  });

  it("knows the one that sent it back, and up to where it was heard, until it is decided or begun anew", () => {
    const open = [started(1, "a"), proposing("b"), proposed("b"), returned("seen:1"), started(2, "a")];
    expect(historyOf(open)).toMatchObject({ pull, cursor: "seen:1", isShown: false });
    expect(
      historyOf([...open, proposing("c"), proposed("c"), { kind: "heard", at, cursor: "seen:1 2" }, returned(null)]),
    ).toMatchObject({
      pull,
      cursor: "seen:1 2",
    });
    for (const end of [
      { kind: "retried", at },
      { kind: "closed", at },
      { kind: "merged", at, commit: commit("d") },
    ] as const) {
      expect(historyOf([...open, end])).toMatchObject({ pull: null });
    }
  });

  it("tells what only shows a failure from what is to be merged, and whether that is shown already", () => {
    const shown = [started(1, "a"), proposing("b", { ofFailed: true }), proposed("b")];
    expect(historyOf(shown)).toMatchObject({ pull: null, isOfFailed: true, isShown: true });
    expect(historyOf([...shown, { kind: "retried", at }, started(2, "c")])).toMatchObject({
      isOfFailed: true,
      isShown: false,
      base: commit("c"),
    });
    expect(historyOf([...shown, proposing("c"), proposed("c")])).toMatchObject({ isOfFailed: false, pull });
  });
});
