import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Playground, removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

export interface KillRound {
  readonly seed: number;
  readonly ground: Playground;
  readonly kills: number;
  readonly wrong: readonly string[];
}

export interface KillPart<Round extends KillRound> extends Omit<Part, "run"> {
  /** For people: `chains`. */
  readonly rounds: string;
  readonly playRound: (seed: number, most: number) => Promise<Round>;
  readonly figures: (sum: (of: (round: Round) => number) => number) => PartResult["figures"];
}

/** A proof that counts kills: rounds are played to their end, so there may be some more. */
export function killPart<Round extends KillRound>(part: KillPart<Round>): Part {
  const { name, summary, defaultCount } = part;
  return { name, summary, defaultCount, run: (order) => prove(part, order) };
}

async function prove<Round extends KillRound>(
  { rounds: noun, playRound, figures }: KillPart<Round>,
  { count, seed, say }: PartOrder,
): Promise<PartResult> {
  const rounds: Round[] = [];
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  const killed = (): number => sum(({ kills }) => kills);
  for (
    let next = 0;
    killed() < count && rounds.filter(({ wrong }) => wrong.length > 0).length < mostFailures;
    next += 1
  ) {
    const round = await playRound(caseSeed(seed, next), count - killed());
    rounds.push(round);
    say(`${String(killed())} of ${String(count)} kills, ${String(rounds.length)} ${noun}`);
    if (round.wrong.length === 0) await removePlayground(round.ground);
    else say(`seed ${String(round.seed)}: it stays in ${round.ground.folder}`);
  }
  return {
    tried: killed(),
    failures: rounds.flatMap(({ seed: of, wrong }) =>
      wrong.length === 0 ? [] : [{ seed: of, what: wrong.join("\n  ") }],
    ),
    figures: { [noun]: rounds.length, ...figures(sum) },
  };
}

const mostFailures = 5;
