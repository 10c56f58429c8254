import { describe, expect, it } from "vitest";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { makeTime } from "../../../test/kit/time.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import type { Job } from "../../sheet/job.ts";
import { fresh, type SheetState } from "../../sheet/state.ts";
import type { Unready } from "../../sheet/rest/unready.ts";
import type { Book } from "../book.ts";
import type { BaseReport, Hands } from "../hands.ts";
import { isDue, makeBaseTrial } from "./base-trial.ts";
import { makeBell } from "./bell.ts";

const claude: AgentPlan = { kind: "profile", name: "claude", model: null, args: [], env: {}, account: null };
const shell = { kind: "command", argv: ["sh"], prompt: "stdin", env: {}, once: false } as const;
const begun = { ...fresh, counts: { ...fresh.counts, attempts: 1 } };

function jobOf(agent: AgentPlan, more: Partial<Job> = {}): Job {
  return makeJob("j", [], { plan: makePlan([makeSheet("a", { agent })]), ...more });
}

describe("validations are tried on the base", () => {
  it.each<{ readonly what: string; readonly job: Job; readonly states?: readonly SheetState[]; readonly due: boolean }>(
    [
      { what: "before an agent that costs something", job: jobOf(claude), due: true },
      { what: "before a program that reads its prompt", job: jobOf(shell), due: true },
      { what: "not before one that runs its prompt", job: jobOf({ ...shell, runsPrompt: true }), due: false },
      { what: "not before one that costs nothing", job: jobOf({ kind: "scripted" }), due: false },
      { what: "unless that is asked for", job: jobOf({ kind: "scripted" }, { validateBase: "always" }), due: true },
      { what: "not by force", job: jobOf(claude, { validateBase: "never" }), due: false },
      {
        what: "not in the user's folder",
        job: jobOf(claude, { isolation: { level: "none", per: "sheet", fallback: null } }),
        due: false,
      },
      { what: "not after an attempt", job: jobOf(claude), states: [begun], due: false },
      {
        what: "where sheets were only skipped",
        job: jobOf(claude),
        states: [{ kind: "skipped", why: "", context: null }, fresh],
        due: true,
      },
    ],
  )("$what", ({ job, states = [fresh], due }) => {
    expect(isDue(job, states)).toBe(due);
  });
});

const problem: Unready = { code: "ready.hangs", what: "cat", where: "a", why: "it hangs", output: "", next: "Run it." };

function trialOf(job: Job = jobOf(claude)) {
  const time = makeTime();
  const said: string[] = [];
  const foreseen: string[] = [];
  const report = Promise.withResolvers<BaseReport>();
  const cancels: AbortSignal[] = [];
  const hands = {
    world: time.clock,
    notice: (text: string) => said.push(text),
    readBase: () => Promise.resolve("base" as CommitSha),
    foresee: (_: Job, count: number, base: CommitSha) => foreseen.push(`${String(count)} from ${base}`),
    tryBase: (_: Job, __: CommitSha, cancel: AbortSignal) => {
      cancels.push(cancel);
      return report.promise;
    },
  } as unknown as Hands;
  const now = { job };
  const agenda = { count: () => 3 };
  const book = { job: () => now.job, states: () => new Map(), agenda: () => agenda } as unknown as Book;
  return { trial: makeBaseTrial({ hands, book, bell: makeBell() }), time, said, foreseen, report, cancels, now };
}

describe("sheets", () => {
  it("wait for the trial, and do not start where the job is not ready", async () => {
    const { trial, report, foreseen } = trialOf();
    expect(trial.look()).toBe("trying");
    report.resolve({ problems: [problem], told: [] });
    await trial.end();
    expect([trial.look(), trial.problems()]).toEqual(["unready", [problem]]);
    expect(foreseen).toEqual(["1 from base"]);
  });

  it("start after a minute, while a long suite goes on; what it says later is told", async () => {
    const { trial, time, said, report } = trialOf();
    trial.look();
    time.pass(30_000);
    expect(said.map((text) => text.split(":")[0])).toEqual([
      "still validating the base, 5 s",
      "still validating the base, 30 s",
    ]);
    time.pass(30_000);
    expect(trial.look()).toBe("open");
    report.resolve({ problems: [problem], told: ["green"] });
    await trial.end();
    expect([trial.look(), ...said.slice(2)]).toEqual(["open", "green", "cat on the base: it hangs"]);
  });

  it("start at once by force, also while the trial goes on, which is called off with the job", async () => {
    const { trial, report, cancels, now } = trialOf();
    trial.look();
    now.job = { ...now.job, validateBase: "never" };
    expect(trial.look()).toBe("open");
    await Promise.resolve();
    const over = trial.end();
    expect(cancels.map(({ aborted }) => aborted)).toEqual([true]);
    report.reject(new TypeError("called off"));
    await over;
  });

  it("start where the trial itself went wrong, which is told", async () => {
    const { trial, report, said } = trialOf();
    trial.look();
    await Promise.resolve();
    report.reject(new TypeError("no folder"));
    await new Promise((resolve) => setImmediate(resolve));
    expect([trial.look(), ...said]).toEqual(["open", "the base could not be validated: no folder"]);
  });
});
