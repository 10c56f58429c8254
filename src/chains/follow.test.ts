import { describe, expect, it } from "vitest";
import { makeJob } from "../../test/kit/jobs.ts";
import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { ConcertPlan, FollowPlan, FollowStep } from "../score/follow/plan.ts";
import type { Job } from "../sheet/job.ts";
import { noCounts } from "../sheet/counts.ts";
import type { SheetState } from "../sheet/state.ts";
import { type End, afterJob, afterSheet } from "./follow.ts";

const score = (path: string, more: object = {}): FollowStep => ({
  kind: "score",
  path,
  base: "/scores",
  repo: null,
  workspace: null,
  variables: {},
  fresh: false,
  detached: false,
  required: false,
  description: null,
  ...more,
});
const command = (line: string): FollowStep => ({
  kind: "command",
  command: { kind: "line", shell: "sh", line },
  cwd: null,
  timeoutMs: 1_000,
  repeatable: false,
  required: false,
  description: null,
});
const over = { attempt: 1, session: null, context: null, counts: noCounts };
const done: SheetState = { ...over, kind: "done", inPlace: true };
const failed: SheetState = { ...over, kind: "failed", reason: { kind: "interruptions" }, kept: null };
const skipped: SheetState = { kind: "skipped", why: "no", context: null };

interface Scene {
  readonly states?: readonly SheetState[];
  readonly chain?: Job["chain"];
  readonly concert?: ConcertPlan;
  readonly failed?: number;
}

function endOf(follows: Partial<FollowPlan>, { states = [done], chain, concert, failed: count = 0 }: Scene = {}): End {
  const ids = states.map((_, at) => `s${String(at)}`);
  const made = makeJob("first", ids);
  const plan = {
    ...made.plan,
    follows: { success: [], failure: [], complete: [], ...follows },
    ...(concert === undefined ? {} : { concert }),
  };
  const job: Job = {
    ...made,
    plan,
    status: { kind: "finished", failed: count },
    ...(chain === undefined ? {} : { chain }),
  };
  const known = new Map(states.map((state, at) => [`s${String(at)}` as SheetId, state]));
  return { job, states: known, workspace: "/out", at: 1_000 as EpochMs };
}

const ids = (end: End): readonly string[] => afterJob(end).map(({ id }) => id);

describe("what follows the end of a job", () => {
  it("is what its outcome asks for, then what is done either way, one after the other", () => {
    const follows = { success: [score("a.yaml")], failure: [score("b.yaml")], complete: [command("make")] };
    const good = afterJob(endOf(follows));
    expect(good.map(({ on, step, after, state }) => [on, step.title, after, state.kind])).toEqual([
      ["success", "/scores/a.yaml", null, "waiting"],
      ["complete", "make", good[0]?.id, "waiting"],
    ]);
    expect(afterJob(endOf(follows, { failed: 1, states: [failed] })).map(({ on }) => on)).toEqual([
      "failure",
      "complete",
    ]);
  });

  it("has the same ids as long as nothing was done since, and others after that", () => {
    const follows = { success: [score("a.yaml")] };
    expect(ids(endOf(follows))).toEqual(ids(endOf(follows)));
    expect(ids(endOf(follows))).not.toEqual(ids(endOf(follows, { states: [{ ...done, attempt: 2 }] })));
    expect(ids(endOf(follows))).not.toEqual(ids(endOf(follows, { states: [done, done] })));
  });

  it("is nothing when a person cancelled it", () => {
    const end = endOf({ success: [score("a.yaml")], complete: [command("make")] });
    expect(afterJob({ ...end, job: { ...end.job, status: { kind: "cancelled" } } })).toEqual([]);
  });

  it("is refused in a job that was rebuilt without the database: it may have followed already", () => {
    const end = endOf({ success: [score("a.yaml")] });
    const [one] = afterJob({ ...end, job: { ...end.job, inferred: { at: 1 as EpochMs, sheets: [] } } });
    expect(one?.state.kind).toBe("refused");
  });

  it("is refused when every sheet was skipped, so that a score that runs itself ends", () => {
    const [one] = afterJob(endOf({ success: [score("a.yaml")] }, { states: [skipped, skipped] }));
    expect(one?.state).toEqual({ kind: "refused", why: "nothing was done: every sheet was skipped" });
  });

  it.each([
    [2, 1, "waiting"],
    [2, 2, "refused"],
    [0, 0, "refused"],
  ])("in a chain of at most %i jobs, after %i of them, is %s", (maxDepth, depth, state) => {
    const chain = { root: "root" as JobId, parent: "before" as JobId, depth };
    const concert: ConcertPlan = { maxDepth, cooldownMs: 500, needs: "played" };
    const [job, run] = afterJob(endOf({ success: [score("a.yaml"), command("make")] }, { chain, concert }));
    expect([job?.state.kind, job?.root, job?.depth, job?.notBefore]).toEqual([state, "root", depth + 1, 1_500]);
    // A command makes the chain no longer, and does not wait.
    expect([run?.state.kind, run?.notBefore]).toEqual(["waiting", 1_000]);
  });

  it("is filled in with what is known of the end; a step that can't be is told", () => {
    const steps = [
      score("{{ name }}.yaml", { variables: { n: "{{ depth + 1 }}", list: ["{{ outcome }}"] }, repo: "../b" }),
      score("{{ nothing }}.yaml"),
    ];
    const [right, wrong] = afterJob(endOf({ success: steps }));
    expect(right?.step).toMatchObject({
      path: `/scores/${endOf({}).job.plan.name}.yaml`,
      folder: "/b",
      variables: { n: "1", list: ["success"] },
    });
    expect(wrong?.state).toMatchObject({ kind: "refused", why: expect.stringContaining("nothing") as string });
  });

  it("keeps values out of a shell's text", () => {
    const [one] = afterJob(endOf({ success: [command("echo {{ workspace }}")] }));
    expect(one?.step).toMatchObject({ argv: ["sh", "-c", expect.not.stringContaining("/out") as string] });
  });
});

it("a sheet is followed when it is done or failed, and not when it was skipped", () => {
  const end = endOf({});
  const sheet = {
    ...end.job.plan.sheets[0]!,
    follows: { success: [command("a")], failure: [command("b")], complete: [] },
  };
  expect([done, failed, skipped].map((state) => afterSheet(end, sheet, state).map(({ step }) => step.title))).toEqual([
    ["a"],
    ["b"],
    [],
  ]);
});
