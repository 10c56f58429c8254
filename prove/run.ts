import { randomInt } from "node:crypto";
import { badScores } from "./bad-scores.ts";
import { prove } from "./command.ts";
import { concurrency } from "./concurrency.ts";
import { kills } from "./kills.ts";
import type { Part } from "./part.ts";

const parts: readonly Part[] = [kills, concurrency, badScores];

process.exitCode = await prove(process.argv.slice(2), {
  parts,
  say: (line) => {
    console.log(line);
  },
  freshSeed: () => randomInt(2 ** 32),
});
