import { plainFile } from "../files.ts";
import { base as killsBase, sheetsOf as killsSheets } from "../kills-score.ts";
import type { Chance } from "../seed.ts";
import { type ScoreSetting, type Sheet, editPart, partsFile, scoreOf } from "../sheets.ts";
import type { Files } from "../files.ts";

const steps = ["first", "second", "third"];

/** What the repository holds before the job. */
export const base: Files = new Map([...killsBase, ["chain.txt", plainFile(partsFile(steps))]]);

/**
 * The twenty sheets of `kills`, a chain of three that each need what the last one landed, and two that take a while.
 */
export function sheetsOf(chance: Chance): readonly Sheet[] {
  return [...killsSheets(chance), ...chain(), slow("slow", 0.4 + chance.next()), slow("slower", 1 + chance.next())];
}

function chain(): readonly Sheet[] {
  return steps.map((step, place) => {
    const { line, change } = editPart("chain.txt", step);
    const before = steps[place - 1];
    return {
      id: `chain-${step}`,
      script: [line],
      validations: [{ command: ["grep", "-q", `^${step}: done$`, "chain.txt"] }],
      change,
      ...(before === undefined ? {} : { after: [`chain-${before}`] }),
    };
  });
}

/** Something of it is there early: a kill in the middle leaves work that has to be captured and gone on from. */
function slow(id: string, seconds: number): Sheet {
  return {
    id,
    script: [`create ${id}/begun.txt begun`, `sleep ${seconds.toFixed(2)}`, `create ${id}/ended.txt ended`],
    validations: [{ file_exists: `${id}/begun.txt` }, { file_exists: `${id}/ended.txt` }],
    change: (files) => {
      files.set(`${id}/begun.txt`, plainFile("begun\n"));
      files.set(`${id}/ended.txt`, plainFile("ended\n"));
    },
  };
}

/**
 * Attempts that are cut short go on from what they had done, and what is done can't be done again (a file that is
 * deleted, a line that is edited). Those attempts fail by their own script, so with many kills they may need many.
 */
export function patientScore(sheets: readonly Sheet[], setting: ScoreSetting): string {
  const score = JSON.parse(scoreOf(sheets, setting)) as { retry: object };
  return JSON.stringify({ ...score, retry: { ...score.retry, attempts: 30, max_delay: "100ms" } }, undefined, 1);
}
