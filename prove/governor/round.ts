import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { kill } from "../census.ts";
import { untilNone } from "../conductor-kills/target.ts";
import { type Playground, makePlayground } from "../playground.ts";
import { chanceFrom } from "../seed.ts";
import { lastJson, runTutti } from "../tutti.ts";
import { type Allowance, type Provider, openProvider } from "./provider.ts";

export interface Load {
  /** In two homes by turns. */
  readonly jobs: number;
  /** Of each job. */
  readonly sheets: number;
  readonly turns: number;
  readonly turnMs: number;
  readonly turnTokens: number;
}

export interface Setting extends Load {
  /** Which limit is the narrowest. */
  readonly binds: "sessions" | "calls" | "tokens";
  readonly allowance: Allowance;
}

export interface Round {
  readonly seed: number;
  readonly setting: Setting;
  readonly grounds: readonly Playground[];
  readonly landed: number;
  readonly refused: number;
  /** Of one sheet. */
  readonly mostRefused: number;
  /** Of the narrowest limit, from the first call until the last sheet began. */
  readonly use: number;
  readonly seconds: number;
  readonly wrong: readonly string[];
}

const player = fileURLToPath(new URL("player.mjs", import.meta.url));

/** Jobs of two homes behind one account. */
export async function playRound(seed: number, setting: Setting): Promise<Round> {
  const begun = performance.now();
  const chance = chanceFrom(seed);
  const provider = await openProvider(setting.allowance, () => setting.turnMs * (0.6 + 0.8 * chance.next()));
  const grounds = await makeGrounds(setting, provider.url);
  try {
    const runs = grounds.map((ground) => runTutti(ground, ["run", ground.score]));
    const ends = await Promise.all(runs);
    const wrong = ends.flatMap(({ code, said }, place) =>
      code === 0
        ? []
        : [`job ${place + 1} ended with ${String(code)}: ${said.trimEnd().split("\n").slice(-4).join(" | ")}`],
    );
    const landed = await landedIn(grounds);
    await end(grounds, wrong);
    return {
      seed,
      setting,
      grounds,
      landed,
      ...judge(provider, setting, wrong),
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    await provider.close();
  }
}

async function makeGrounds(setting: Setting, url: string): Promise<readonly Playground[]> {
  const grounds: Playground[] = [];
  for (let job = 0; job < setting.jobs; job += 1)
    grounds.push(await makePlayground(new Map(), scoreOf(setting, url, job)));
  const [first, second = first] = grounds;
  if (first === undefined) return [];
  const config = join(first.folder, "config");
  await mkdir(join(config, "tutti", "agents"), { recursive: true });
  const profile = { kind: "cli", executable: process.execPath, args: [player], output: { format: "tutti" } };
  await writeFile(join(config, "tutti", "agents", "player.yaml"), JSON.stringify(profile));
  return grounds.map((ground, place) => {
    const { home } = place % 2 === 0 ? first : (second ?? first);
    const { TUTTI_LOCAL: _, ...env } = ground.env as Record<string, string>;
    const roomy = { TUTTI_DISK_WARNING_GB: "0", TUTTI_DISK_FLOOR_GB: "0", TUTTI_LIMITS_MEMORY_FLOOR: "0" };
    // One user: the homes differ, the account and what homes share do not.
    const shared = { HOME: first.folder, XDG_CONFIG_HOME: config, TUTTI_HOME: home };
    return { ...ground, home, env: { ...env, ...roomy, ...shared } };
  });
}

function scoreOf({ sheets, turns, turnTokens }: Setting, url: string, job: number): string {
  const ids = Array.from(
    { length: sheets },
    (_, place) => `job-${job + 1}-sheet-${String(place + 1).padStart(2, "0")}`,
  );
  return JSON.stringify({
    name: `governor-${job + 1}`,
    isolation: "worktree",
    parallel: sheets,
    agents: { player: { use: "player", args: [url, String(turns), String(turnTokens)] } },
    agent: "player",
    // A limit costs no attempt, so one is all that there is.
    retry: { attempts: 1 },
    sheets: ids.map((id) => ({ id, prompt: `Do ${id}.`, validations: [{ file_exists: `${id}/${turns}.txt` }] })),
  });
}

async function landedIn(grounds: readonly Playground[]): Promise<number> {
  let sum = 0;
  for (const home of new Set(grounds.map((ground) => ground.home))) {
    const ground = grounds.find((one) => one.home === home);
    if (ground === undefined) continue;
    const jobs = lastJson(await runTutti(ground, ["list", "--all", "--json"])) as
      | readonly { counts: { landed: number } }[]
      | undefined;
    for (const { counts } of jobs ?? []) sum += counts.landed;
  }
  return sum;
}

async function end(grounds: readonly Playground[], wrong: string[]): Promise<void> {
  for (const ground of grounds) {
    const { code, said } = await runTutti(ground, ["stop"]);
    if (code !== 0) wrong.push(`tutti stop ended with ${String(code)}: ${said}`);
    for (const pid of await untilNone(ground, 10_000)) {
      wrong.push(`process ${pid} outlived its conductor`);
      kill(pid);
    }
    await pause(20);
  }
}

function judge(
  provider: Provider,
  { binds, allowance, jobs, sheets }: Setting,
  wrong: readonly string[],
): Pick<Round, "refused" | "mostRefused" | "use" | "wrong"> {
  const { seen } = provider;
  const refusals = seen.filter(({ isGranted }) => !isGranted);
  const counts = new Map<string, number>();
  for (const { sheet } of refusals) counts.set(sheet, (counts.get(sheet) ?? 0) + 1);
  const firsts = new Map<string, number>();
  for (const { sheet, at, isGranted } of seen) if (isGranted && !firsts.has(sheet)) firsts.set(sheet, at);
  const from = Math.min(...seen.map(({ at }) => at));
  const until = Math.max(...firsts.values());
  const within = seen.filter(({ at, isGranted }) => isGranted && at <= until);
  const spans = (until - from) / allowance.spanMs;
  const use = {
    sessions: provider.sessionMs(until) / (allowance.sessions * (until - from)),
    calls: within.length / (allowance.calls * spans),
    tokens: within.reduce((sum, { tokens }) => sum + tokens, 0) / (allowance.tokens * spans),
  }[binds];
  const mostRefused = Math.max(0, ...counts.values());
  return {
    refused: refusals.length,
    mostRefused,
    use,
    wrong: [
      ...wrong,
      ...(firsts.size === jobs * sheets ? [] : [`${firsts.size} sheets were answered`]),
      ...[...counts].flatMap(([sheet, times]) => {
        const at = refusals
          .filter((one) => one.sheet === sheet)
          .map((one) => `${one.why ?? ""} at ${one.at - from} ms`);
        return times > 1 ? [`${sheet} was refused ${times} times: ${at.join(", ")}`] : [];
      }),
    ],
  };
}
