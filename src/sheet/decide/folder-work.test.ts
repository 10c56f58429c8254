import { describe, expect, it } from "vitest";
import {
  at,
  capture,
  ended,
  exit0,
  exit3,
  judged,
  judgedResults,
  limit,
  policy,
  running,
  unvalidated,
} from "../../../test/kit/ended-attempts.ts";
import type { CommitSha, ContextId } from "../../base/ids.ts";
import { decide, replay } from "./decide.ts";
import type { SheetPolicy } from "./decision.ts";
import type { Ended, SheetEvent } from "../events/event.ts";
import type { FolderWork, Running, SheetState, Waiting } from "../state.ts";
import { fresh } from "../state.ts";
import type { Verdict } from "../verdict.ts";

const sha = (letter: string): CommitSha => letter.repeat(40) as CommitSha;
const base = sha("b");
const bad = judged("f");
const inPlace = (more: Partial<Running> = {}): Running => running({}, { lands: false, base, ...more });
const next = (state: SheetState, event: SheetEvent, rules: SheetPolicy = policy): SheetState =>
  decide(rules, state, event).state;
const folderIn = (state: SheetState): FolderWork | undefined => ("folder" in state ? state.folder : undefined);
const earlier: FolderWork = { base: sha("0"), left: sha("1"), verdict: judged("ff") };
const waiting: Waiting = { ...fresh, why: "retry", folder: earlier, counts: { ...fresh.counts, attempts: 1 } };
const started: SheetEvent = { kind: "started", at, attempt: 2, context: "y" as ContextId, base: sha("9") };

describe("a sheet's work in the user's own folder is told from the files that were there before its first attempt", () => {
  it.each<readonly [string, SheetPolicy, Ended]>([
    ["is tried again", policy, ended(exit3, bad)],
    ["goes on from each other's work", { ...policy, goesOn: true }, ended(exit0, bad)],
    ["is completed", policy, ended(exit0, judged("ppf"))],
    ["is parked", policy, ended(exit3, bad, limit())],
    ["waits for its agent", policy, ended(exit3, bad, limit(null, "E502"))],
    ["goes to the next agent", { ...policy, agents: 2 }, ended(exit3, bad, limit(null, "E502"))],
    ["goes to the next agent from the beginning", { ...policy, agents: 2 }, ended(exit3, bad, limit(null, "E602"))],
    ["failed", { ...policy, attempts: 1 }, ended(exit3, bad)],
    ["has cost what it may", policy, ended({ kind: "over-budget", limitUsd: 1 }, bad)],
    ["was cancelled", policy, ended({ kind: "cancelled" }, bad)],
  ])("when it %s", (_, rules, event) => {
    expect(folderIn(next(inPlace({ folder: earlier }), event, rules))).toEqual({
      base,
      left: capture,
      verdict: event.verdict,
    });
  });

  it("when its attempt was cut off: its work was not looked at, so the verdict on the work before stands", () => {
    const cut: SheetEvent = { kind: "interrupted", at, attempt: 1, asked: true, capture };
    expect(folderIn(next(inPlace(), cut))).toEqual({ base, left: capture, verdict: unvalidated });
    expect(folderIn(next(inPlace({ folder: earlier }), cut))).toEqual({
      base,
      left: capture,
      verdict: earlier.verdict,
    });
    expect(folderIn(next(inPlace({ folder: earlier }), { kind: "cancelled", at, capture }))).toEqual({
      base,
      left: capture,
      verdict: earlier.verdict,
    });
  });

  it("when what it left is not known", () => {
    expect(
      folderIn(next(inPlace(), ended({ kind: "no-capture", detail: "full" }, unvalidated, { capture: null }))),
    ).toMatchObject({ base, left: null });
  });

  it("when an attempt never got into the folder, or not into that one", () => {
    const begun = replayed(started);
    expect(begun).toMatchObject({ kind: "running", lands: true, folder: earlier });
    const never = ended({ kind: "no-context", detail: "it is held" }, unvalidated, { attempt: 2, capture: null });
    expect(folderIn(next(begun, never))).toEqual(earlier);
    expect(folderIn(next(begun, ended(exit0, bad, { attempt: 2 })))).toEqual(earlier);
  });

  it("when it is cancelled while it waits, when a person tries it again, and when one has something to add", () => {
    const cancelled = next(waiting, { kind: "cancelled", at, capture: null });
    const failed = next(inPlace({ folder: earlier }), ended(exit3, bad), { ...policy, attempts: 1 });
    expect(folderIn(cancelled)).toEqual(earlier);
    for (const state of [cancelled, failed]) {
      const ways: readonly SheetEvent[] = [
        { kind: "retried", at },
        { kind: "retried", at, from: { commit: sha("5"), base: sha("6") } },
        { kind: "told", at, text: "go on" },
      ];
      for (const event of ways) expect(folderIn(next(state, event))).toEqual(folderIn(state));
    }
    expect(next(failed, { kind: "retried", at })).toHaveProperty(
      "brief",
      expect.stringContaining("may still be in the files in front of you"),
    );
    expect(folderIn(next(waiting, { kind: "told", at, text: "go on" }))).toEqual(earlier);
  });

  it("and belongs to no sheet any more once it is done", () => {
    expect(next(inPlace({ folder: earlier }), ended(exit0, judged("p")))).not.toHaveProperty("folder");
  });
});

describe("the files in the brief of the next attempt", () => {
  const isolated = running({}, { folder: earlier, attempt: 2 });
  const rules: SheetPolicy = { ...policy, agents: 2 };
  const briefAfter = (state: Running, event: Ended): string | null => {
    const after = next(state, event, rules);
    return after.kind === "waiting" ? after.brief : null;
  };
  const [retries, fallsBack] = [
    ended(exit3, bad, { attempt: 2 }),
    ended(exit3, bad, { attempt: 2, ...limit(null, "E602") }),
  ];

  it.each([retries, fallsBack])("after one in the folder: it is still there", (event) => {
    expect(briefAfter(inPlace({ folder: earlier, attempt: 2 }), event)).toContain(
      "What it did is still in the files in front of you",
    );
  });

  it.each([retries, fallsBack])(
    "after one that was isolated: it is not there, but what was done in the folder before may be",
    (event) => {
      const brief = briefAfter(isolated, event);
      expect(brief).toContain("what it did is not in the files in front of you");
      expect(brief).toContain("They may contain earlier work");
      expect(briefAfter(running({}, { attempt: 2 }), event)).not.toContain("may be");
    },
  );
});

it("a sheet that is isolated knows of no folder", () => {
  for (const event of [ended(exit3, bad), ended(exit0, judged("p"))])
    expect(next(running(), event)).not.toHaveProperty("folder");
  expect(replay(policy, [{ ...started, attempt: 1 }])).not.toHaveProperty("folder");
});

describe("in the user's own folder, what is good as far as it goes and may stay like that", () => {
  const once: SheetPolicy = { ...policy, goesOn: true, attempts: 1 };
  const found = (partly: "lands" | "continues", introduced: number): Verdict => ({
    kind: "judged",
    results: judgedResults("f").map((result) => ({
      ...result,
      ...(introduced === 0 ? { partly } : {}),
      findings: {
        tool: "lint",
        fixed: { a: 1 },
        remaining: { b: 1 },
        introduced: introduced === 0 ? {} : { c: introduced },
      },
    })),
  });

  it("is done when no attempt gets further", () => {
    expect(next(inPlace(), ended(exit0, found("lands", 0)), once)).toMatchObject({
      kind: "done",
      inPlace: true,
      counts: { failures: 1 },
    });
    expect(next(inPlace(), ended(exit0, found("lands", 0)), { ...once, attempts: 2 })).toMatchObject({
      kind: "waiting",
    });
  });

  it.each([
    ["it has to be all", found("continues", 0), {}],
    ["something came in", found("lands", 1), {}],
    [
      "some of it could not be captured",
      found("lands", 0),
      { leftOut: { count: 1, first: ["x"], isIncomplete: true } },
    ],
  ])("is not where %s", (_, verdict, more) => {
    expect(next(inPlace(), ended(exit0, verdict, more), once)).toMatchObject({ kind: "failed" });
  });
});

function replayed(event: SheetEvent): SheetState {
  return next(waiting, event);
}
