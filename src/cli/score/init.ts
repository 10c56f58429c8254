import { join } from "node:path";
import { Option } from "commander";
import { TuttiError } from "../../base/error.ts";
import { knownAgents } from "../../score/known-agents.ts";
import { suggestion } from "../../score/source/nearest.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Declare, invokedAs } from "../tree/command.ts";
import { jsonOption, repoOption, yesOption } from "../tree/options.ts";
import { type TaughtAgent, taughtAgents, teach } from "../project/for-agent.ts";
import type { SetupOptions } from "../project/setup.ts";
import { requireFree, requireSchemaPlace, writeSchema, writeScore } from "./init/files.ts";
import { starterScore, type Template } from "./init/starter.ts";
import { templates } from "./init/templates.ts";

export const declare: Declare = (command, perform) => {
  command
    .description(
      "Without a name: look at the repository, try its test, lint and type commands, and write the project's settings and gates after a yes. With a name: write a commented score to start from, and the schema that editors use to complete and check it. With --for: teach an agent to use Tutti.",
    )
    .argument("[name]", "name of a score to write")
    .option("-t, --template <template>", "score: template; --list shows them")
    .option("--agent <agent>", "score: agent, a name, or a command as words or as a JSON list")
    .option("--path <folder>", "score: folder to write to")
    .option("--list", "list the templates of scores")
    .addOption(
      new Option("--for <agent>", "teach this agent to use Tutti here: a skill and the MCP server").choices(
        taughtAgents,
      ),
    )
    .addOption(repoOption)
    .addOption(yesOption)
    .option("--force", "overwrite existing files")
    .addOption(jsonOption)
    .action(perform(init));
};

interface InitOptions extends SetupOptions {
  readonly name?: string | undefined;
  readonly template?: string;
  readonly path?: string;
  readonly agent?: string;
  readonly list?: true;
  readonly for?: TaughtAgent;
}

/** Beside the score and out of sight; editors find it from the score by this path. */
const schemaPath = ".tutti/score.schema.json";

/** Makes a score if an option about scores is given. */
export async function init(terminal: Terminal, options: InitOptions): Promise<number> {
  const { name, template, path, agent, list } = options;
  if (options.for !== undefined) return teach(terminal, options.for, options);
  const isScore = list === true || [name, template, path, agent].some((said) => said !== undefined);
  if (isScore)
    return initScore(terminal, {
      ...options,
      name: name ?? "score",
      template: template ?? "basic",
      path: path ?? ".",
      agent: agent ?? "claude",
    });
  const { setUpProject } = await import("../project/setup.ts");
  return setUpProject(terminal, options);
}

type ScoreOptions = InitOptions & Readonly<Record<"name" | "template" | "path" | "agent", string>>;

/** Writes a score to start from, and the schema by which editors complete and check it. */
async function initScore(terminal: Terminal, options: ScoreOptions): Promise<number> {
  const json = options.json === true;
  if (options.list === true) {
    if (json) terminal.out(JSON.stringify(templates.map(({ name, summary }) => ({ name, summary }))));
    else for (const { name, summary } of templates) terminal.out(`${name.padEnd(10)} ${summary}`);
    return exitCodes.good;
  }
  const name = requireName(options.name);
  const template = requireTemplate(options.template);
  const text = starterScore(template, { name, agent: requireAgent(options.agent), schema: `./${schemaPath}` });
  const force = options.force === true;
  const score = { path: join(options.path, `${name}.yaml`), force };
  const schema = { path: join(options.path, schemaPath), force };
  // Both or none.
  await requireFree(score);
  await requireSchemaPlace(schema);
  await writeSchema(schema);
  await writeScore(score, text);
  const next = nextSteps(score.path);
  if (json) terminal.out(JSON.stringify({ template: template.name, score: score.path, schema: schema.path, next }));
  else
    for (const line of [
      `wrote ${score.path} (${template.name}) and ${schema.path}`,
      "Next steps:",
      ...next.map((step) => `  ${step}`),
    ])
      terminal.out(line);
  return exitCodes.good;
}

function nextSteps(score: string): readonly string[] {
  const tutti = invokedAs(process);
  const path = /^[\w./-]+$/.test(score) ? score : `'${score.replaceAll("'", `'\\''`)}'`;
  return [`${tutti} validate ${path}`, `${tutti} run ${path} --dry-run`, `${tutti} run ${path}`];
}

/** It becomes the name of a file and of a job. */
function requireName(written: string): string {
  const name = written.replace(/\.ya?ml$/, "");
  if (/^[\w][\w.-]*$/.test(name)) return name;
  throw usage(
    `${JSON.stringify(written)} is no name for a score: it is made of letters, digits, _, - and .`,
    "Name its folder with --path.",
  );
}

function requireTemplate(name: string): Template {
  const found = templates.find((template) => template.name === name);
  if (found !== undefined) return found;
  const known = templates.map((template) => template.name);
  throw usage(
    `there is no template ${JSON.stringify(name)}${suggestion(name, known)}`,
    `There are: ${known.join(", ")}.`,
  );
}

/**
 * An agent that Tutti knows; else a command, in words as they are typed, or as a JSON list where one of them has a
 * space in it.
 */
function requireAgent(written: string): string | readonly string[] {
  if (knownAgents.has(written.trim())) return written.trim();
  const words = written.trim().startsWith("[") ? listOf(written) : written.split(/\s+/).filter((word) => word !== "");
  if (words !== undefined && words.length > 0 && words[0] !== "") return words;
  throw usage(
    `${JSON.stringify(written)} is no agent and no command of one`,
    'Write it as in --agent claude, --agent "my-agent -p", or as a list: --agent \'["my-agent", "-p"]\'.',
  );
}

function listOf(written: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(written);
    return Array.isArray(list) && list.every((word): word is string => typeof word === "string" && !word.includes("\0"))
      ? list
      : undefined;
  } catch {
    return undefined;
  }
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
