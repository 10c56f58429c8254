import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Server } from "../../test/kit/postgres.ts";
import { type Playground, askGit, makePlayground } from "../playground.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { runTutti } from "../tutti.ts";
import { type Workshop, makeWorkshop } from "./machines.ts";

export interface FleetRound {
  readonly ground: Playground;
  readonly wrong: readonly string[];
  readonly acts: readonly string[];
  /** Attempts that were started. */
  readonly attempts: number;
}

const sheets = ["s1", "s2", "s3", "s4", "s5", "s6"];
const patienceMs = 240_000;

/** One job through faults of its machines. */
export async function playFleetRound(seed: number, server: Server): Promise<FleetRound> {
  const chance = chanceFrom(seed);
  const ground = await makePlayground(new Map(), "");
  await writeFile(ground.score, scoreOf(chance));
  const workshop = await makeWorkshop(ground, server);
  try {
    const { ground: first } = workshop.conductors[0];
    const begun = await runTutti(first, ["run", ground.score, "--repo", ground.repository, "--detach"]);
    if (begun.code !== 0) return { ground, wrong: [`run: ${begun.said}`], acts: [], attempts: 0 };
    const acts: string[] = [];
    for (let act = 2 + chance.whole(3); act > 0; act -= 1) {
      await pause(chance.next() * 3_000);
      acts.push(await actOn(workshop, chance));
    }
    const isOver = await untilOver(workshop);
    const wrong = [...(isOver ? [] : ["the job does not come to its end"]), ...(await wrongIn(workshop, ground))];
    const [count] = await workshop.ask<{ n: number }>(
      "select count(*)::int as n from tutti.journal where kind = 'started'",
    );
    return {
      ground,
      wrong: wrong.length === 0 ? [] : [...wrong, `acts: ${acts.join(", ")}`],
      acts,
      attempts: count?.n ?? 0,
    };
  } finally {
    await workshop.end();
  }
}

function scoreOf(chance: Chance): string {
  const prompt = (id: string): string =>
    [
      `sleep ${String(1 + chance.whole(3))}`,
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(
        (attempt) => `on-attempt ${String(attempt)} create ${id}.txt ${String(attempt)}`,
      ),
    ].join("\n");
  return JSON.stringify({
    agent: "scripted",
    retry: { base_delay: "1ms", max_delay: "2ms" },
    sheets: sheets.map((id) => ({ id, prompt: prompt(id), validations: [{ file_exists: `${id}.txt` }] })),
  });
}

/** Does one thing to the machines, and takes it back after a while; gives what it was. */
async function actOn(workshop: Workshop, chance: Chance): Promise<string> {
  const worker = workshop.workers[chance.whole(workshop.workers.length)] ?? workshop.workers[0];
  const lastsMs = 500 + chance.next() * 5_000;
  const act = chance.pick([
    "kill worker",
    "stop worker",
    "cut worker",
    "kill PostgreSQL",
    "kill leader",
    "stop leader",
  ]);
  const leader = await workshop.leader();
  const wire = workshop.wires.get(worker.name);
  if (act === "kill worker") worker.signal("SIGKILL");
  else if (act === "stop worker") worker.signal("SIGSTOP");
  else if (act === "cut worker") wire?.cut();
  else if (act === "kill PostgreSQL") await workshop.server.kill();
  else leader.signal(act === "kill leader" ? "SIGKILL" : "SIGSTOP");
  await pause(lastsMs);
  if (act === "kill worker") worker.start();
  else if (act === "stop worker") worker.signal("SIGCONT");
  else if (act === "cut worker") wire?.restore();
  else if (act === "kill PostgreSQL") await workshop.server.start();
  else if (act === "kill leader") leader.start();
  else leader.signal("SIGCONT");
  return `${act} ${worker.name}/${leader.name} ${String(Math.round(lastsMs))} ms`;
}

async function untilOver({ ask }: Workshop): Promise<boolean> {
  for (const since = performance.now(); performance.now() - since < patienceMs; ) {
    if ((await ask("select 1 from tutti.job where ending is not null")).length > 0) return true;
    await pause(200);
  }
  return false;
}

/** Each sheet landed once, with what its newest attempt made. */
async function wrongIn({ ask }: Workshop, ground: Playground): Promise<readonly string[]> {
  const wrong: string[] = [];
  const log = (await askGit(ground, ground.repository, ["log", "--format=%s", "main"])).stdout.trim().split("\n");
  for (const sheet of sheets) {
    const rows = await ask<{ kind: string; body: string }>(
      `select kind, body from tutti.journal where sheet = '${sheet}' order by position`,
    );
    const landed = log.filter((subject) => subject === `chore: ${sheet}`).length;
    if (landed !== 1) wrong.push(`${sheet} landed ${String(landed)} times: ${rows.map(({ kind }) => kind).join(", ")}`);
    let newest = 0;
    let accepted = 0;
    for (const { kind, body } of rows) {
      const { attempt = 0 } = JSON.parse(body) as { attempt?: number };
      if (kind === "started") newest = attempt;
      if (kind !== "ended") continue;
      accepted = attempt;
      if (attempt !== newest)
        wrong.push(`${sheet}: attempt ${String(attempt)} ended after ${String(newest)} had started`);
    }
    const made = (await askGit(ground, ground.repository, ["show", `main:${sheet}.txt`])).stdout.trim();
    if (landed === 1 && made !== String(accepted))
      wrong.push(`${sheet}: attempt ${String(accepted)} was accepted, and what landed is of ${made}`);
  }
  return wrong;
}
