import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JobView } from "../../../src/api/view.ts";
import { scriptedPath } from "../../kit/agents.ts";
import { tempFolder } from "../../kit/folders.ts";
import { makeRepository } from "../../kit/repository.ts";
import { library } from "./library.ts";

export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));
const tutti = fileURLToPath(new URL("../../../bin/tutti", import.meta.url));
const standIn = fileURLToPath(new URL("../../kit/stand-in.sh", import.meta.url));

/** A copy of the examples, the library they are about, and programs that go by the names of the agents. */
export interface Stage {
  run(example: string): Promise<Ended>;
  /** A person approves all results of the job. */
  approve(): Promise<Ended>;
  validate(names: readonly string[]): Promise<Ended>;
  job(): JobView;
  /** A file on main. */
  read(path: string): string;
  told(sheetAndAttempt: string): string;
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
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
    NO_COLOR: "1",
  };
  const perform = (...args: readonly string[]): Promise<Ended> => {
    const child = spawn(process.execPath, [tutti, ...args], { cwd: join(folder, "examples"), env });
    const said: Buffer[] = [];
    for (const channel of [child.stdout, child.stderr]) channel.on("data", (chunk: Buffer) => said.push(chunk));
    return new Promise((resolve, reject) => {
      child.on("error", reject).on("close", (code) => resolve({ code, said: Buffer.concat(said).toString() }));
    });
  };
  const job = (): JobView => JSON.parse(execFileSync(process.execPath, [tutti, "status", "--json"], { cwd: folder, env, encoding: "utf8" })) as JobView;
  return {
    job,
    approve: () => perform("approve", job().id),
    run: (example) => perform("run", example, "--repo", repository.path),
    validate: (names) => perform("validate", "--strict", ...names),
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
