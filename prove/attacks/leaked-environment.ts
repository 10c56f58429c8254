import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearAway } from "../contexts/clear-away.ts";
import { gitIn } from "../contexts/raw-git.ts";
import { plainFile } from "../files.ts";
import { makePlayground } from "../playground.ts";
import { type Sheet, scoreOf } from "../sheets.ts";
import { runTutti } from "../tutti.ts";
import type { ActTrial } from "./act-trial.ts";
import { type ActLevel, otherActs } from "./acts.ts";

/** Tutti as a hook starts it: with variables that would send every git to the user's repository and index. */
export async function tryLeakedEnvironment(level: Exclude<ActLevel, "container">): Promise<ActTrial> {
  const ground = await makePlayground(new Map([["README.md", plainFile("# A repository\n")]]), "");
  try {
    const gitDir = join(ground.repository, ".git");
    const commit = level === "directory" ? [] : ["commit by the task itself"];
    const script = ["create by-task.txt by the task", ...commit, "create more.txt not committed"];
    const sheet: Sheet = { id: "task", script, change: () => undefined };
    writeFileSync(ground.score, scoreOf([sheet], { isolation: level, parallel: 1 }));
    const before = gitIn(ground.repository, ["rev-parse", "main"]).trim();
    const leaked = {
      GIT_DIR: gitDir,
      GIT_WORK_TREE: ground.repository,
      GIT_INDEX_FILE: join(gitDir, "index"),
      GIT_PREFIX: "",
      GIT_OBJECT_DIRECTORY: join(gitDir, "objects"),
    };
    const { code, said } = await runTutti({ ...ground, env: { ...ground.env, ...leaked } }, ["run", ground.score]);
    const commits = gitIn(ground.repository, [
      "log",
      "--format=%(trailers:key=Tutti-Sheet,valueonly,separator=%x2C)",
      `${before}..main`,
    ]).trim();
    const staged = gitIn(ground.repository, ["diff", "--cached", "--name-only"]).trim();
    const wrong = [
      ...(code === 0 ? [] : [`tutti run ended with ${String(code)}: ${said.trim()}`]),
      ...(commits === "task" ? [] : [`main got ${commits.replaceAll("\n", ", ") || "nothing"}`]),
      ...(staged === "user/staged.txt" ? [] : [`the user's index has ${staged}`]),
    ];
    return { act: otherActs.leakedEnvironment.name, level, reached: [], wrong };
  } finally {
    clearAway(ground.folder);
  }
}
