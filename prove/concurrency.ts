import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { plainFile } from "./files.ts";
import { type Inspection, inspect } from "./inspection.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Playground, makePlayground, removePlayground, startingFiles } from "./playground.ts";
import { type Chance, caseSeed, chanceFrom } from "./seed.ts";
import { type Sheet, editPart, expectationOf, partsFile, scoreOf } from "./sheets.ts";
import { type End, logsOf, runTutti } from "./tutti.ts";
import { walk } from "./walk.ts";

/** A hundred sheets on one repository, sixteen at once: nothing gets in anything's way. */
export const concurrency: Part = {
  name: "concurrency",
  summary: "100 sheets, 16 at once, on one repository; clones and worktrees by turns",
  defaultCount: 2,
  run: proveConcurrency,
};

const sheetCount = 100;
const atOnce = 16;
const modes = ["clone", "worktree"] as const;
const ids = Array.from({ length: sheetCount }, (_, place) => `s${String(place).padStart(3, "0")}`);
const base = new Map([["shared.txt", plainFile(partsFile(ids))]]);

async function proveConcurrency({ count, seed, say }: PartOrder): Promise<PartResult> {
  const rounds: Round[] = [];
  for (let place = 0; place < count; place += 1) {
    const round = await playRound(caseSeed(seed, place), modes[place % modes.length] ?? "clone");
    say(`${round.mode}: ${sheetCount} sheets, ${atOnce} at once, in ${(round.tookMs / 1000).toFixed(1)} s`);
    if (round.wrong.length === 0) await removePlayground(round.ground);
    rounds.push(round);
  }
  const wrong = rounds.filter((round) => round.wrong.length > 0);
  return {
    tried: rounds.length,
    failures: wrong.map((round) => ({
      seed: round.seed,
      what: `${round.mode}, ${round.ground.folder}\n  ${round.wrong.join("\n  ")}`,
    })),
    figures: {
      sheets: rounds.length * sheetCount,
      lost: rounds.flatMap((round) => round.lost).length,
      doubled: rounds.flatMap((round) => round.doubled).length,
      "lock errors": rounds.flatMap((round) => round.complaints).length,
      "left behind": rounds.flatMap((round) => round.left).length,
    },
  };
}

interface Round extends Inspection {
  readonly seed: number;
  readonly mode: (typeof modes)[number];
  readonly ground: Playground;
  readonly tookMs: number;
  readonly complaints: readonly string[];
}

async function playRound(seed: number, mode: Round["mode"]): Promise<Round> {
  const chance = chanceFrom(seed);
  const sheets = ids.map((id, place) => sheetOf(id, place, chance));
  const ground = await makePlayground(base, scoreOf(sheets, { isolation: mode, parallel: 1 }));
  const startedAt = performance.now();
  const end = await runTutti(ground, ["run", ground.score, "-j", String(atOnce), "--json"]);
  const tookMs = performance.now() - startedAt;
  const complaints = await readComplaints(ground);
  const mostAtOnce = countAtOnce(end);
  const found = await inspect(ground, expectationOf(startingFiles(base), sheets));
  const wrong = [
    ...(end.code === 0 ? [] : [`it ended with ${String(end.code)}: ${end.said.trimEnd().split("\n").at(-1) ?? ""}`]),
    ...(mostAtOnce === atOnce ? [] : [`${mostAtOnce} sheets ran at once, not ${atOnce}`]),
    ...complaints,
    ...found.wrong,
  ];
  return { seed, mode, ground, tookMs, complaints, ...found, wrong };
}

/** How many sheets were between start and end at the same time, at most. */
function countAtOnce(end: End): number {
  let running = 0;
  let most = 0;
  for (const line of end.said.split("\n")) {
    if (line.includes('"event":{"kind":"started"')) most = Math.max(most, ++running);
    else if (line.includes('"event":{"kind":"ended"')) running -= 1;
  }
  return most;
}

/**
 * A file of its own, a part of the file that all of them edit, and now and then a commit that the agent makes itself.
 */
function sheetOf(id: string, place: number, chance: Chance): Sheet {
  const { line, change } = editPart("shared.txt", id);
  const own = `own/${id}.txt`;
  return {
    id,
    script: [
      `sleep ${(chance.next() * 0.2).toFixed(3)}`,
      `create ${own} by ${id}`,
      ...(place % 5 === 0 ? ["commit half of it"] : []),
      line,
    ],
    validations: [{ file_exists: own }, { command: ["grep", "-q", `^${id}: done$`, "shared.txt"] }],
    change: (files) => {
      change(files);
      files.set(own, plainFile(`by ${id}\n`));
    },
  };
}

/** Words in which git and Tutti tell that something was in the way, in all that was said and logged. */
const complaint = /\block|File exists|could not|"kind":"notice"/i;

async function readComplaints(ground: Playground): Promise<readonly string[]> {
  const jobs = join(ground.home, "jobs");
  const logs = [
    ...logsOf(ground),
    ...walk(jobs)
      .filter((path) => path.endsWith(".log"))
      .map((path) => join(jobs, path)),
  ];
  const texts = await Promise.all(logs.map((path) => readFile(path, "utf8")));
  return texts
    .flatMap((text) => text.split("\n"))
    .filter((line) => complaint.test(line))
    .map((line) => line.slice(0, 500));
}
