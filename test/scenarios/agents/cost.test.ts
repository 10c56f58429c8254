import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { openReader } from "../../../src/store/sqlite/open.ts";
import { startBuilt } from "../../kit/built.ts";
import { until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn, hermetic } from "../../kit/git.ts";
import { rests } from "../../kit/live.ts";
import { makeSpeakers } from "../../kit/speaking-agent.ts";
import { states } from "../conductor/story.ts";
import { codes, scoreOf, told, withSpeakers } from "./story.ts";
import { itLong } from "../../kit/long.ts";

const asking = (job: JobId): { job: JobId; folder: string } => ({ job, folder: "/" });

it("tokens and money are told by status, errors and explain", async () => {
  await withSpeakers(async (live) => {
    const script = "spend 0.25 100 10\nspend 0.5 200 20\n1: exit 1\nwrite b.txt b";
    const job = await live.submit(
      scoreOf({ a: script }, { retry: { attempts: 2, base_delay: "0s", max_delay: "0s" } }),
    );
    await live.until(job, rests(1));

    const view = await live.status(job);
    expect(view.cost).toMatchObject({ usd: 1.5, inputTokens: 600, outputTokens: 60, unknown: 0 });
    expect(view.agents).toMatchObject([{ agent: "small", attempts: 2, usd: 1.5 }]);
    expect(await live.tutti.call("job.errors", asking(job))).toMatchObject({
      sheets: [{ attempts: [{ attempt: 1, code: "E009", cost: { usd: 0.75, inputTokens: 300 } }] }],
    });
    const explained = await live.tutti.call("job.explain", { ...asking(job), sheet: "a" });
    expect(explained).toMatchObject({
      cost: { usd: 1.5 },
      attempts: [{ cost: { usd: 0.75 } }, { cost: { usd: 0.75 } }],
    });
  });
});

itLong("unknown costs stay unknown, beside known ones", async () => {
  await withSpeakers(async (live) => {
    const job = await live.submit(
      scoreOf({ a: "spend null 100 10\nwrite a2.txt a", b: "write b.txt b", c: "spend 0.25 1 1\nwrite c.txt c" }),
    );
    await live.until(job, rests(1));

    const { cost, sheets } = await live.status(job);
    expect(sheets.map((sheet) => [sheet.cost.usd, sheet.cost.inputTokens, sheet.cost.unknown])).toEqual([
      [null, 100, 1],
      [null, 0, 1],
      [0.25, 1, 0],
    ]);
    expect(cost).toMatchObject({ usd: 0.25, unknown: 2 });
  });
});

it("a limit that can't hold an agent is named before the agent runs and in status, until the agent tells what it cost", async () => {
  await withSpeakers(async (live) => {
    const command = (line: string): object => ({
      command: ["sh", "-c", `cat >/dev/null; echo x >$TUTTI_SHEET.txt; ${line}`],
    });
    const more = { agent: command("true"), cost: { per_job: 2 } };
    const silent = await live.submit(scoreOf({ a: "x" }, more));
    await live.until(silent, rests(1));
    const events = await live.events(silent);
    const words =
      "the cost limit does not hold for sh (a command reports no cost unless it writes one to $TUTTI_EVENTS); such runs count as unknown";
    expect(notices(events)).toEqual([words]);
    expect(events.findIndex(({ recorded: { event } }) => event.kind === "notice")).toBeLessThan(
      events.findIndex(({ type }) => type === "sheet.started"),
    );
    expect((await live.status(silent)).cost).toMatchObject({
      usd: null,
      unknown: 1,
      uncounted: [{ agent: "sh", model: null }],
    });

    const spent = '{"type":"spent","scope":"total","input_tokens":1,"output_tokens":1,"usd":0.5}';
    const telling = await live.submit(
      scoreOf({ b: "x" }, { ...more, agent: command(`echo '${spent}' >>"$TUTTI_EVENTS"`) }),
    );
    await live.until(telling, rests(1));
    expect((await live.status(telling)).cost).toMatchObject({ usd: 0.5, unknown: 0, uncounted: [] });
    const free = await live.submit(scoreOf({ c: "x" }, { agent: command("true") }));
    await live.until(free, rests(1));
    expect([notices(await live.events(free)), (await live.status(free)).cost.uncounted]).toEqual([[], undefined]);
  });
});

it("a sheet that has cost what it may is ended, and its work is kept", async () => {
  await withSpeakers(async (live) => {
    const script = "write half.txt 1\nspend 0.5 1 1\nspend 0.5 1 1\nhang";
    const job = await live.submit(
      scoreOf({ a: script, b: "spend 0.5 1 1\nwrite b.txt b" }, { cost: { per_sheet: 1 }, retry: { attempts: 3 } }),
    );
    await live.until(job, rests(1));

    const view = await live.status(job);
    expect(view.sheets).toMatchObject([
      { state: "failed", attempts: 1, cost: { usd: 1 }, why: expect.stringContaining("$1") as string },
      { state: "landed" },
    ]);
    expect(codes(await live.events(job), "a")).toEqual(["E701"]);
    expect(
      gitIn(live.repository, ["--git-dir", view.store ?? "", "show", `${view.sheets[0]?.kept ?? ""}:half.txt`]),
    ).toBe("1");
  });
});

/** Turn after turn, each when it is let. */
const turns = (name: string): string => {
  const each = [1, 2, 3].map((turn) => [
    `write ${name}.txt ${String(turn)}`,
    "spend 0.25 1 1",
    `mark ${name}-${String(turn)}`,
    `wait turn-${String(turn)}`,
  ]);
  return [...each.flat().map((line) => `1: ${line}`), `write ${name}.txt done`].join("\n");
};
const eight = ["a", "b", "c", "d", "e", "f", "g", "h"];

it("a job that has cost what it may is paused with all work captured, one turn over at most, and goes on when it may cost more", async () => {
  await withSpeakers(async (live, speakers) => {
    // An account begins with four sessions at once.
    const agent = (name: string) => ({ use: "small", account: name < "e" ? "one" : "other" });
    const sheets = Object.fromEntries(eight.map((name) => [name, { script: turns(name), agent: agent(name) }]));
    const job = await live.submit(scoreOf(sheets, { cost: { per_job: 2, warn_at: 0.5 } }), { parallel: 8 });
    // By what the first turn cost there is money for one turn of seven, and then for another of two.
    await until(async () => told(await live.events(job), "interrupted").length === 5 || undefined);
    speakers.mark("turn-1");
    await live.until(job, rests(1));

    const view = await live.status(job);
    expect(view).toMatchObject({ status: "paused", pause: { kind: "cost", limitUsd: 2, spentUsd: view.cost.usd } });
    expect([2, 2.25]).toContain(view.cost.usd);
    const cut = told(await live.events(job), "interrupted");
    expect([cut.length, cut.every(({ capture, asked }) => capture !== null && asked)]).toEqual([7, true]);
    expect(notices(await live.events())).toContain("the job has cost $1.00 of the $2.00 that it may");

    for (const turn of ["2", "3"]) speakers.mark(`turn-${turn}`);
    await live.tutti.call("job.resume", { job, folder: live.repository, maxCost: 100 });
    await live.until(job, rests(2));
    expect(await states(live, job)).toEqual(Object.fromEntries(eight.map((name) => [name, "landed"])));
    expect((await live.status(job)).cost).toMatchObject({ limitUsd: 100, usd: (view.cost.usd ?? 0) + 0.75 });
  });
});

itLong("sheets of one turn are all played where there is money for all of them", async () => {
  await withSpeakers(async (live) => {
    const sheets = Object.fromEntries(eight.slice(0, 4).map((name) => [name, `write ${name}.txt 1\nspend 0.25 1 1`]));
    const job = await live.submit(scoreOf(sheets, { cost: { per_job: 1.25 } }), { parallel: 4 });
    await live.until(job, rests(1));

    expect(await live.status(job)).toMatchObject({ status: "finished", counts: { landed: 4 }, cost: { usd: 1 } });
    expect(told(await live.events(job), "interrupted")).toEqual([]);
  });
});

itLong("the spent money is known after the conductor was killed", async () => {
  const speakers = makeSpeakers();
  const [root, home] = [tempFolder(), join(tempFolder(), "home")];
  const file = join(root, "score.yaml");
  writeFileSync(
    file,
    scoreOf({ a: "1: write half.txt 1\n1: spend 0.25 100 10\n1: hang\nspend 0.5 200 20\nwrite b.txt b" }),
  );
  const env = {
    ...hermetic,
    ...speakers.env,
    HOME: root,
    TUTTI_HOME: home,
    TUTTI_LOCAL: "1",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
  };
  const killed = startBuilt({ folder: speakers.repository, env }, ["run", file]);
  await until(async () => (logsIn(home).includes('"spent"') && (await isSessionKnown(home)) ? true : undefined));
  killed.kill();
  await killed.gone();

  await withSpeakers(
    async (live) => {
      const { job = "" as JobId } = (await live.tutti.call("job.resume", { folder: live.repository })) ?? {};
      await live.until(job, rests(1));
      expect(await live.status(job)).toMatchObject({
        status: "finished",
        cost: { usd: 0.75, inputTokens: 300, unknown: 0 },
      });
      expect(told(await live.events(job), "interrupted")).toMatchObject([{ asked: false, usage: { usd: 0.25 } }]);
      expect(speakers.args("a", 2)).toEqual(["--session", "a-1"]);
    },
    { speakers, home },
  );
});

function notices(events: readonly TuttiEvent[]): readonly string[] {
  return events.flatMap(({ recorded: { event } }) => (event.kind === "notice" ? [event.text] : []));
}

/** By the journal, which hears of it after the log. */
async function isSessionKnown(home: string): Promise<boolean> {
  const store = await openReader(home);
  const [job] = (await store?.jobs()) ?? [];
  const states = job === undefined ? undefined : await store?.sheets(job.id);
  await store?.close();
  return [...(states?.values() ?? [])].some((state) => state.kind === "running" && state.session !== null);
}

function logsIn(home: string): string {
  if (!existsSync(home)) return "";
  const logs = readdirSync(home, { recursive: true, withFileTypes: true }).filter(({ name }) => name === "stdout.log");
  return logs.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")).join("\n");
}
