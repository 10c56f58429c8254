import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearAway } from "../contexts/clear-away.ts";
import { plainFile } from "../files.ts";
import { type Playground, makePlayground } from "../playground.ts";
import { type Sheet, scoreOf } from "../sheets.ts";
import { lastJson, runTutti } from "../tutti.ts";
import { makeCanary } from "./canary.ts";
import type { Plant } from "./plants.ts";

export interface PlayTrial {
  readonly executed: readonly string[];
  readonly landed: number;
  readonly wrong: readonly string[];
}

/** What else has to do with contexts and results, besides running and landing them. `SHEET` stands for each. */
const looks: readonly (readonly string[])[] = [
  ["status", "--json"],
  ["list", "--json"],
  ["verify", "--json"],
  ["snapshots", "SHEET"],
  ["diff", "SHEET"],
  ["show", "SHEET"],
  ["worktree", "list"],
  ["worktree", "prune"],
  ["clean", "--dry-run"],
];

/**
 * A real job of the built Tutti whose agents plant these and change files, from the first context to the last landing.
 */
export async function tryPlaying(plants: readonly Plant[], level: "clone" | "worktree"): Promise<PlayTrial> {
  const base = new Map([["README.md", plainFile("# A repository\n")]]);
  const ground = await makePlayground(base, "");
  try {
    const canary = makeCanary(join(ground.folder, "canary"));
    const sheets = plants.map((plant): Sheet => {
      const script = join(ground.folder, `${plant.name}.sh`);
      writeFileSync(script, `echo by ${plant.name} >by-${plant.name}.txt\n${canary.scriptOf(plant)}`);
      return { id: plant.name, agent: { command: ["sh", script] }, change: () => undefined };
    });
    writeFileSync(ground.score, scoreOf(sheets, { isolation: level, parallel: 4 }));
    const end = await runTutti(ground, ["run", ground.score, "--json"]);
    const wrong = [
      ...(end.code === null ? ["tutti run was killed"] : []),
      ...(await lookAt(ground, sheets.slice(0, 3))),
    ];
    const jobs = lastJson(await runTutti(ground, ["list", "--json"])) as
      | readonly { counts: { landed: number } }[]
      | undefined;
    const executed = canary.songs();
    return {
      executed,
      landed: jobs?.[0]?.counts.landed ?? 0,
      wrong: [...wrong, ...executed.map((song) => `${song} was run by Tutti's git`)],
    };
  } finally {
    clearAway(ground.folder);
  }
}

/** Commands that could not be given at all. */
async function lookAt(ground: Playground, sheets: readonly Sheet[]): Promise<readonly string[]> {
  const asked = sheets.flatMap((sheet) =>
    looks.map((args) => args.map((word) => (word === "SHEET" ? sheet.id : word))),
  );
  const wrong: string[] = [];
  for (const args of asked) {
    const { code, said } = await runTutti(ground, args);
    if (code === 2) wrong.push(`tutti ${args.join(" ")}: ${said.trim()}`);
  }
  return wrong;
}
