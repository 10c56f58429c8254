import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainFile } from "../files.ts";
import { type Playground, makePlayground, startingFiles } from "../playground.ts";
import { type Expectation, expectationOf } from "../sheets.ts";
import type { Setting } from "./setting.ts";

/** The accounts in the order in which they take over. */
export const accounts = ["first", "second"] as const;

const player = fileURLToPath(new URL("player.mjs", import.meta.url));

/**
 * A repository and a job whose sheets all ask the same provider; the second is there only for who has no quota at the
 * first.
 */
export async function makeGround(setting: Setting, urls: readonly string[]): Promise<Playground> {
  const made = await makePlayground(new Map(), scoreOf(setting, urls));
  const config = join(made.folder, "config");
  await mkdir(join(config, "tutti", "agents"), { recursive: true });
  const profile = { kind: "cli", executable: process.execPath, args: [player], output: { format: "tutti" } };
  await writeFile(join(config, "tutti", "agents", "player.yaml"), JSON.stringify(profile));
  const env = Object.fromEntries(Object.entries(made.env).filter(([name]) => name !== "TUTTI_LOCAL"));
  const roomy = { TUTTI_DISK_WARNING_GB: "0", TUTTI_DISK_FLOOR_GB: "0" };
  return { ...made, env: { ...env, ...roomy, XDG_CONFIG_HOME: config, TUTTI_AGENTS_BREAKER_RECOVERY: "1s" } };
}

function scoreOf({ sheets, parallel, turns, incidents }: Setting, urls: readonly string[]): string {
  const agents = accounts.map((account, place) => [
    account,
    { use: "player", account, args: [urls[place] ?? "", String(turns)] },
  ]);
  const score = {
    name: "limits",
    isolation: "worktree",
    parallel,
    agents: Object.fromEntries(agents) as object,
    agent: accounts[0],
    fallbacks: incidents.includes("quota") ? [accounts[1]] : [],
    // What an outage costs is budget; what a limit costs is none, so one is all that a job without an outage may have.
    retry: incidents.includes("outage") ? { attempts: 10, base_delay: "20ms" } : { attempts: 1 },
    sheets: sheetIds(sheets).map((id) => ({
      id,
      prompt: `Do ${id}.`,
      validations: [{ file_exists: `${id}/${turns}.txt` }],
    })),
  };
  return JSON.stringify(score, undefined, 1);
}

function sheetIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => `sheet-${String(place + 1).padStart(2, "0")}`);
}

/** All have landed, each its own files. */
export function expected({ sheets, turns }: Setting): Expectation {
  const whole = sheetIds(sheets).map((id) => ({
    id,
    change: (files: Map<string, ReturnType<typeof plainFile>>): void => {
      for (let turn = 1; turn <= turns; turn += 1) files.set(`${id}/${turn}.txt`, plainFile(`${id}: turn ${turn}\n`));
    },
  }));
  return expectationOf(startingFiles(new Map()), whole);
}
