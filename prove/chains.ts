import { type Round, playRound } from "./chains/round.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** A conductor may be killed at any moment around the end of a job: what follows that end follows once. */
export const chains: Part = {
  name: "chains",
  summary: "so many kill -9 of the conductor around the ends of jobs that start others; each successor exactly once",
  defaultCount: 300,
  run: proveChains,
};

/** What is counted is kills; a chain is played to its end, so there may be some more. */
async function proveChains({ count, seed, say }: PartOrder): Promise<PartResult> {
  const rounds: Round[] = [];
  const killed = (): number => rounds.reduce((sum, { kills }) => sum + kills, 0);
  for (
    let next = 0;
    killed() < count && rounds.filter(({ wrong }) => wrong.length > 0).length < mostFailures;
    next += 1
  ) {
    const round = await playRound(caseSeed(seed, next), count - killed());
    rounds.push(round);
    say(`${String(killed())} of ${String(count)} kills, ${String(rounds.length)} chains`);
    if (round.wrong.length === 0) await removePlayground(round.ground);
    else say(`seed ${String(round.seed)}: it stays in ${round.ground.folder}`);
  }
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  return {
    tried: killed(),
    failures: rounds.flatMap(({ seed: of, wrong }) =>
      wrong.length === 0 ? [] : [{ seed: of, what: wrong.join("\n  ") }],
    ),
    figures: {
      chains: rounds.length,
      jobs: sum(({ jobs }) => jobs),
      commands: sum(({ commands }) => commands),
      "commands cut short": sum(({ unknown }) => unknown),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
    },
  };
}

const mostFailures = 5;
