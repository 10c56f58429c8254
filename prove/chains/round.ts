import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoreReader } from "../../src/store/store.ts";
import { openReader } from "../../src/store/sqlite/open.ts";
import { endAll, makeConductorGround, untilOver } from "../conductor-kills/ground.ts";
import { killAgain } from "../conductor-kills/kill-again.ts";
import { type Playground, askGit } from "../playground.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { runTutti } from "../tutti.ts";

export interface Round {
  readonly seed: number;
  readonly ground: Playground;
  readonly kills: number;
  readonly jobs: number;
  readonly commands: number;
  /** Commands that a kill met. */
  readonly unknown: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: readonly string[];
}

/** How many jobs follow the first one on each of the two ways. */
const depth = 3;
const ways = ["left", "right"];
const links = ways.flatMap((way) => Array.from({ length: depth }, (_, at) => `${way}-${String(at + 1)}`));

/** One job that starts two chains of jobs, whose conductor is killed again and again. */
export async function playRound(seed: number, most: number): Promise<Round> {
  const chance = chanceFrom(seed);
  const ground = await makeGround(chance);
  const over = new AbortController();
  const handing = runTutti(ground, ["run", ground.score, "--json", "--detach"]);
  const killing = handing.then(() =>
    killAgain(ground, { chance, most: Math.min(most, killsOfARound), spanMs, over: over.signal }),
  );
  const isStuck = !(await untilOver(ground, isQuiet));
  over.abort();
  const kills = await killing;
  const ending = await endAll(ground);
  const found = await judge(ground);
  const wrong = [
    ...((await handing).code === 0 ? [] : ["tutti run refused it"]),
    ...(isStuck ? ["it is stuck: nothing was recorded any more"] : []),
    ...ending,
    ...found.wrong,
  ];
  return { seed, ground, kills, ...found, wrong: wrong.length === 0 ? [] : [ground.folder, ...wrong] };
}

async function makeGround(chance: Chance): Promise<Playground> {
  const ground = await makeConductorGround({});
  const { seen } = ground;
  // Each run says from outside whose it was: the job's own name is in the name of the file.
  const agent = {
    command: ["sh", "-c", `read name; : >"${seen}/$name.$TUTTI_JOB"; sleep 0.1; echo "$name" >"$name.txt"`],
  };
  const command = (): object => ({
    run: ["sh", "-c", `echo ran >>"${seen}/command-$TUTTI_JOB-$TUTTI_SHEET"; sleep 0.${String(chance.whole(4))}`],
    repeatable: chance.next() < 0.3,
  });
  const common = { agent, isolation: "clone", retry: { attempts: 30, base_delay: "10ms", max_delay: "50ms" } };
  const next = (way: string, n: string): object => ({ score: "link.yaml", variables: { way, n }, detached: true });
  await writeFile(
    ground.score,
    JSON.stringify({
      ...common,
      name: "root",
      sheets: [{ id: "root", prompt: "root\n", on_success: [command()] }],
      on_success: [command(), ...ways.map((way) => next(way, "1"))],
    }),
  );
  await writeFile(
    join(ground.folder, "link.yaml"),
    JSON.stringify({
      ...common,
      name: "link",
      variables: { way: "none", n: 0 },
      sheets: [{ id: "link", prompt: "{{ way }}-{{ n }}\n" }],
      concert: { max_depth: depth, cooldown: `${String(chance.whole(200))}ms` },
      on_success: [command(), next("{{ way }}", "{{ depth + 1 }}")],
    }),
  );
  return ground;
}

/** Soon after some job showed that it runs, which is around its end. */
const spanMs = 900;
const killsOfARound = 14;

/** Nothing is under way and nothing follows any more. */
async function isQuiet(store: StoreReader): Promise<boolean> {
  const jobs = await store.jobs();
  const open = await store.successors({ open: true });
  return jobs.length > 0 && jobs.every(({ status }) => status.kind === "finished") && open.length === 0;
}

/** By what agents and commands wrote outside of Tutti, and by the commits. */
async function judge(ground: Playground): Promise<Omit<Round, "seed" | "ground" | "kills">> {
  const wrong: string[] = [];
  const names = await readdir(join(ground.folder, "seen"));
  let [lost, doubled, commands, unknown] = [0, 0, 0, 0];
  const expected = ["root", ...links];
  for (const link of expected) {
    const jobs = names.filter((name) => name.startsWith(`${link}.`));
    if (jobs.length === 0) lost += 1;
    if (jobs.length > 1) doubled += 1;
    if (jobs.length !== 1) wrong.push(`${link} was played by ${String(jobs.length)} jobs: ${jobs.join(", ")}`);
    const { stdout } = await askGit(ground, ground.repository, ["log", "--format=%H", "main", "--", `${link}.txt`]);
    const commits = stdout.trim().split("\n").filter(Boolean).length;
    if (commits !== 1) wrong.push(`${link} has ${String(commits)} commits`);
  }
  const store = await openReader(ground.home);
  const jobs = (await store?.jobs()) ?? [];
  if (jobs.length !== expected.length) wrong.push(`there are ${String(jobs.length)} jobs`);
  for (const job of jobs) {
    for (const one of (await store?.successors({ job: job.id })) ?? []) {
      if (one.step.kind !== "command") continue;
      commands += 1;
      if (one.state.kind === "unknown") unknown += 1;
      const name = `command-${job.id}-${one.sheet ?? ""}`;
      const runs = await runsOf(ground, name);
      const isRight = one.state.kind === "unknown" ? runs <= 1 : one.step.repeatable ? runs >= 1 : runs === 1;
      if (!isRight) wrong.push(`${name} is ${one.state.kind} and ran ${String(runs)} times`);
    }
  }
  await store?.close();
  return { jobs: jobs.length, commands, unknown, lost, doubled, wrong };
}

async function runsOf(ground: Playground, name: string): Promise<number> {
  const text = await readFile(join(ground.folder, "seen", name), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line === "ran").length;
}
