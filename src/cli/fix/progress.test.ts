import { describe, expect, it, test } from "vitest";
import { counted, fixRecord, fixSheet } from "../../../test/kit/fix-record.ts";
import { makeJob } from "../../../test/kit/jobs.ts";
import { listening } from "../../../test/kit/listening.ts";
import { begun, over } from "../../../test/kit/told.ts";
import type { TuttiEvent } from "../../api/contract/events.ts";
import { jobView } from "../../conductor/report/views/job-view.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import type { FindingCounts } from "../../findings/counts.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { ValidationResult, Verdict } from "../../sheet/verdict.ts";
import { makeFixView } from "./progress.ts";

const record = fixRecord([fixSheet("src/a.ts", 5, { hasAutofix: true }), fixSheet("src/b.ts", 5)]);
const job = jobView(makeJob("story", ["src/a.ts", "src/b.ts"]), {
  states: new Map(),
  blocked: new Map(),
  isPlayed: true,
});
const spent = { contextMs: 100, agentMs: 1000, captureMs: 50, checksMs: 50 };

function verdict(findings: FindingCounts, more: Partial<ValidationResult> = {}): Verdict {
  return {
    kind: "judged",
    results: [{ index: 0, description: "eslint", passed: true, reason: "", findings, ...more }],
  };
}

type After = string | readonly [state: string, why: string | null];

/** `after`: what the sheet was then, and why. */
function told(sheet: string, event: SheetEvent, after: After): TuttiEvent {
  const [state, why] = typeof after === "string" ? [after, null] : after;
  return {
    position: 1,
    index: 0,
    type: "sheet.started",
    at: 0 as EpochMs,
    job: null,
    sheet,
    title: null,
    state,
    why,
    recorded: { about: "sheet", event },
  };
}

const landed: SheetEvent = { kind: "landed", at: 0 as EpochMs, commit: "e".repeat(40) as CommitSha };
const playing = (attempt: number, agent: string, model: string | null): SheetEvent => ({
  kind: "playing",
  at: 0 as EpochMs,
  attempt,
  agent,
  model,
  session: null,
});

/** The lines for a reader without a terminal. */
function linesOf(...events: readonly TuttiEvent[]): readonly string[] {
  const { terminal, err } = listening();
  const view = makeFixView(terminal, record, ["claude (opus)", "/opt/bin/sh"]);
  view.begin(job);
  for (const event of events) view.show(event);
  view.close();
  return err;
}

describe("a sheet that ended", () => {
  it("has a line with what was measured, by whom and how long it took; on its way there it has none", () => {
    const all = over(1, 2, { verdict: verdict(counted({ "no-undef": 5 })), spent });
    expect(
      linesOf(
        told("src/a.ts", begun(1, 1), "running"),
        told("src/a.ts", playing(1, "eslint --fix", null), "running"),
        told("src/a.ts", all, "captured"),
        told("src/a.ts", landed, "landed"),
      ),
    ).toEqual(["✓ src/a.ts  5 of 5 fixed  auto-fix  1.2 s"]);
  });

  it("that landed in part counts what landed, not what a later attempt spoiled", () => {
    const part = over(1, 2, {
      verdict: verdict(counted({ "no-undef": 3 }, { "no-undef": 2 }), { passed: false, partly: "lands" }),
      spent,
    });
    const bad = over(2, 4, {
      verdict: verdict(counted({ "no-undef": 5 }, {}, { "no-eval": 1 }), { passed: false, reason: "1 introduced" }),
      spent,
    });
    expect(
      linesOf(
        told("src/a.ts", begun(1, 1), "running"),
        told("src/a.ts", part, ["waiting", "fallback"]),
        told("src/a.ts", begun(2, 3), "running"),
        told("src/a.ts", playing(2, "claude", "opus"), "running"),
        told("src/a.ts", bad, "captured"),
        told("src/a.ts", landed, "landed"),
      ),
    ).toEqual(["~ src/a.ts  3 of 5 fixed  auto-fix, claude (opus)  2 attempts  2.4 s"]);
  });

  it("names agents as the report does, also those that say nothing while they work", () => {
    const none = over(1, 2, { verdict: verdict(counted({}, { "no-undef": 5 }), { passed: false }), spent });
    const all = { verdict: verdict(counted({ "no-undef": 5 })), spent };
    expect(
      linesOf(
        told("src/a.ts", begun(1, 1), "running"),
        told("src/a.ts", none, ["waiting", "fallback"]),
        told("src/a.ts", begun(2, 3), "running"),
        told("src/a.ts", { ...none, attempt: 2 }, ["waiting", "fallback"]),
        told("src/a.ts", begun(3, 5), "running"),
        told("src/a.ts", over(3, 6, all), "captured"),
        told("src/a.ts", landed, "landed"),
        told("src/b.ts", { ...begun(1, 7), agent: 1 } as SheetEvent, "running"),
        told("src/b.ts", over(1, 8, all), "captured"),
        told("src/b.ts", landed, "landed"),
      ),
    ).toEqual([
      "✓ src/a.ts  5 of 5 fixed  auto-fix, claude (opus), sh  3 attempts  3.6 s",
      "✓ src/b.ts  5 of 5 fixed  sh  1.2 s",
    ]);
  });

  it("begins anew with the tool after a conflict", () => {
    const conflicted: SheetEvent = {
      kind: "conflicted",
      at: 0 as EpochMs,
      paths: ["src/a.ts"],
      onto: "e".repeat(40) as CommitSha,
    };
    const none = over(1, 2, { verdict: verdict(counted({}, { "no-undef": 5 }), { passed: false }), spent });
    const [line] = linesOf(
      told("src/a.ts", begun(1, 1), "running"),
      told("src/a.ts", none, ["waiting", "fallback"]),
      told("src/a.ts", conflicted, ["waiting", "conflict"]),
      told("src/a.ts", begun(2, 3), "running"),
      told("src/a.ts", over(2, 4, { verdict: verdict(counted({ "no-undef": 5 })), spent }), "captured"),
      told("src/a.ts", landed, "landed"),
    );
    expect(line).toBe("✓ src/a.ts  5 of 5 fixed  auto-fix  2 attempts  2.4 s");
  });

  test.each<{ name: string; event: SheetEvent; after: After; line: string }>([
    {
      name: "failed",
      event: over(1, 2, { verdict: verdict(counted({ "no-undef": 4 }, { "no-undef": 1 }), { passed: false }), spent }),
      after: ["failed", "gave\u001b[2J up\nat last"],
      line: "✗ src/b.ts  0 of 5 fixed  claude  1.2 s  gave\\u{1b}[2J up at last; 4 of 5 fixed in work that is not on the target",
    },
    {
      name: "landed unmeasured",
      event: landed,
      after: "landed",
      line: "~ src/b.ts  5 asked, not measured  claude  0 s  its result was not measured",
    },
    {
      name: "was done already",
      event: over(1, 2, { verdict: verdict(counted({})), spent, changed: false }),
      after: "done",
      line: "✓ src/b.ts  0 of 5 fixed  5 gone already  claude  1.2 s",
    },
  ])("says what it came to: $name", ({ event, after, line }) => {
    const started = [told("src/b.ts", begun(1, 1), "running"), told("src/b.ts", playing(1, "claude", null), "running")];
    expect(linesOf(...started, told("src/b.ts", event, after))).toEqual([line]);
  });

  it("that was skipped says why", () => {
    const skipped: SheetEvent = { kind: "skipped", at: 0 as EpochMs, why: "not today" };
    expect(linesOf(told("src/b.ts", skipped, "skipped"))).toEqual(["✗ src/b.ts  0 of 5 fixed  not today"]);
  });
});

it("on a terminal lines below say how far the whole is, and go at the end", () => {
  const painted: string[] = [];
  const view = makeFixView(
    { ...listening().terminal, isLive: true, raw: (text) => void painted.push(text) },
    record,
    [],
  );
  view.begin(job);
  view.show(told("src/b.ts", over(1, 2, { verdict: verdict(counted({ "no-undef": 5 })), spent }), "captured"));
  view.show(told("src/b.ts", landed, "landed"));
  const last = (painted.at(-1) ?? "").replaceAll(/\u001b\[\d*[A-Z]/g, "").trimEnd();
  expect(last.split("\n").map((line) => line.trim())).toEqual([
    "✓ src/b.ts  5 of 5 fixed",
    "1 of 2 landed or done, 0 running, 1 waiting",
    "5 of 10 findings fixed",
  ]);
  view.close();
  expect(painted.at(-1)).toMatch(/^\u001b\[2A(?:\u001b\[K\n){2}\u001b\[2A$/);
});

it("messages for the user are printed too: a note, a sheet that is parked", () => {
  const { terminal, err } = listening();
  const view = makeFixView(terminal, record, []);
  view.begin(job);
  view.notice("the conductor is gone");
  view.show(
    told("src/b.ts", over(1, 2, { trouble: { code: "E101", detail: "", resetAt: null } }), ["waiting", "rate-limit"]),
  );
  view.show(told("src/b.ts", over(1, 2), ["waiting", "retry"]));
  view.close();
  expect(err).toEqual([
    "note: the conductor is gone",
    expect.stringMatching(/^src\/b\.ts .*parked until the limit ends$/),
  ]);
});
