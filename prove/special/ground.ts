import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainFile } from "../files.ts";
import { type Playground, makePlayground } from "../playground.ts";
import type { Place } from "./places.ts";
import type { Thing } from "./things.ts";

const base = new Map([
  ["README.md", plainFile("# A repository\n")],
  ["tracked.txt", plainFile("tracked\n")],
  ["empty.txt", plainFile("")],
  ["some/file.txt", plainFile("some\n")],
]);

/** A repository, and a home with a conductor of its own. */
export async function makeSpecialGround(): Promise<Playground> {
  const made = await makePlayground(base, "");
  const env = Object.fromEntries(Object.entries(made.env).filter(([name]) => name !== "TUTTI_LOCAL"));
  return { ...made, env: { ...env, XDG_CONFIG_HOME: join(made.folder, "config") } };
}

export interface Planted {
  readonly id: string;
  readonly thing: Thing;
  readonly place: Place;
}

export function workFile(id: string): string {
  return `by-${id}.txt`;
}

/** A score with a sheet for each thing at its place. Each writes a file of its own as well, which must not be lost. */
export function plantingScore(ground: Playground, planted: readonly Planted[], name: string): string {
  const workspace = join(ground.folder, `workspace-${name}`);
  mkdirSync(workspace, { recursive: true });
  const sheets = planted.map(({ id, thing, place }) => {
    const script = join(ground.folder, `${id}.sh`);
    const words = [
      `ID=${id}; WORKSPACE='${workspace}'; USERS='${ground.repository}'; HOME_OF_TUTTI='${ground.home}'`,
      `echo by ${id} >${workFile(id)}`,
      place.before ?? ":",
      `P="${place.path}"`,
      'mkdir -p "$(dirname "$P")"; rm -rf "$P"',
      thing.script,
      "exit 0",
    ];
    writeFileSync(script, `${words.join("\n")}\n`);
    return { id, prompt: "do", agent: { command: ["sh", script] } };
  });
  const score = join(ground.folder, `${name}.yaml`);
  writeFileSync(
    score,
    JSON.stringify({ name, workspace, isolation: "clone", parallel: 4, retry: { attempts: 1 }, sheets }),
  );
  return score;
}

/** A score of one sheet that does nothing odd. */
export function plainScore(ground: Playground, name: string): string {
  const script = join(ground.folder, `${name}.sh`);
  writeFileSync(script, `echo by ${name} >${workFile(name)}\n`);
  const score = join(ground.folder, `${name}.yaml`);
  writeFileSync(
    score,
    JSON.stringify({
      name,
      isolation: "clone",
      retry: { attempts: 1 },
      sheets: [{ id: name, prompt: "do", agent: { command: ["sh", script] } }],
    }),
  );
  return score;
}
