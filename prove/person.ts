import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Round, playRound } from "./person/round.ts";
import { removePlayground } from "./playground.ts";
import { caseSeed } from "./seed.ts";

/** A person may do anything in the checkout while results land: both have all of it in the end. */
export const person: Part = {
  name: "person",
  summary: "a person commits, amends, stages, switches, stashes, rebases, adds worktrees and gcs while 40 sheets land",
  defaultCount: 200,
  run: (order) => provePerson(order, 40),
};

/** `sheets`: how many land in each run. */
export async function provePerson({ count, seed, say }: PartOrder, sheets: number): Promise<PartResult> {
  const rounds: Round[] = [];
  for (let place = 0; place < count; place += 1) {
    const round = await playRound(caseSeed(seed, place), sheets);
    rounds.push(round);
    if (round.wrong.length === 0) await removePlayground(round.ground);
    else say(`seed ${String(round.seed)}: ${String(round.wrong.length)} wrong; it stays in ${round.ground.folder}`);
    if (rounds.length % 10 === 0) say(`${String(rounds.length)} of ${String(count)} runs`);
  }
  const total = (number: (round: Round) => number): number => rounds.reduce((sum, round) => sum + number(round), 0);
  return {
    tried: rounds.length,
    failures: rounds
      .filter(({ wrong }) => wrong.length > 0)
      .map((round) => ({ seed: round.seed, what: [round.ground.folder, ...round.wrong.slice(0, 12)].join("\n  ") })),
    figures: {
      sheets: rounds.length * sheets,
      deeds: total(({ deeds }) => deeds),
      "met a lock and tried again": total(({ refused }) => refused),
      "longest wait for a lock (ms)": Math.max(...rounds.map(({ longestWaitMs }) => longestWaitMs)),
      "landed on a branch of their own": rounds.filter(({ isDiverted }) => isDiverted).length,
      lost: total(({ lost }) => lost.length),
      false: total(({ wrong, lost }) => wrong.length - lost.length),
      hung: rounds.filter(({ isHung }) => isHung).length,
    },
  };
}
