import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LineName, type Outcome, landThrough, lines } from "./gates/contest.ts";
import { culpritsAmong } from "./gates/culprits.ts";
import { makeRepository, sizes } from "./landing/repository.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

/** How much sooner all is landed than one by one, by the share of results that do not pass. */
const targets = [
  { share: 0, atLeast: 5 },
  { share: 0.1, atLeast: 3 },
  { share: 0.3, atLeast: 1.5 },
] as const;

/**
 * Results that have to pass a slow gate, through the queue as it is set up by itself, beside one that lands them one by
 * one.
 */
export const gates: Part = {
  name: "gates",
  summary:
    "60 results through a gate of 2 s, none, a tenth and three tenths of them bad, beside a serial queue; --gate 0.5 for a quicker gate",
  defaultRounds: 1,
  defaultCount: 60,
  numbers: { gate: 2 },
  run: async ({ rounds, count, numbers, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    const gateSeconds = numbers["gate"] ?? 2;
    try {
      const model = join(folder, "model");
      await makeRepository(model, sizes.small);
      say(
        `Node ${process.versions.node}, ${rounds} rounds by turns, ${count} results of one file each, a gate that sleeps ${gateSeconds} s; a failure is looked at twice`,
      );
      say("| bad | queue | seconds (median) | runs of the gate | a run costs beside its sleep | serial to it |");
      say("|---|---|---|---|---|---|");
      const shares: number[] = [];
      for (const { share, atLeast } of targets)
        shares.push(atLeast / (await measureShare({ folder, model, count, gateSeconds }, share, { rounds, say })));
      return { ratio: Math.max(...shares), target: { atMost: 1 } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Order = { readonly rounds: number; readonly say: (line: string) => void };

/** How much longer one by one takes than the queue as it is by itself. */
async function measureShare(
  contest: Parameters<typeof landThrough>[0],
  share: number,
  { rounds, say }: Order,
): Promise<number> {
  const seen = new Map<LineName, Outcome[]>(lines.map((line) => [line, []]));
  let turns = 0;
  const contenders = Object.fromEntries(
    lines.map((line) => [
      line,
      async () => {
        // All of a round meet the same bad ones, and each round others.
        const seed = 1 + Math.floor(turns++ / lines.length);
        seen.get(line)?.push(await landThrough(contest, line, culpritsAmong(contest.count, share, seed)));
      },
    ]),
  );
  await measure(contenders, { rounds, warmUps: 0 });
  const times = (line: LineName): readonly number[] => (seen.get(line) ?? []).map(({ ms }) => ms);
  const ratioTo = (line: LineName): number =>
    median(times("serial").map((ms, round) => ms / (times(line)[round] ?? Number.NaN)));
  for (const line of lines) {
    const counts = (seen.get(line) ?? []).map(({ runs }) => runs);
    // Only where one run follows the other can what comes between them be told.
    const beside =
      line === "serial" ? `${(median(times(line)) / median(counts) - contest.gateSeconds * 1000).toFixed(0)} ms` : "";
    const cells = [
      `${(share * 100).toFixed(0)} %`,
      line,
      (median(times(line)) / 1000).toFixed(1),
      median(counts),
      beside,
      line === "serial" ? "" : ratioTo(line).toFixed(2),
    ];
    say(`| ${cells.join(" | ")} |`);
  }
  return ratioTo("Tutti");
}
