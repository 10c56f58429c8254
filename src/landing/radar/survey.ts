import type { MergeAnswer } from "../../git/history/merge-many.ts";
import type { Merge } from "./trial-merges.ts";
import {
  type MergeAsk,
  type Collisions,
  type Work,
  pairAsks,
  pairsThatMeet,
  collisionsOf,
  placesToMerge,
  targetAsk,
  worstOf,
} from "./collisions.ts";

/** A look must end, however many sheets there are. */
const mostPairs = 20_000;

export interface Survey extends Collisions {
  /** Pairs that meet but were too many to merge. */
  readonly unlooked: number;
}

/** Merges works with their targets, then those that meet, on top of that. */
export async function surveyWorks(merge: Merge, works: readonly Work[], most: number = mostPairs): Promise<Survey> {
  const meeting = pairsThatMeet(works);
  const pairs = meeting.slice(0, most);
  const first = placesToMerge(works, pairs).flatMap((place): readonly { place: number; ask: MergeAsk }[] => {
    const work = works[place];
    const ask = work === undefined ? null : targetAsk(work);
    return ask === null ? [] : [{ place, ask }];
  });
  const onTarget = await merge(first.map(({ ask }) => ask));
  const onto = new Map<number, MergeAnswer>();
  for (const [number, { place }] of first.entries()) onto.set(place, worstOf(onTarget.slice(number, number + 1)));
  const byWork = new Map(works.map((work, place) => [work, onto.get(place)]));
  const asked = pairs.flatMap((pair) => {
    const [one, other] = [works[pair.left], works[pair.right]];
    return one === undefined || other === undefined
      ? []
      : [{ pair, asks: pairAsks([one, other], (work) => byWork.get(work)) }];
  });
  const answers = await merge(asked.flatMap(({ asks }) => asks));
  let at = 0;
  const judged = asked.map(({ pair, asks }) => ({ pair, answer: worstOf(answers.slice(at, (at += asks.length))) }));
  return { ...collisionsOf({ works, onto, pairs: judged }), unlooked: meeting.length - pairs.length };
}
