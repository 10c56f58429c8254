import { randomInt } from "node:crypto";
import { attacks } from "./attacks.ts";
import { badScores } from "./bad-scores.ts";
import { chains } from "./chains.ts";
import { prove } from "./command.ts";
import { concurrency } from "./concurrency.ts";
import { conductorKills } from "./conductor-kills.ts";
import { creation } from "./creation.ts";
import { custody } from "./custody.ts";
import { fault } from "./fault.ts";
import { fix } from "./fix.ts";
import { fleet } from "./fleet.ts";
import { fleetHistories } from "./fleet-histories.ts";
import { governor } from "./governor.ts";
import { healing } from "./healing.ts";
import { ids } from "./ids.ts";
import { incidents } from "./incidents.ts";
import { kills } from "./kills.ts";
import { limits } from "./limits.ts";
import { logs } from "./logs.ts";
import { merges } from "./merges.ts";
import type { Part } from "./part.ts";
import { notify } from "./notify.ts";
import { person } from "./person.ts";
import { plans } from "./plans.ts";
import { pool } from "./pool.ts";
import { processes } from "./processes.ts";
import { prepare } from "./prepare.ts";
import { prose } from "./prose.ts";
import { queue } from "./queue.ts";
import { rpc } from "./rpc.ts";
import { schedules } from "./schedules.ts";
import { sandbox } from "./sandbox.ts";
import { secrets } from "./secrets.ts";
import { special } from "./special.ts";
import { tamper } from "./tamper.ts";

const parts: readonly Part[] = [
  kills,
  concurrency,
  badScores,
  ids,
  attacks,
  creation,
  custody,
  rpc,
  conductorKills,
  prose,
  limits,
  governor,
  logs,
  merges,
  secrets,
  processes,
  incidents,
  queue,
  person,
  prepare,
  pool,
  plans,
  fix,
  special,
  tamper,
  fault,
  chains,
  notify,
  schedules,
  healing,
  sandbox,
  fleet,
  fleetHistories,
];

process.exitCode = await prove(process.argv.slice(2), {
  parts,
  say: (line) => {
    console.log(line);
  },
  freshSeed: () => randomInt(2 ** 32),
});
