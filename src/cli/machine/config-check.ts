import { basename, resolve } from "node:path";
import { projectConfigName, userConfigPath } from "../../config/files/places.ts";
import { type ConfigProblem, problemLine } from "../../config/problem.ts";
import { lookAtSettings, readFileLayer } from "../../config/read.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { count } from "../words.ts";

export interface CheckOptions {
  /** One that is to be put in its place later; without it, what counts here is checked. */
  readonly file?: string;
  readonly json?: true;
}

export async function checkConfig(terminal: Terminal, options: CheckOptions): Promise<number> {
  const problems =
    options.file === undefined
      ? (await lookAtSettings({ env: process.env, project: process.cwd() })).problems
      : await problemsOf(options.file);
  if (options.json === true) terminal.out(JSON.stringify({ valid: problems.length === 0, problems }));
  else {
    for (const problem of problems) terminal.out(problemLine(problem));
    terminal.err(problems.length === 0 ? "the settings are valid" : count(problems.length, "problem"));
  }
  return problems.length === 0 ? exitCodes.good : exitCodes.usage;
}

async function problemsOf(file: string): Promise<readonly ConfigProblem[]> {
  const path = resolve(file);
  const level = basename(path) === projectConfigName ? "project" : "user";
  const { layer, found } = await readFileLayer({ level, path, userPath: userConfigPath(process.env) });
  return found.isThere ? layer.problems : [{ source: "file", where: path, message: "is not there" }];
}
