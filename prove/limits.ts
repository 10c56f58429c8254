import { type Round, playRound } from "./limits/round.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/**
 * What a provider limits is waited for, by all sheets together and at no cost; what it refuses for good is not asked
 * again.
 */
export const limits: Part = {
  name: "limits",
  summary:
    "a provider that allows so much, 50 sheets, 16 at once; restarts, kill -9, refused keys, an outage, a used-up quota",
  defaultCount: 6,
  run: proveLimits,
};

const roundsAtOnce = 2;

async function proveLimits({ count, seed, say }: PartOrder): Promise<PartResult> {
  const rounds: Round[] = [];
  const queue = Array.from({ length: count }, (_, index) => caseSeed(seed, index)).values();
  const work = async (): Promise<void> => {
    for (const own of queue) {
      const round = await playRound(own);
      rounds.push(round);
      say(
        `round ${rounds.length} of ${count}: ${round.landed} landed in ${Math.round(round.seconds)} s, ${round.wrong.length} wrong`,
      );
      if (round.wrong.length === 0) await removePlayground(round.ground);
    }
  };
  await Promise.all(Array.from({ length: Math.min(roundsAtOnce, count) }, work));
  for (const line of table(rounds)) say(line);
  const failures = rounds
    .filter(({ wrong }) => wrong.length > 0)
    .map((round) => ({ seed: round.seed, what: story(round) }));
  return { tried: rounds.length, failures: [...failures, ...unseen(rounds, seed)], figures: figuresOf(rounds) };
}

const columns: readonly (readonly [string, (round: Round) => number | string])[] = [
  ["seed", ({ seed }) => seed],
  ["allowance", ({ setting: { allowance } }) => `${allowance.requests} in ${allowance.windowMs / 1000} s`],
  ["meets", ({ setting: { incidents } }) => incidents.join(", ")],
  ["landed", ({ landed, setting: { sheets } }) => `${landed} of ${sheets}`],
  ["conductors", ({ lives }) => lives],
  ["of them begun while parked", ({ livesWhileShut }) => livesWhileShut],
  ["requests allowed", ({ allowed }) => allowed],
  ["limited", ({ limited }) => limited],
  ["windows", ({ windows }) => windows],
  ["terminal errors", ({ terminalErrors }) => terminalErrors],
  ["begun after one", ({ afterTerminal }) => afterTerminal],
  ["begun while parked", ({ whileShut }) => whileShut],
  ["waits", ({ waits }) => waits],
  ["budget they cost", ({ spentOnLimits }) => spentOnLimits],
];

function table(rounds: readonly Round[]): readonly string[] {
  const rows = rounds.map((round) => `| ${columns.map(([, cell]) => cell(round)).join(" | ")} |`);
  return [`| ${columns.map(([title]) => title).join(" | ")} |`, `|${columns.map(() => "---|").join("")}`, ...rows];
}

function figuresOf(rounds: readonly Round[]): PartResult["figures"] {
  const sum = (of: (round: Round) => number): number => rounds.reduce((whole, round) => whole + of(round), 0);
  return {
    sheets: sum(({ setting }) => setting.sheets),
    landed: sum(({ landed }) => landed),
    "terminal errors": sum(({ terminalErrors }) => terminalErrors),
    "attempts begun after one": sum(({ afterTerminal }) => afterTerminal),
    "begun while parked": sum(({ whileShut }) => whileShut),
    waits: sum(({ waits }) => waits),
    "retries they cost": sum(({ spentOnLimits }) => spentOnLimits),
    "restarts while parked": sum(({ livesWhileShut }) => livesWhileShut),
    "limited for each allowed": (
      sum(({ limited }) => limited) /
      Math.max(
        1,
        sum(({ allowed }) => allowed),
      )
    ).toFixed(2),
    "limited in a window": (
      sum(({ limited }) => limited) /
      Math.max(
        1,
        sum(({ windows }) => windows),
      )
    ).toFixed(1),
  };
}

/** What never happened was not tried. One round alone may miss a moment, as when it is played again for its seed. */
function unseen(rounds: readonly Round[], seed: number): PartResult["failures"] {
  if (rounds.length < 3) return [];
  const isMissing = (of: (round: Round) => number): boolean => rounds.every((round) => of(round) === 0);
  return [
    ...(isMissing(({ livesWhileShut }) => livesWhileShut)
      ? [{ seed, what: "no restart came while an account was parked" }]
      : []),
    ...(isMissing(({ terminalErrors }) => terminalErrors) ? [{ seed, what: "no terminal error was met" }] : []),
    ...(isMissing(({ waits }) => waits) ? [{ seed, what: "no limit was met" }] : []),
  ];
}

const mostTold = 12;

function story({ ground, wrong }: Round): string {
  const more = wrong.length > mostTold ? [`and ${wrong.length - mostTold} more`] : [];
  return [`${ground.folder} (wrong.json has all of it)`, ...wrong.slice(0, mostTold), ...more].join("\n  ");
}
