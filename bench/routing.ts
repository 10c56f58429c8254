import { shareInterval } from "../src/learning/interval.ts";
import { evaluate } from "../src/learning/routing/evaluate.ts";
import { median } from "./measure.ts";
import type { Part } from "./part.ts";
import { tryNote } from "./routing/notes.ts";
import { recorded } from "./routing/recorded.ts";
import { agents, marks, type Policy, type Run, simulate } from "./routing/simulate.ts";

/** What choosing by measured success is worth, and whether comparisons of notes tell the truth. */
export const routing: Part = {
  name: "routing",
  summary:
    "what a landed result costs by measured success, beside each agent alone, by turns and by chance (simulated)",
  defaultRounds: 20,
  defaultCount: 4_000,
  numbers: { spread: 1, notes: 400, percent: 50 },
  run: ({ rounds, count, numbers, say }) => {
    const spread = numbers["spread"] ?? 1;
    const least = (numbers["percent"] ?? 50) / 100;
    const world = { sheets: count, spread };
    const runs = (policy: Policy, minSuccess = least): readonly Run[] =>
      Array.from({ length: rounds }, (_, round) =>
        simulate(policy, { ...world, minSuccess, seed: `round ${String(round)}` }),
      );
    const fixed = agents.map(({ name }, agent) => ({ name, runs: runs({ kind: "fixed", agent }) }));
    const order = (name: "random" | "round-robin" | "measured", minSuccess = least): readonly Run[] =>
      runs({ kind: "order", order: name, minSuccess }, minSuccess);
    const measured = order("measured");
    const others = {
      random: order("random"),
      "round-robin": order("round-robin"),
      "measured (0)": order("measured", 0),
    };
    say(
      `${String(count)} sheets, medians of ${String(rounds)} rounds; spread of skill over four kinds of work ${String(spread)}, min_success ${String(least)}`,
    );
    say("policy | first attempts that land | $ a first attempt | landed in all | attempts a landing | $ a landing");
    const rows = [
      ...fixed,
      ...Object.entries(others).map(([name, own]) => ({ name, runs: own })),
      { name: `measured (${String(least)})`, runs: measured },
      { name: `oracle (${String(least)})`, runs: runs({ kind: "oracle", minSuccess: least }) },
    ];
    for (const { name, runs: own } of rows) say(rowOf(name, own));
    const ratio = beside(measured, fixed, say);
    const shown = marks.filter((mark) => mark <= count);
    for (const [name, of] of Object.entries({ measured, ...others }))
      say(
        `Regret of ${name}, in sheets, after ${shown.join(", ")}: ${shown.map((_, place) => mid(of, ({ regret }) => regret[place] ?? 0).toFixed(0)).join(", ")}`,
      );
    tellNotes(numbers["notes"] ?? 400, say);
    tellEvaluations(spread, least, say);
    // Where no agent is better at one kind of work, nothing can be won: no worse than by the noise of the rounds.
    return Promise.resolve({ ratio, target: { atMost: spread === 0 ? 1.02 : 1 } });
  },
};

function rowOf(name: string, runs: readonly Run[]): string {
  return [
    name,
    percent(mid(runs, ({ first, sheets }) => first / sheets)),
    `$${mid(runs, ({ firstUsd, sheets }) => firstUsd / sheets).toFixed(4)}`,
    percent(mid(runs, ({ landed, sheets }) => landed / sheets)),
    mid(runs, ({ attempts, landed }) => attempts / landed).toFixed(2),
    `$${mid(runs, ({ usd, landed }) => usd / landed).toFixed(4)}`,
  ].join(" | ");
}

interface Named {
  readonly name: string;
  readonly runs: readonly Run[];
}

/** Beside the cheapest fixed agent whose first attempts land as often, within two points. */
function beside(measured: readonly Run[], fixed: readonly Named[], say: (line: string) => void): number {
  const rate = (runs: readonly Run[]): number => mid(runs, ({ first, sheets }) => first / sheets);
  const cost = (runs: readonly Run[]): number => mid(runs, ({ usd, landed }) => usd / landed);
  const wanted = Math.min(rate(measured), Math.max(...fixed.map(({ runs }) => rate(runs)))) - 0.02;
  const [best] = fixed.filter(({ runs }) => rate(runs) >= wanted).toSorted((a, b) => cost(a.runs) - cost(b.runs));
  if (best === undefined) return Number.NaN;
  say(
    `At equal landed rate (${percent(rate(measured))}, ${best.name} ${percent(rate(best.runs))}): a landing costs $${cost(measured).toFixed(4)} beside $${cost(best.runs).toFixed(4)}: ${(cost(measured) / cost(best.runs)).toFixed(2)}`,
  );
  return cost(measured) / cost(best.runs);
}

/** When the evaluation lets it be switched on, with so many attempts recorded by chance. */
function tellEvaluations(spread: number, minSuccess: number, say: (line: string) => void): void {
  for (const count of [500, 1_000, 2_000, 4_000, 8_000]) {
    const { isGood, ratio, why } = evaluate(recorded(count, spread), { minSuccess });
    const times =
      ratio === null ? "" : ` (${ratio.value.toFixed(2)}, 95 %: ${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)})`;
    say(
      `Evaluation on ${String(count)} recorded attempts: ${isGood ? "may be switched on" : "refused"}${times}: ${why}`,
    );
  }
}

function tellNotes(repeats: number, say: (line: string) => void): void {
  for (const effect of [0, 0.05, 0.1, 0.2, -0.1]) {
    const trials = Array.from({ length: repeats }, (_, index) =>
      tryNote(effect, { sheets: 2_000, seed: `note ${String(effect)} ${String(index)}` }),
    );
    const share = (status: string): string =>
      percent(trials.filter(({ found }) => found.status === status).length / repeats);
    const wrong = trials.filter(({ found }) => found.status === "promoted" || found.status === "quarantined").length;
    const { low, high } = shareInterval(wrong, repeats);
    const one = trials[0]?.found;
    say(
      `A note with a true effect of ${points(effect)} (${String(repeats)} runs): promoted ${share("promoted")}, quarantined ${share("quarantined")}, demoted ${share("demoted")}; decided as an effect ${percent(wrong / repeats)} (95 %: ${percent(low)} to ${percent(high)}), after ${String(median(trials.map(({ decidedAfter }) => decidedAfter ?? 2_000)))} sheets; the first run measured ${points(one?.difference ?? 0)} (${points(one?.low ?? 0)} to ${points(one?.high ?? 0)})`,
    );
  }
}

function mid(runs: readonly Run[], of: (run: Run) => number): number {
  return median(runs.map(of));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function points(difference: number): string {
  return `${difference > 0 ? "+" : ""}${(difference * 100).toFixed(1)} points`;
}
