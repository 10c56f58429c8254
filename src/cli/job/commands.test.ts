import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listening } from "../../../test/kit/listening.ts";
import { type Live, rests, withLive } from "../../../test/kit/live.ts";
import type { AttemptView, FaultView } from "../../api/contract/answers.ts";
import type { EpochMs, JobId } from "../../base/ids.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import { diagnosisLines } from "../journal/diagnose.ts";
import { errorLines } from "../journal/errors.ts";
import { showHistory } from "../journal/history.ts";
import { explanationLines } from "../sheet/explain.ts";
import type { Printer } from "../sheet/log-printer.ts";
import { join as joinRunning } from "../sheet/join.ts";
import { showLogs } from "../sheet/logs.ts";
import { cancelJob } from "./cancel.ts";
import { modifyJob } from "./modify.ts";
import { pauseJob } from "./pause.ts";

const head =
  "agent: scripted\nisolation: { mode: clone }\nretry: { attempts: 2, base_delay: 0s, max_delay: 0s }\nsheets:\n";

function sheet(id: string, ...script: readonly string[]): string {
  return `  - id: ${id}\n    prompt: |\n${script.map((line) => `      ${line}\n`).join("")}`;
}

/** Nothing polls: without events, nothing more is shown. */
const asking = (live: Live) => ({ ...live.tutti, isLive: () => true });

function gather(): { readonly printer: Printer; readonly said: () => string } {
  let said = "";
  const printer: Printer = {
    print: ({ text }) => {
      said += text;
      return Promise.resolve();
    },
    flush: () => Promise.resolve(),
    isOver: () => false,
  };
  return { printer, said: () => said };
}

const spent = (usd: number | null) => ({ ...nothingSpentYet, usd, unknown: usd === null ? 1 : 0 });

const fault: FaultView = {
  attempt: 1,
  at: 1 as EpochMs,
  end: "the agent exited with code 1",
  agent: "claude",
  model: "opus",
  code: "E101",
  category: "rate_limit",
  title: "the provider limits the rate of requests",
  detail: "429",
  resetAt: null,
  then: "rate-limit",
  cost: spent(0.5),
  failed: ["npm test exited 1"],
  printed: [{ what: "npm test succeeds", path: "/logs/1.log", command: "tutti logs a --validation 1" }],
  logs: "/logs",
};

function tried(agent: string, attempt: number): AttemptView {
  return {
    attempt,
    startedAt: 1 as EpochMs,
    endedAt: null,
    agent,
    model: null,
    session: null,
    code: null,
    cost: spent(attempt === 1 ? 0.5 : null),
  };
}

const paid = { waits: null, attempts: [tried("claude", 1), tried("codex", 2)], cost: { ...spent(0.5), unknown: 1 } };

afterEach(() => {
  vi.restoreAllMocks();
});

const textOf = (live: Live, text: string) => ({
  path: join(live.repository, "s.yaml"),
  baseDir: live.repository,
  text,
});
const started = (name: string) => (event: { type: string; sheet: string | null }) =>
  event.type === "sheet.started" && event.sheet === name;

describe("tutti logs -f", () => {
  it("follows an attempt to its end, and then the next one", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        head +
          sheet("a", "print one", `wait-for ${live.gate}`, "print two", "until-attempt 1 fail 1", "create x.txt done"),
      );
      await live.until(job, started("a"));
      const { terminal, err } = listening();
      const { printer, said } = gather();
      const following = showLogs(terminal, asking(live), { sheet: "a", job, follow: true, printer });
      await vi.waitFor(() => {
        expect(said()).toBe("one\n");
      }, 300_000);
      live.open();
      expect(await following).toBe(0);
      expect(said()).toBe("one\ntwo\none\ntwo\n");
      expect(err).toEqual(["attempt 2"]);
    });
  });

  it("shows an earlier attempt alone, and the prompt", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        head + sheet("a", "on-attempt 1 print first", "until-attempt 1 fail 1", "print second"),
      );
      await live.until(job, rests(1));
      const { printer, said } = gather();
      await showLogs(listening().terminal, asking(live), { sheet: "a", job, attempt: 1, follow: true, printer });
      expect(said()).toBe("first\n");
      const prompt = gather();
      await showLogs(listening().terminal, asking(live), {
        sheet: "1",
        job,
        attempt: 1,
        prompt: true,
        printer: prompt.printer,
      });
      expect(prompt.said()).toContain("until-attempt 1 fail 1");
    });
  });

  it("says that a sheet was not tried yet", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        `${head}${sheet("a", `wait-for ${live.gate}`)}${sheet("b", "print x")}    after: [a]\n`,
      );
      const { terminal, err } = listening();
      expect(await showLogs(terminal, asking(live), { sheet: "b", job, printer: gather().printer })).toBe(0);
      expect(err).toEqual(["It was not tried yet, so there is nothing to show."]);
    });
  });
});

describe("tutti attach", () => {
  it("shows a sheet that runs, and hands what is typed to its agent, which goes on with its work", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        head +
          sheet("a", "on-attempt 1 print one", `on-attempt 1 wait-for ${live.gate}`, "print two", "create x.txt done"),
      );
      await live.until(job, started("a"));
      const { terminal, err } = listening();
      const { printer, said } = gather();
      const lines = new EventEmitter();
      const joined = joinRunning(terminal, asking(live), { sheet: "a", job, lines, printer });
      await vi.waitFor(() => {
        expect(said()).toBe("one\n");
      }, 300_000);
      lines.emit("line", "  ");
      lines.emit("line", "use tabs");
      expect(await joined).toBe(0);
      expect(said()).toBe("one\ntwo\n");
      expect(err.toSorted()).toEqual([
        "attempt 2",
        expect.stringMatching(/^told a: its agent takes no words while it runs/) as string,
      ]);
      const prompt = await live.tutti.call("sheet.logs", { job, folder: "/", sheet: "a", stream: "prompt" });
      expect(prompt?.text).toContain("use tabs");
    });
  });
});

describe("a job without a name in the command", () => {
  it("is the only one under way in the repository around; else none is touched", async () => {
    await withLive(async (live) => {
      const { terminal } = listening();
      vi.spyOn(process, "cwd").mockReturnValue(live.repository);
      await expect(pauseJob(terminal, live.tutti, {})).rejects.toMatchObject({
        code: "cli.usage",
        message: "no job is under way in this repository",
      });
      const first = await live.submit(head + sheet("a", `wait-for ${live.gate}`));
      const second = await live.submit(head + sheet("a", `wait-for ${live.gate}`));
      await expect(cancelJob(terminal, live.tutti, {})).rejects.toMatchObject({
        message: "2 jobs are under way in this repository",
        hint: expect.stringContaining(second) as string,
      });
      expect(await cancelJob(terminal, live.tutti, { job: second })).toBe(0);
      vi.spyOn(process, "cwd").mockReturnValue("/");
      await expect(cancelJob(terminal, live.tutti, {})).rejects.toMatchObject({
        hint: expect.stringContaining(first) as string,
      });
      vi.spyOn(process, "cwd").mockReturnValue(live.repository);
      expect(await pauseJob(terminal, live.tutti, {})).toBe(0);
      expect((await live.tutti.call("job.status", { job: first, folder: "/" }))?.status).toBe("pausing");
    });
  });
});

it("a paused job lets running sheets finish, and says how to go on", async () => {
  await withLive(async (live) => {
    const job = await live.submit(
      `${head}${sheet("a", `wait-for ${live.gate}`, "create a.txt a")}${sheet("b", "create b.txt b")}    after: [a]\n`,
    );
    await live.until(job, started("a"));
    const { terminal, out } = listening();
    await pauseJob(terminal, live.tutti, { job });
    expect(out).toEqual([`${job} is pausing: 1 sheet finish first. Go on with: tutti resume ${job}`]);
    live.open();
    await live.until(job, rests(1));
    const view = await live.tutti.call("job.status", { job, folder: "/" });
    expect([view?.status, ...(view?.sheets.map(({ state }) => state) ?? [])]).toEqual(["paused", "landed", "waiting"]);
  });
});

it("a sheet that failed lands once its score is changed and it is tried again", async () => {
  await withLive(async (live) => {
    const wrong = head + sheet("a", "create a.txt a") + sheet("b", "print \u001b[31mred", "fail 3");
    const right = head + sheet("a", "create a.txt other") + sheet("b", "create b.txt b");
    const job = await live.submit(wrong);
    await live.until(job, rests(1));
    const { terminal, out, err } = listening();
    const change = { job, score: "s.yaml", text: textOf(live, right) };

    expect(await modifyJob(terminal, live.tutti, { ...change, dryRun: true })).toBe(0);
    expect(out).toEqual([
      "~ a: prompt (from line 1 on): has no effect, it landed already",
      "~ b: prompt (from line 1 on); it failed, so it is tried again only when you say so (tutti retry)",
    ]);
    expect(await modifyJob(terminal, live.tutti, change)).toBe(2);
    expect(err).toEqual([
      expect.stringContaining("warning s.yaml:1:1 validations: no validations"),
      expect.stringContaining("[V203]"),
      "Nothing was done. Say --yes to do it.",
    ]);
    expect(await modifyJob(terminal, live.tutti, { ...change, yes: true })).toBe(0);
    expect(out.at(-1)).toBe(`changed ${job}`);

    await live.tutti.call("job.retry", { job });
    await live.until(job, rests(2));
    expect((await live.tutti.call("job.status", { job, folder: "/" }))?.sheets.map(({ state }) => state)).toEqual([
      "landed",
      "landed",
    ]);
  });
});

it("a sheet that waits in a job under way is played as the score says by then", async () => {
  await withLive(async (live) => {
    const score = (text: string): string =>
      `variables: { word: ${text} }\n${head}${sheet("a", `wait-for ${live.gate}`, "create a.txt a")}${sheet("b", `create b.txt {{ word }} ${text}`)}    after: [a]\n`;
    const job = await live.submit(score("old"));
    await live.until(job, started("a"));
    const { terminal } = listening();
    expect(
      await modifyJob(terminal, live.tutti, { job, score: "s.yaml", text: textOf(live, score("new")), yes: true }),
    ).toBe(0);
    live.open();
    await live.until(job, rests(1));
    expect(readFileSync(join(live.repository, "b.txt"), "utf8")).toBe("new new\n");
  });
});

it("a change that is refused is shown, and changes nothing", async () => {
  await withLive(async (live) => {
    const job = await live.submit(head + sheet("a", `wait-for ${live.gate}`));
    await live.until(job, started("a"));
    const { terminal, out } = listening();
    const text = textOf(live, head + sheet("a", "create a.txt a"));
    expect(await modifyJob(terminal, live.tutti, { job, score: "s.yaml", text, yes: true })).toBe(2);
    expect(out).toEqual([
      "refused a is running, and its prompt (from line 1 on) would change under it: pause the job first",
      "Nothing was changed.",
    ]);
    expect(
      await modifyJob(terminal, live.tutti, { job, score: undefined, text: undefined, parallel: 7, yes: true }),
    ).toBe(0);
    expect((await live.tutti.call("job.status", { job, folder: "/" }))?.parallel).toBe(7);
  });
});

describe("the report of a job", () => {
  it("names what failed, in every answer", async () => {
    await withLive(async (live) => {
      const job = await live.submit(head + sheet("a", "fail 3"));
      await live.until(job, rests(1));
      const { terminal, out } = listening();
      const about = { job, folder: "/" };
      const errors = await live.tutti.call("job.errors", about);
      expect(errors === null ? [] : errorLines(terminal, errors)).toContainEqual(
        expect.stringMatching(/^a {2}failed {2}the agent exited with code 3 \(E\d{3}\)/),
      );
      const diagnosis = await live.tutti.call("job.diagnose", about);
      expect(diagnosis === null ? [] : diagnosisLines(terminal, diagnosis)).toContainEqual(
        expect.stringMatching(/^ {2}a failed after 2 attempts: the agent exited with code 3 \(E\d{3}\)/),
      );
      const explanation = await live.tutti.call("job.explain", { ...about, sheet: "a" });
      expect(explanation === null ? [] : explanationLines(terminal, explanation)).toContain(`  → tutti retry ${job} a`);
      await showHistory(terminal, live.tutti, { job });
      expect(out.filter((line) => line.includes("sheet.started"))).toHaveLength(2);
      expect(out.at(-1)).toContain("job.failed");
    });
  });

  it("says with a code what an attempt met, who it was with, what it cost, and what became of it", () => {
    const { terminal } = listening();
    const sheets = [{ sheet: "a", state: "waiting", why: "rate-limit", attempts: [fault] }];
    expect(errorLines(terminal, { job: "n-abcdef" as JobId, sheets })).toEqual([
      "a  waiting  rate-limit",
      expect.stringMatching(/^ {2}attempt 1 {2}\d+ d ago {2}the agent exited with code 1$/),
      "    E101 rate_limit: the provider limits the rate of requests (429)",
      "    claude (opus), $0.50, waited for the limit to end, which costs no retry",
      "    npm test exited 1",
      "    → tutti logs a --validation 1",
      "    output: /logs",
    ]);
  });

  it("counts attempts that ended for the same reason as one, regardless of its numbers and of the next step", () => {
    const { terminal } = listening();
    const at = (attempt: number, end: string, then: string) => ({ ...fault, attempt, end, then });
    const attempts = [
      at(1, "the agent exited with code 1 after 3.5 s", "retry"),
      at(2, "the agent exited with code 1 after 12 s", "retry"),
      at(3, "the agent exited with code 1 after 4 s", "failed"),
      at(4, "the agent was cancelled", "failed"),
    ];
    const lines = errorLines(terminal, {
      job: "n-abcdef" as JobId,
      sheets: [{ sheet: "a", state: "failed", why: null, attempts }],
    });
    expect(lines.filter((line) => /^ {2}attempts? /.test(line))).toEqual([
      expect.stringMatching(/^ {2}attempts 1 to 3 {2}.* {2}the agent exited with code 1 after 4 s$/),
      expect.stringMatching(/^ {2}attempt 4 {2}.* {2}the agent was cancelled$/),
    ]);
    expect(lines).toContain("    claude (opus), $1.50, tried again (2 times), then failed for good");
  });

  it("says what a sheet cost, in all and by attempt", () => {
    const { terminal } = listening();
    const told = { job: "n-abcdef" as JobId, sheet: "a", state: "landed", because: [], next: [], ...paid };
    expect(explanationLines(terminal, told)).toContain(
      "  Cost: ≥ $0.50 (1 run unknown); by attempt 1: $0.50 (claude), 2: cost unknown (codex)",
    );
    expect(explanationLines(terminal, { ...told, attempts: told.attempts.slice(0, 1) })).toContain(
      "  Cost: ≥ $0.50 (1 run unknown)",
    );
    expect(explanationLines(terminal, { ...told, cost: { ...nothingSpentYet, unknown: 1 } })).toContain(
      "  Cost: unknown",
    );
    expect(explanationLines(terminal, { ...told, cost: nothingSpentYet })).toHaveLength(1);
  });

  it("speaks to no terminal", () => {
    const { terminal } = listening();
    const job = "n-abcdef" as JobId;
    const lines = [
      ...errorLines(terminal, {
        job,
        sheets: [
          {
            sheet: "\u001bc",
            state: "failed",
            why: "\u001bc",
            attempts: [
              { ...fault, end: "\u001bc", detail: "\u001bc", agent: "\u001bc", failed: ["\u001bc"], logs: "\u001bc" },
            ],
          },
        ],
      }),
      ...diagnosisLines(terminal, {
        job,
        status: "running",
        findings: [{ what: "\u001bc", next: "\u001bc" }],
        remedies: [
          { code: "H09", name: "flaky-validation", kind: "automatic", sheets: [], what: "\u001bc", steps: ["\u001bc"] },
        ],
        healings: [],
      }),
      ...explanationLines(terminal, {
        job,
        sheet: "\u001bc",
        state: "failed",
        because: ["\u001bc"],
        next: ["\u001bc"],
        ...paid,
        attempts: [tried("\u001bc", 1), tried("b", 2)],
      }),
    ];
    expect(lines.join("")).not.toContain("\u001b");
  });
});
