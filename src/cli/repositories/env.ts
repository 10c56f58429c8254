import { stringify } from "yaml";
import { messageOf, TuttiError } from "../../base/error.ts";
import { visible } from "../../base/text.ts";
import {
  listEnvironments,
  openEnvironment,
  readText,
  removeEnvironment,
  writeEnvironment,
} from "../../environments/files.ts";
import type { TakenContainer } from "../../environments/devcontainer.ts";
import { variablesIn } from "../../environments/parse.ts";
import { editedText, type ReadEnvironment } from "../../environments/read.ts";
import { environmentVersion } from "../../environments/schema.ts";
import { exitCodes } from "../exit-codes.ts";
import { isAgreed, readInput, usage } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, oneMore, yesOption } from "../tree/options.ts";
import { faultsAt } from "./env-check.ts";
import { editByHand } from "./env-edit.ts";
import { environmentFolder } from "./workplace.ts";

const nameArgument = ["<name>", "lower case letters, digits and single hyphens"] as const;

export const declare: Declare = (command, perform) => {
  command
    .command("list", { isDefault: true })
    .description("list environments (default)")
    .addOption(jsonOption)
    .action(perform(list));
  command
    .command("create")
    .description("write a new environment: where and how tasks run, under a name")
    .argument(...nameArgument)
    .option("--repo <repository>", "address of a remote, or an absolute folder")
    .option("--base <branch>", "branch to start from and to land on")
    .option("--agent <name>", "agent; the first works, the others take over; repeatable", oneMore)
    .option("--var <assignment>", "variable, as NAME=value; repeatable", oneMore)
    .option("--var-file <file>", "variables from a file, one NAME=value a line; - for stdin")
    .option(
      "--secret <reference>",
      "NAME=env:VARIABLE, NAME=command:PROGRAM or NAME=keyring:SERVICE/ACCOUNT; repeatable",
      oneMore,
    )
    .option("--prepare <command>", "command that makes a context ready; repeatable", oneMore)
    .option("--prompt <text>", "text that follows every prompt; repeatable", oneMore)
    .option("--devcontainer <file>", "take image, variables, prepare steps and ports from a devcontainer.json")
    .option("--from <file>", "take the whole file from here; - for stdin")
    .addOption(jsonOption)
    .action(perform(create));
  command
    .command("edit")
    .description("change an environment in $EDITOR, or key by key; nothing invalid is written")
    .argument(...nameArgument)
    .option("--set <assignment>", "set a key, as base=main or limits.parallel=4; repeatable", oneMore)
    .option("--unset <key>", "remove a key; repeatable", oneMore)
    .addOption(jsonOption)
    .action(perform(edit));
  command
    .command("show")
    .description("print an environment; secrets are shown as references")
    .argument(...nameArgument)
    .addOption(jsonOption)
    .action(perform(show));
  command
    .command("remove")
    .description("remove an environment; its mirror, its tasks and what they landed stay")
    .argument(...nameArgument)
    .addOption(yesOption)
    .addOption(jsonOption)
    .action(perform(remove));
  command
    .command("check")
    .description("check environments: repository, base, agents, secrets, isolation")
    .argument("[names...]", "environments (default: all)")
    .addOption(jsonOption)
    .action(perform(check));
};

interface Options {
  readonly json?: true;
}
interface Named extends Options {
  readonly name: string;
}

async function list(terminal: Terminal, { json }: Options): Promise<number> {
  const names = await listEnvironments(environmentFolder());
  const read = await Promise.all(names.map(async (name) => ({ name, ...(await readOrWhy(name)) })));
  if (json === true)
    terminal.out(JSON.stringify(read.map(({ name, why, found }) => ({ name, why, ...found?.written }))));
  else if (read.length === 0) terminal.out("No environments. Make one: tutti env create NAME --repo ADDRESS");
  else {
    const columns = [{ head: "NAME" }, { head: "BASE" }, { head: "AGENTS", rank: 1 }, { head: "REPOSITORY" }];
    const rows = read.map(({ name, why, found }) => ({
      cells: [
        name,
        found?.environment.base ?? "",
        (found?.environment.agents ?? []).map(agentWord).join(", "),
        visible(found?.environment.repository ?? ""),
      ],
      ...(why === null ? {} : { below: [terminal.red(why.split("\n")[0] ?? "")] }),
    }));
    for (const line of tableLines(terminal, { columns, rows })) terminal.out(line);
  }
  return exitCodes.good;
}

function agentWord(agent: NonNullable<ReadEnvironment["environment"]["agents"]>[number]): string {
  if (typeof agent === "string") return agent;
  return "use" in agent ? agent.use : agent.command[0];
}

async function readOrWhy(
  name: string,
): Promise<{ readonly found: ReadEnvironment | null; readonly why: string | null }> {
  try {
    return { found: await openEnvironment(environmentFolder(), name), why: null };
  } catch (error) {
    return { found: null, why: messageOf(error) };
  }
}

interface CreateOptions extends Named {
  readonly repo?: string;
  readonly base?: string;
  readonly agent?: readonly string[];
  readonly var?: readonly string[];
  readonly varFile?: string;
  readonly secret?: readonly string[];
  readonly prepare?: readonly string[];
  readonly prompt?: readonly string[];
  readonly devcontainer?: string;
  readonly from?: string;
}

async function create(terminal: Terminal, options: CreateOptions): Promise<number> {
  const { name, from, json } = options;
  const text =
    from === undefined ? stringify(await writtenFrom(terminal, options), { lineWidth: 0 }) : await readInput(from);
  const { path } = await writeEnvironment(environmentFolder(), name, { text, before: null });
  terminal.out(json === true ? JSON.stringify({ name, path }) : `${name}: written to ${visible(path)}`);
  return exitCodes.good;
}

async function writtenFrom(terminal: Terminal, options: CreateOptions): Promise<Readonly<Record<string, unknown>>> {
  const file = options.varFile === undefined ? "" : `${await readInput(options.varFile)}\n`;
  const { variables, faults } = variablesIn(file + (options.var ?? []).join("\n"));
  const [fault] = faults;
  if (fault !== undefined) throw usage(`variables, line ${String(fault.line)}: ${fault.why}`, "Write NAME=value.");
  const secrets = Object.fromEntries((options.secret ?? []).map(assigned));
  const container = options.devcontainer === undefined ? {} : await containerFrom(terminal, options.devcontainer);
  const said = {
    version: environmentVersion,
    ...container,
    repository: options.repo,
    base: options.base,
    agents: options.agent,
    variables: orNothing({ ...container.variables, ...variables }),
    secrets: orNothing(secrets),
    prepare: container.prepare === undefined ? options.prepare : [...container.prepare, ...(options.prepare ?? [])],
    prompt: options.prompt,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function orNothing(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(map).length === 0 ? undefined : map;
}

/** Taken once, by a person: what a repository changes in its file later changes nothing here. */
async function containerFrom(terminal: Terminal, path: string): Promise<Partial<TakenContainer>> {
  const { fromDevcontainer } = await import("../../environments/devcontainer.ts");
  const { written, notes } = fromDevcontainer(await readInput(path), path);
  for (const note of notes) terminal.err(terminal.dim(prose(note)));
  return written;
}

/** The text may hold a secret by mistake: it is not repeated. */
function assigned(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw usage("--secret has no name and reference", "Write --secret NPM_TOKEN=env:NPM_TOKEN");
  return [text.slice(0, equals), text.slice(equals + 1)];
}

async function edit(
  terminal: Terminal,
  options: Named & { readonly set?: readonly string[]; readonly unset?: readonly string[] },
): Promise<number> {
  const { name, set = [], unset = [], json } = options;
  const folder = environmentFolder();
  const { text, path } = await readText(folder, name);
  const isByHand = set.length + unset.length === 0;
  const edited = isByHand ? await editByHand(terminal, { name, text, path }) : editedText(text, set, unset);
  if (edited === text) {
    terminal.out(json === true ? JSON.stringify({ name, changed: false }) : `${name}: not changed`);
    return exitCodes.good;
  }
  await writeEnvironment(folder, name, { text: edited, before: text });
  terminal.out(json === true ? JSON.stringify({ name, changed: true, path }) : `${name}: written to ${visible(path)}`);
  return exitCodes.good;
}

async function show(terminal: Terminal, { name, json }: Named): Promise<number> {
  const { written } = await openEnvironment(environmentFolder(), name);
  const { text } = await readText(environmentFolder(), name);
  terminal.out(json === true ? JSON.stringify({ name, ...written }) : text.trimEnd());
  return exitCodes.good;
}

async function remove(terminal: Terminal, options: Named & { readonly yes?: true }): Promise<number> {
  const { name, json } = options;
  const { path } = await readText(environmentFolder(), name);
  if (!(await isAgreed(terminal, options, `Remove ${visible(path)}?`))) return exitCodes.failed;
  await removeEnvironment(environmentFolder(), name);
  terminal.out(json === true ? JSON.stringify({ removed: name }) : `${name}: removed`);
  return exitCodes.good;
}

async function check(terminal: Terminal, { names, json }: Options & { names: readonly string[] }): Promise<number> {
  const wanted = names.length === 0 ? await listEnvironments(environmentFolder()) : names;
  const checked: { readonly name: string; readonly faults: readonly string[] }[] = [];
  for (const name of wanted) {
    try {
      const found = await openEnvironment(environmentFolder(), name);
      checked.push({ name, faults: await faultsAt(terminal, found) });
    } catch (error) {
      if (!(error instanceof TuttiError)) throw error;
      checked.push({ name, faults: [error.message] });
    }
  }
  if (json === true) terminal.out(JSON.stringify(checked));
  else
    for (const { name, faults } of checked) {
      terminal.out(`${name}: ${faults.length === 0 ? terminal.green("good") : terminal.red("not usable")}`);
      for (const fault of faults) terminal.out(`  ${fault}`);
    }
  return checked.some(({ faults }) => faults.length > 0) ? exitCodes.failed : exitCodes.good;
}
