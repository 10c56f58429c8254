import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Files, plainFile } from "../files.ts";
import { type Playground, askGit, makePlayground } from "../playground.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { type Sheet, scoreOf } from "../sheets.ts";
import { type End, startTutti } from "../tutti.ts";
import { killWhole } from "../census.ts";
import { type Person, deeds } from "./deeds.ts";
import { judge } from "./judge.ts";

/** One job beside a person at work, and what was found afterwards. */
export interface Round {
  readonly seed: number;
  readonly ground: Playground;
  readonly deeds: number;
  readonly refused: number;
  readonly longestWaitMs: number;
  readonly isDiverted: boolean;
  readonly isHung: boolean;
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
}

const otherFiles = 300;
const patienceMs = 300_000;
const base: Files = new Map([
  ["person/notes.txt", plainFile("notes\n")],
  ["person/plans.txt", plainFile("plans\n")],
  ...Array.from(
    { length: otherFiles },
    (_, place) => [`many/${String(place % 10)}/${String(place)}.txt`, plainFile(`${String(place)}\n`)] as const,
  ),
]);

export async function playRound(seed: number, sheetCount: number): Promise<Round> {
  const chance = chanceFrom(seed);
  const ids = Array.from({ length: sheetCount }, (_, place) => `s${String(place + 1).padStart(2, "0")}`);
  const isolation = chance.pick(["clone", "worktree"] as const);
  const score = JSON.parse(scoreOf(ids.map(sheetOf), { isolation, parallel: 4 })) as object;
  // By name: in the middle of a rebase nothing is checked out.
  const ground = await makePlayground(base, JSON.stringify({ ...score, target: "main" }));
  await makeSide(ground);
  const person: Person = {
    ground,
    chance,
    count: 0,
    diary: { commits: new Map(), edits: new Map(), refused: 0, longestWaitMs: 0, failed: [], done: 0 },
  };
  const end = await playBeside(person, chance);
  const found = await judge(person, { ids, end: end.end });
  const wrong = [...(end.isHung ? [`the job did not end within ${String(patienceMs)} ms`] : []), ...found.wrong];
  if (wrong.length > 0)
    await writeFile(
      join(ground.folder, "wrong.json"),
      JSON.stringify(
        { seed, isolation, diary: { ...person.diary, commits: [...person.diary.commits] }, wrong },
        undefined,
        1,
      ),
    );
  const { done, refused, longestWaitMs } = person.diary;
  return {
    seed,
    ground,
    deeds: done,
    refused,
    longestWaitMs,
    isDiverted: found.isDiverted,
    isHung: end.isHung,
    lost: found.lost,
    wrong,
  };
}

function sheetOf(id: string): Sheet {
  return {
    id,
    script: [`create landed/${id}.txt by ${id}`],
    validations: [],
    change: (files) => void files.set(`landed/${id}.txt`, plainFile(`by ${id}\n`)),
  };
}

/** A branch on which every one of the many files is another one. */
async function makeSide(ground: Playground): Promise<void> {
  const git = async (...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await askGit(ground, ground.repository, args);
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  };
  await git("reset", "-q", "--hard");
  await git("clean", "-fdxq");
  await git("switch", "-q", "-c", "side");
  for (const [path] of base)
    if (path.startsWith("many/")) await writeFile(join(ground.repository, path), `side of ${path}\n`);
  await git("commit", "-qam", "on the side");
  await git("switch", "-q", "main");
}

async function playBeside(person: Person, chance: Chance): Promise<{ readonly end: End; readonly isHung: boolean }> {
  const { ground, diary } = person;
  const running = startTutti(ground, ["run", ground.score, "--json"]);
  const over = { is: false };
  const ended = running.ended.finally(() => (over.is = true));
  const begun = performance.now();
  while (!over.is && performance.now() - begun < patienceMs) {
    await chance.pick(deeds).do(person);
    diary.done += 1;
  }
  const isHung = !over.is;
  if (isHung) await killWhole(running.pid, ground.home);
  return { end: await ended, isHung };
}
