import { settingOf } from "../../kit/setting.ts";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JobId } from "../../../src/base/ids.ts";
import type { Setting } from "../../../src/root/setting.ts";
import { scriptedPath } from "../../kit/agents.ts";
import { type CliEnd, runBuilt } from "../../kit/built.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Played, perform } from "../../kit/perform.ts";
import { makeRepository } from "../../kit/repository.ts";
import { library } from "./library.ts";

export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const standIn = fileURLToPath(new URL("../../kit/stand-in.sh", import.meta.url));

/** A copy of the examples, the library they are about, and programs that go by the names of the agents. */
export interface Stage {
  run(example: string): Promise<Played>;
  /** A person approves all results of the job. */
  approve(job: JobId): Promise<Played>;
  /** The command line, in the folder of the examples. */
  cli(...args: readonly string[]): CliEnd;
  readonly repository: string;
  /** A file on main. */
  read(path: string): string;
  told(sheetAndAttempt: string): string;
}

/** `agents`: sheet → script for `claude`; `codex:<sheet>` for the other one. */
export function makeStage(agents: Readonly<Record<string, string>>): Stage {
  const folder = tempFolder();
  const repository = makeRepository(library);
  // A score may write beside itself.
  cpSync(examples, join(folder, "examples"), { recursive: true });
  for (const name of ["claude", "codex"]) makeProgram(folder, name);
  for (const [key, script] of Object.entries(agents)) {
    const [, name = "claude", sheet = key] = /^(\w+):(.*)$/.exec(key) ?? [];
    writeFileSync(join(folder, name, "scripts", sheet), `${script}\n`);
  }
  const path = [join(folder, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const env = {
    PATH: path,
    HOME: folder,
    TUTTI_HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    TUTTI_LOCAL: "1",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_SANDBOX: "off",
    NO_COLOR: "1",
  };
  const setting: Setting = settingOf(env.TUTTI_HOME, env);
  return {
    run: (example) => {
      const path = join(folder, "examples", example);
      const score = { path, baseDir: dirname(path), text: readFileSync(path, "utf8") };
      return perform(setting, {}, (tutti) => tutti.call("job.submit", { score, folder: repository.path }));
    },
    approve: (job) => perform(setting, {}, (tutti) => tutti.call("sheet.approve", { job })),
    cli: (...args) => runBuilt({ folder: join(folder, "examples"), env }, args),
    repository: repository.path,
    read: (file) => repository.git("show", `main:${file}`),
    told: (name) => ["claude", "codex"].map((agent) => readQuietly(join(folder, agent, "prompts", name))).join(""),
  };
}

function makeProgram(folder: string, name: string): void {
  const own = join(folder, name);
  for (const part of ["scripts", "prompts"]) mkdirSync(join(own, part), { recursive: true });
  mkdirSync(join(folder, "bin"), { recursive: true });
  const program = join(folder, "bin", name);
  writeFileSync(program, `#!/bin/sh\nexec sh '${standIn}' '${scriptedPath}' '${own}' "$@"\n`);
  chmodSync(program, 0o755);
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
