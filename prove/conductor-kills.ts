import { type Round, playRound } from "./conductor-kills/round.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/**
 * A conductor may be killed at any time, by itself or with all it started: the next one continues without a
 * human step.
 */
export const conductorKills: Part = {
  name: "conductor-kills",
  summary: "so many kill -9 of the conductor over jobs of 25 sheets; clients and new conductors go on by themselves",
  defaultCount: 1000,
  run: proveConductorKills,
};

const roundsAtOnce = 2;

/** What is counted is kills; jobs are played to their end, so there may be some more. */
async function proveConductorKills({ count, seed, say }: PartOrder): Promise<PartResult> {
  const from = performance.now();
  const rounds: Round[] = [];
  const killed = (): number => rounds.flatMap((round) => round.kills).length;
  const isEnough = (): boolean =>
    killed() >= count || rounds.filter(({ wrong }) => wrong.length > 0).length >= mostFailures;
  let next = 0;
  const work = async (): Promise<void> => {
    while (!isEnough()) {
      const round = await playRound(caseSeed(seed, next++));
      rounds.push(round);
      if (rounds.length % 5 === 0) say(`${killed()} of ${count} kills, ${rounds.length} jobs`);
      if (round.wrong.length === 0) await removePlayground(round.ground);
      else say(`seed ${round.seed}: ${round.wrong.length} wrong; it stays in ${round.ground.folder}`);
    }
  };
  // A handful of kills is one job's: then it is played alone, as it is when a failing one is played again.
  await Promise.all(Array.from({ length: count < killsOfARound ? 1 : roundsAtOnce }, work));
  return resultOf(rounds, performance.now() - from);
}

/** Where nothing works, no kill may ever come. */
const mostFailures = 10;

/** More than most rounds have. */
const killsOfARound = 10;

function resultOf(rounds: readonly Round[], tookMs: number): PartResult {
  const struck = rounds.flatMap((round) => round.kills);
  const wrong = rounds.filter((round) => round.wrong.length > 0);
  const dispatched = rounds.map(({ lives }) => lives.dispatched).reduce((sum, one) => sum + one, 0);
  return {
    tried: struck.length,
    failures: wrong.map((round) => ({ seed: round.seed, what: story(round) })),
    figures: {
      jobs: rounds.length,
      "with all children": struck.filter(({ isWhole }) => isWhole).length,
      "aimed at a landing": struck.filter(({ moment }) => moment.kind === "landing").length,
      // The last conductor of each job was not killed.
      "before it dispatched again": Math.max(0, struck.length + rounds.length - dispatched),
      "attempts cut short": rounds.map(({ lives }) => lives.interruptions).reduce((sum, one) => sum + one, 0),
      "clients that lived through": rounds.filter(({ starter }) => starter !== "hand").length,
      lost: rounds.flatMap((round) => round.lost).length,
      doubled: rounds.flatMap((round) => round.doubled).length,
      stuck: rounds.filter((round) => round.isStuck).length,
      "ms a kill": Math.round(tookMs / Math.max(1, struck.length)),
    },
  };
}

const mostTold = 12;

function story({ ground, wrong }: Round): string {
  const more = wrong.length > mostTold ? [`and ${wrong.length - mostTold} more`] : [];
  return [`${ground.folder} (wrong.json has all of it)`, ...wrong.slice(0, mostTold), ...more].join("\n  ");
}
