import { randomInt } from "node:crypto";
import { attacks } from "./attacks.ts";
import { badScores } from "./bad-scores.ts";
import { prove } from "./command.ts";
import { concurrency } from "./concurrency.ts";
import { conductorKills } from "./conductor-kills.ts";
import { creation } from "./creation.ts";
import { custody } from "./custody.ts";
import { ids } from "./ids.ts";
import { kills } from "./kills.ts";
import type { Part } from "./part.ts";
import { rpc } from "./rpc.ts";

const parts: readonly Part[] = [kills, concurrency, badScores, ids, attacks, creation, custody, rpc, conductorKills];

process.exitCode = await prove(process.argv.slice(2), {
  parts,
  say: (line) => {
    console.log(line);
  },
  freshSeed: () => randomInt(2 ** 32),
});
