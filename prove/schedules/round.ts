import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StoreReader } from "../../src/store/store.ts";
import type { Schedule, ScheduleRules } from "../../src/triggers/schedule.ts";
import { endAll, makeConductorGround, reading, untilOver } from "../conductor-kills/ground.ts";
import { killAgain } from "../conductor-kills/kill-again.ts";
import type { Playground } from "../playground.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { runTutti } from "../tutti.ts";

export interface Round {
  readonly seed: number;
  readonly ground: Playground;
  readonly kills: number;
  /** Moments at which there was no conductor. */
  readonly missed: number;
  readonly runs: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: readonly string[];
}

const spanMs = 900;
const killsOfARound = 10;
const hourMs = 3_600_000;
const policies = ["skip", "once", "all"] as const;

/** A schedule for every hour, whose conductor is killed again and again, and is away for some hours each time. */
export async function playRound(seed: number, most: number): Promise<Round> {
  const chance = chanceFrom(seed);
  const ground = await makeConductorGround({});
  const policy = policies[seed % policies.length] ?? "all";
  await writeScore(ground);
  const options = ["--every", "1h", "--missed", policy, "--most", "100", "--name", "hourly"];
  const added = await runTutti(ground, ["schedule", "add", ground.score, ...options]);
  const due: Due = { missed: 0, runs: 0 };
  const over = new AbortController();
  const kills = await killAgain(ground, {
    chance,
    most: Math.min(most, killsOfARound),
    spanMs,
    over: over.signal,
    whileDead: () => beAway(ground, { chance, policy, due }),
  });
  const isStuck = !(await untilOver(ground, isQuiet));
  const ending = await endAll(ground);
  const found = await judge(ground, due.runs);
  const wrong = [
    ...(added.code === 0 ? [] : [`tutti schedule add: ${added.said}`]),
    ...(isStuck ? ["it is stuck: a run is owed, and nothing was recorded any more"] : []),
    ...ending,
    ...found.wrong.map((what) => `${policy}: ${what}`),
  ];
  const missed = due.missed;
  return { seed, ground, kills, missed, ...found, wrong: wrong.length === 0 ? [] : [ground.folder, ...wrong] };
}

async function writeScore(ground: Playground & { readonly seen: string }): Promise<void> {
  // Each run says from outside whose it was.
  const command = ["sh", "-c", `cat >/dev/null; : >"${ground.seen}/$TUTTI_JOB"; sleep 0.1; echo x >"$TUTTI_JOB.txt"`];
  const score = {
    name: "hourly",
    agent: { command },
    retry: { attempts: 30, base_delay: "10ms", max_delay: "50ms" },
    sheets: [{ id: "one", prompt: "-" }],
  };
  await writeFile(ground.score, JSON.stringify(score));
}

/** How many moments were missed, and how many runs are to be made up for, by the policy. */
interface Due {
  missed: number;
  runs: number;
}

interface Away {
  readonly chance: Chance;
  readonly policy: ScheduleRules["missed"];
  readonly due: Due;
}

/**
 * Some hours without a conductor. The prover cannot wait for them, so it sets the schedule back by as many. Half an hour
 * is left over: nothing is due at the moment of the next start.
 */
async function beAway(ground: Playground, { chance, policy, due }: Away): Promise<void> {
  const hours = chance.whole(3);
  const schedule = (await reading(ground, (store) => store.schedules()))?.[0];
  if (schedule === undefined || hours === 0) return;
  // One of several moments is made up for, and none while a run is under way: what is still open must be over.
  if (policy === "once" && (await reading(ground, isQuiet)) !== true) return;
  setBack(ground, schedule, due.missed === 0 ? hours * hourMs + hourMs / 2 : hours * hourMs);
  due.missed += hours;
  due.runs += policy === "all" ? hours : policy === "once" ? 1 : 0;
}

function setBack(ground: Playground, schedule: Schedule, ms: number): void {
  const database = new DatabaseSync(join(ground.home, "tutti.db"));
  try {
    const moved = { ...schedule, createdAt: schedule.createdAt - ms, next: (schedule.next ?? 0) - ms };
    database.prepare("update schedule set body = ? where id = ?").run(JSON.stringify(moved), schedule.id);
  } finally {
    database.close();
  }
}

/** No run is owed or under way. */
async function isQuiet(store: StoreReader): Promise<boolean> {
  const [schedule] = await store.schedules();
  const jobs = await store.jobs();
  if (schedule === undefined) return false;
  const isOpen = schedule.owed > 0 || (schedule.next ?? 0) <= Date.now();
  return !isOpen && jobs.every(({ status }) => status.kind === "finished");
}

type Found = Pick<Round, "runs" | "lost" | "doubled" | "wrong">;

/** By what agents wrote outside of Tutti, and by the rows of the journal. */
async function judge(ground: Playground & { readonly seen: string }, expected: number): Promise<Found> {
  const played = new Set(await readdir(ground.seen));
  const kept = await reading(ground, async (store) => ({
    jobs: (await store.jobs()).map(({ id }) => id as string),
    rows: await store.rows({ after: 0, limit: 100_000 }),
  }));
  const { jobs, rows } = kept ?? { jobs: [], rows: [] };
  const started = rows.flatMap(({ kind, body }) =>
    kind === "schedule" && (body as { what?: string }).what === "started"
      ? [String((body as { started?: string }).started)]
      : [],
  );
  const wrong = [
    ...(jobs.length === expected ? [] : [`${String(jobs.length)} runs, and ${String(expected)} were due`]),
    ...jobs.filter((id) => !played.has(id)).map((id) => `${id} was not played`),
    ...[...played].filter((id) => !jobs.includes(id)).map((id) => `${id} is no job`),
    ...(started.length === new Set(started).size && started.length === jobs.length
      ? []
      : [`the journal has ${String(started.length)} starts of ${String(jobs.length)} jobs`]),
    ...overlapping(rows),
  ];
  const [lost, doubled] = [Math.max(0, expected - jobs.length), Math.max(0, jobs.length - expected)];
  return { runs: jobs.length, lost, doubled, wrong };
}

/** A run may not start while the last one is under way. */
function overlapping(rows: readonly { readonly kind: string; readonly job: string | null }[]): readonly string[] {
  const wrong: string[] = [];
  const open = new Set<string>();
  for (const { kind, job } of rows) {
    if (job === null) continue;
    if (kind === "submitted") {
      if (open.size > 0) wrong.push(`${job} was started while ${[...open].join(", ")} was under way`);
      open.add(job);
    }
    if (kind === "finished") open.delete(job);
  }
  return wrong;
}
