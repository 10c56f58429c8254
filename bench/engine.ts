import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Order, Worked } from "./engine/order.ts";
import { type Peer, findPeers, runOnce, workWith } from "./engine/peers.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

const atOnce = 100;

/** How a process is asked to measure itself once: the first argument of this program. */
export const engineWord = "engine-once";

/** Sheets that do nothing, through the whole engine, beside queues that do the same with as much care for the disk. */
export const engine: Part = {
  name: "engine",
  summary: "10,000 sheets that do nothing, durably, beside BullMQ and pg-boss; --count for fewer",
  defaultRounds: 3,
  defaultCount: 10_000,
  run: async ({ rounds, count, say }) => {
    const { found, missing } = await findPeers();
    for (const line of missing) say(line);
    const names = ["Tutti", followed, shared, ...found] as const;
    const seen = await measureAll(names, { rounds, count });
    say(
      `Node ${process.versions.node}, ${rounds} rounds by turns, each in a fresh process with an empty store; ${count} at ${atOnce} at once`,
    );
    say("| | per second (median) | slowest and fastest | Tutti to it | how |");
    say("|---|---|---|---|---|");
    const times = (name: Contender): readonly number[] => (seen.get(name) ?? []).map(({ ms }) => ms);
    // Of the times in each round: what slows a round down slows all that take part in it.
    const ratioTo = (name: Contender): number =>
      median(times(name).map((ms, round) => ms / (times("Tutti")[round] ?? Number.NaN)));
    for (const name of names) {
      const rates = times(name).map((ms) => (count / ms) * 1000);
      const spread = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;
      say(
        `| ${[name, median(rates).toFixed(0), spread, name === "Tutti" ? "" : ratioTo(name).toFixed(2), seen.get(name)?.[0]?.how ?? ""].join(" | ")} |`,
      );
    }
    if (found.includes("pg-boss"))
      say(`Over PostgreSQL to pg-boss on the same server: ${(ratioTo("pg-boss") / ratioTo(shared)).toFixed(2)}`);
    // Beside the fastest of them; without any there is no ratio.
    return { ratio: found.length === 0 ? Number.NaN : Math.min(...found.map(ratioTo)) };
  },
};

/** The same beside many who hear of all of it. */
const followed = "Tutti, 200 followers";
const followers = 200;

/** The same journal where a fleet has it. */
const shared = "Tutti, PostgreSQL";

type Contender = "Tutti" | typeof followed | typeof shared | Peer;

async function measureAll(
  names: readonly Contender[],
  order: { rounds: number; count: number },
): Promise<ReadonlyMap<Contender, readonly Worked[]>> {
  const seen = new Map<Contender, Worked[]>(names.map((name) => [name, []]));
  const contenders = Object.fromEntries(
    names.map((name) => [name, async () => void seen.get(name)?.push(await workOnce(name, order.count))]),
  );
  // Every process measures itself, so that starting it and its servers does not count; the turns are what is wanted
  // here.
  await measure(contenders, { rounds: order.rounds, warmUps: 0 });
  return seen;
}

async function workOnce(name: Contender, count: number): Promise<Worked> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
  try {
    const isPostgres = name === shared;
    const order: Order = { count, atOnce, folder, isPostgres, followers: name === followed ? followers : 0 };
    const isOwn = name === "Tutti" || name === followed || name === shared;
    const worked = isOwn
      ? await runOnce([process.argv[1] ?? "", engineWord, JSON.stringify(order)])
      : await workWith(name, order);
    if (worked.done !== count) throw new Error(`${name} completed ${worked.done} of ${count}`);
    return worked;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
