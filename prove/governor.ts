import { type Round, type Setting, playRound } from "./governor/round.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** Sheets of two homes behind one account use what it allows, and none of them is refused twice. */
export const governor: Part = {
  name: "governor",
  summary: "3 jobs × 50 sheets of two homes behind one account with limits of sessions, calls and tokens",
  defaultCount: 3,
  run: proveGovernor,
};

const load = { jobs: 3, sheets: 50, turns: 10, turnMs: 2_000, turnTokens: 1_000 };
const settings: readonly [Setting, ...Setting[]] = [
  { ...load, binds: "sessions", allowance: { sessions: 16, calls: 300, tokens: 300_000, spanMs: 30_000 } },
  { ...load, binds: "calls", allowance: { sessions: 30, calls: 210, tokens: 300_000, spanMs: 30_000 } },
  { ...load, binds: "tokens", allowance: { sessions: 30, calls: 300, tokens: 210_000, spanMs: 30_000 } },
];

const leastUse = 0.9;

async function proveGovernor({ count, seed, say }: PartOrder): Promise<PartResult> {
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) {
    const own = seedOf(seed, index);
    const round = await playRound(own, settings[own % settings.length] ?? settings[0]);
    rounds.push(round);
    const { setting, landed, refused, mostRefused, use, seconds } = round;
    say(
      `${setting.binds} bind: ${landed} of ${setting.jobs * setting.sheets} landed in ${Math.round(seconds)} s, ${Math.round(use * 100)} % of the limit used, ${refused} calls refused, ${mostRefused} at most of one sheet`,
    );
    if (problemsOf(round).length === 0) for (const ground of round.grounds) await removePlayground(ground);
  }
  const failures = rounds.flatMap((round) => problemsOf(round).map((what) => ({ seed: round.seed, what })));
  return { tried: rounds.length, failures, figures: figuresOf(rounds) };
}

/** The seed says which limit is the narrowest, so that a round can be played again by its seed; each has its turn. */
function seedOf(seed: number, index: number): number {
  const own = caseSeed(seed, index) >>> 0;
  return own - (own % settings.length) + ((seed + index) % settings.length);
}

function problemsOf({ wrong, use, landed, setting, grounds }: Round): readonly string[] {
  const all = setting.jobs * setting.sheets;
  return [
    ...(landed === all ? [] : [`${landed} of ${all} sheets landed (${grounds[0]?.folder ?? ""})`]),
    ...(use >= leastUse ? [] : [`${Math.round(use * 100)} % of the limit of ${setting.binds} were used`]),
    ...wrong,
  ];
}

function figuresOf(rounds: readonly Round[]): PartResult["figures"] {
  return {
    landed: rounds.reduce((sum, { landed }) => sum + landed, 0),
    refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
    "most of one sheet": Math.max(0, ...rounds.map(({ mostRefused }) => mostRefused)),
    "least use": `${Math.round(Math.min(...rounds.map(({ use }) => use)) * 100)} %`,
  };
}
