import { resolve } from "node:path";
import type { AgentsView, AgentView } from "../../api/contract/agents.ts";
import { visible } from "../../base/text.ts";
import { ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { environmentHere } from "../setting.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption, repoOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("list")
    .description("list every agent, where its profile is defined, and the installed version")
    .addOption(repoOption)
    .addOption(jsonOption)
    .action(perform(listAgents));
  command
    .command("check")
    .description("check that agents work, which login they use, and how to fix those that fail; asks no model")
    .argument("[names...]", "agents (default: all)")
    .addOption(repoOption)
    .addOption(jsonOption)
    .action(perform(checkAgents));
};

interface AgentsOptions {
  readonly repo?: string;
  readonly json?: true;
}

/** Every agent that a score can name here. */
async function listAgents(terminal: Terminal, options: AgentsOptions): Promise<number> {
  const view = await ask(terminal, (tutti) => tutti.call("agents.list", questionFrom(options)));
  if (options.json === true) terminal.out(JSON.stringify(view));
  else for (const line of tableOf(terminal, view)) terminal.out(line);
  tellProblems(terminal, view);
  return exitCodes.good;
}

/** Whether agents work, with what to do where they do not. */
async function checkAgents(
  terminal: Terminal,
  { names, ...options }: AgentsOptions & { readonly names: readonly string[] },
): Promise<number> {
  const view = await ask(terminal, (tutti) =>
    tutti.call("agents.check", { ...questionFrom(options), names: [...names] }),
  );
  if (options.json === true) terminal.out(JSON.stringify(view));
  else for (const line of view.agents.flatMap((agent) => linesOf(terminal, agent))) terminal.out(line);
  tellProblems(terminal, view);
  // A missing agent is a problem only if it was asked for.
  const isBad =
    view.problems.length > 0 || (names.length > 0 && view.agents.some(({ problems }) => problems.length > 0));
  return isBad ? exitCodes.failed : exitCodes.good;
}

function questionFrom({ repo }: AgentsOptions): { folder: string; environment: Record<string, string> } {
  return { folder: resolve(repo ?? "."), environment: environmentHere() };
}

function tellProblems(terminal: Terminal, { problems }: AgentsView): void {
  for (const problem of problems) terminal.err(terminal.red(visible(problem)));
}

function tableOf(terminal: Terminal, { agents }: AgentsView): readonly string[] {
  return tableLines(terminal, {
    columns: [
      { head: "NAME" },
      { head: "KIND", rank: 3 },
      { head: "ORIGIN", rank: 2 },
      { head: "VERIFIED", rank: 1 },
      { head: "INSTALLED" },
    ],
    rows: agents.map((agent) => ({
      cells: [visible(agent.name), agent.kind, agent.origin, verifiedWords(agent), installedWords(agent)],
    })),
  });
}

function verifiedWords({ verified }: AgentView): string {
  return verified === null ? "not verified" : visible(verified.version);
}

function installedWords({ kind, program, version, problems }: AgentView): string {
  // No request goes to a model's server before a sheet is played: only the presence of its key is known.
  const isThere = kind === "http" ? problems.length === 0 : program !== null;
  return visible(version ?? (isThere ? "not asked" : "–"));
}

function linesOf(terminal: Terminal, agent: AgentView): readonly string[] {
  const { name, displayName, kind, origin, program, version, login, problems, notes } = agent;
  const isGood = problems.length === 0;
  const state = isGood ? terminal.green("ok ") : terminal.red("bad");
  const where = program === null ? "" : `, ${program}${version === null ? "" : ` ${version}`}`;
  const indent = " ".repeat(5);
  return [
    `${state}  ${visible(name)}: ${visible(displayName)} (${kind}, ${origin}${visible(where)})`,
    ...problems.map((problem) => `${indent}${terminal.red("→")} ${visible(problem)}`),
    ...(isGood ? [`${indent}login: ${visible(login)}`, `${indent}verified: ${verifiedWords(agent)}`] : []),
    ...notes.map((note) => `${indent}${terminal.dim(visible(note))}`),
  ];
}
