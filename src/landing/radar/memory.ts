import type { MergeAnswer } from "../../git/history/merge-many.ts";

/** Merges that were tried before. A merge of the same trees on the same base always ends the same. */
export interface MergeMemory {
  recall(key: string): MergeAnswer | undefined;
  keep(key: string, answer: MergeAnswer): void;
}

const usualMost = 10_000;
/** Of one merge: who collides at more paths than this is told enough. */
const mostConflicts = 200;

/** Keeps the last so many that somebody asked for. */
export function makeMergeMemory(most: number = usualMost): MergeMemory {
  const answers = new Map<string, MergeAnswer>();
  const put = (key: string, answer: MergeAnswer): void => {
    answers.delete(key);
    answers.set(key, answer);
  };
  return {
    recall: (key) => {
      const answer = answers.get(key);
      if (answer !== undefined) put(key, answer);
      return answer;
    },
    keep: (key, answer) => {
      put(
        key,
        answer.kind === "conflict" ? { ...answer, conflicts: answer.conflicts.slice(0, mostConflicts) } : answer,
      );
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    },
  };
}
