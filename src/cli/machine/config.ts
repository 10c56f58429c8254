import { plural, visible } from "../../base/text.ts";
import { basename, resolve } from "node:path";
import { projectConfigName } from "../../base/home/project-config.ts";
import { userConfigPath } from "../../config/files/places.ts";
import { setInFile } from "../../config/files/set.ts";
import { entryOf } from "../../config/keys.ts";
import type { SettingRow } from "../../config/merge.ts";
import { type ConfigProblem, problemLine } from "../../config/problem.ts";
import { lookAtSettings, readFileLayer, readSettings } from "../../config/read.ts";
import type { Declare } from "../tree/command.ts";
import { exitCodes } from "../exit-codes.ts";
import { jsonOption } from "../tree/options.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("show")
    .description("show every setting, its value and where it is set")
    .addOption(jsonOption)
    .action(perform(showConfig));
  command
    .command("set")
    .description("set a key in your own file, keeping its comments")
    .argument("<key>")
    .argument("<value>")
    .option("--project", "set it in the file of the project (tutti.config.yaml)")
    .addOption(jsonOption)
    .action(perform(setConfig));
  command
    .command("path")
    .description("show which files are read here")
    .addOption(jsonOption)
    .action(perform(configPath));
  command
    .command("check")
    .description("check the settings, or one file")
    .argument("[file]")
    .addOption(jsonOption)
    .action(perform(checkConfig));
};

/** Every setting that counts here, and who said so. */
export async function showConfig(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const { rows } = await readSettings({ env: process.env, project: process.cwd() });
  if (options.json === true) {
    terminal.out(JSON.stringify(rows));
    return exitCodes.good;
  }
  const columns = [{ head: "SETTING" }, { head: "VALUE" }, { head: "SET BY" }];
  const cells = rows.map((row) => [
    row.key,
    valueText(row),
    `${row.origin}${row.where === null ? "" : ` ${visible(row.where)}`}`,
  ]);
  for (const line of tableLines(terminal, { columns, rows: cells.map((row) => ({ cells: row })) })) terminal.out(line);
  return exitCodes.good;
}

/** `null` says little to people: each key has a word for it. */
function valueText({ key, value }: Pick<SettingRow, "key" | "value">): string {
  if (value === null) return entryOf(key).kind.word ?? "null";
  return typeof value === "object" ? value.join("; ") : String(value);
}

interface SetOptions {
  readonly key: string;
  readonly value: string;
  readonly project?: true;
  readonly json?: true;
}

export async function setConfig(terminal: Terminal, options: SetOptions): Promise<number> {
  const { key, value: text } = options;
  const done = await setInFile({
    key,
    text,
    env: process.env,
    project: options.project === true ? process.cwd() : null,
  });
  if (options.json === true) terminal.out(JSON.stringify(done));
  else terminal.out(`${done.key}: ${valueText(done)} in ${visible(done.path)}`);
  return exitCodes.good;
}

/** Which files are read here. The paths go out as they are: scripts take them. */
export async function configPath(terminal: Terminal, options: { readonly json?: true }): Promise<number> {
  const { files } = await lookAtSettings({ env: process.env, project: process.cwd() });
  if (options.json === true) terminal.out(JSON.stringify(files));
  else
    for (const { path, level, isThere } of files)
      terminal.out(`${path}  ${terminal.dim(`(${level}${isThere ? "" : ", not there"})`)}`);
  return exitCodes.good;
}

interface CheckOptions {
  /** One that is to be put in its place later; without it, what counts here is checked. */
  readonly file?: string | undefined;
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
    terminal.err(problems.length === 0 ? "the settings are valid" : plural(problems.length, "problem"));
  }
  return problems.length === 0 ? exitCodes.good : exitCodes.usage;
}

async function problemsOf(file: string): Promise<readonly ConfigProblem[]> {
  const path = resolve(file);
  const level = basename(path) === projectConfigName ? "project" : "user";
  const { layer, found } = await readFileLayer({ level, path, userPath: userConfigPath(process.env) });
  return found.isThere ? layer.problems : [{ source: "file", where: path, message: "is not there" }];
}
