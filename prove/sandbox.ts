import { randomUUID } from "node:crypto";
import { realWorld } from "../src/base/world/real-world.ts";
import { findProgram } from "../src/process/program.ts";
import { makeRunProcess } from "../src/process/run/run.ts";
import { findSandbox } from "../src/process/sandbox/find.ts";
import { missingFor } from "../src/process/sandbox/sandbox.ts";
import { processGroup } from "../src/process/tree/containment.ts";
import { ownerId } from "../src/process/tree/marker.ts";
import { containmentsHere, runnerIn } from "./contained.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Column, type EscapeAct, type Reach, columns, escapeActs } from "./sandbox/acts.ts";
import { tryEscape } from "./sandbox/trial.ts";
import { chanceFrom } from "./seed.ts";

/** A confined program reaches what docs/isolation.md says, and nothing else. */
export const sandbox: Part = {
  name: "sandbox",
  summary: "acts that try to leave the sandbox, at each level, as root and as a plain user; --count: how many of them",
  defaultCount: Infinity,
  run: proveSandbox,
};

interface Case {
  readonly act: EscapeAct;
  readonly column: Column;
  readonly user: number;
}

const plainUser = 65_534;

async function proveSandbox({ count, seed, say }: PartOrder): Promise<PartResult> {
  const path = process.env["PATH"];
  const found = await findSandbox({ path, run: runnerIn(processGroup), scratch: "/var/tmp", processes: true });
  const missing = missingFor(found, {});
  if (missing !== null) {
    say(`nothing was tried: ${missing}`);
    return { tried: 0, failures: [], figures: { through: "unknown" } };
  }
  const [containment] = await containmentsHere();
  const owner = ownerId(randomUUID(), 1);
  const run = makeRunProcess({ containment, owner, clock: realWorld, sandbox: () => Promise.resolve(found) });
  const all = casesOf(path);
  const chosen = count >= all.length ? all.map((one, place) => [place, one] as const) : chosenFrom(all, seed, count);
  say(`containment ${containment.kind}; layers ${found.layers.map(({ name }) => name).join(", ")}`);
  const layers = new Set(found.layers.flatMap(({ name, missing: why }) => (why === null ? [name] : [])));
  const alone = new Set([...layers].filter((name) => name !== "mounts"));
  const failures: { seed: number; what: string }[] = [];
  let through = 0;
  for (const [place, { act, column, user }] of chosen) {
    const reached = await tryEscape(act, { run, column, user, layers: column === "landlock" ? alone : layers });
    const allowed: readonly Reach[] = act.rootOnly === true && user !== 0 ? [] : (act.through?.[column] ?? []);
    through += reached.filter((reach) => !allowed.includes(reach)).length;
    const who = user === 0 ? "root" : "a user";
    say(`${column}, ${who}, ${act.name}: ${reached.join(", ") || "nothing"}`);
    if (reached.join() !== [...allowed].join())
      failures.push({
        seed: place,
        what: `${column}, ${who}, ${act.name}: reached ${reached.join(", ") || "nothing"}, not ${allowed.join(", ") || "nothing"}`,
      });
  }
  return { tried: chosen.length, failures, figures: { acts: escapeActs.length, through } };
}

function casesOf(path: string | undefined): readonly Case[] {
  const isThere = (name: string): boolean => findProgram(name, path, "/").kind !== "refused";
  const users = process.getuid?.() === 0 ? [0, plainUser] : [process.getuid?.() ?? plainUser];
  const acts = escapeActs.filter(({ needs = [] }) => needs.every(isThere));
  return acts.flatMap((act) => columns.flatMap((column) => users.map((user) => ({ act, column, user }))));
}

function chosenFrom(all: readonly Case[], seed: number, count: number): readonly (readonly [number, Case])[] {
  const places = all.map((_, place) => place) as [number, ...number[]];
  if (count === 1) return all.flatMap((one, place) => (place === seed % all.length ? [[place, one] as const] : []));
  const chance = chanceFrom(seed);
  const chosen = new Set(Array.from({ length: count }, () => chance.pick(places)));
  return all.flatMap((one, place) => (chosen.has(place) ? [[place, one] as const] : []));
}
