import type { AgentView } from "../../api/contract/agents.ts";
import { duration, listOf, oneLine, visible } from "../../base/text.ts";
import type { DetectedProject } from "../../plan/project/listing.ts";
import { type Proposal, gatesOf, validationsOf } from "../../plan/project/proposal.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A file that is to be written, by its path from the top. */
export interface SetupFile {
  readonly path: string;
  readonly text: string;
}

export interface Found {
  readonly top: string;
  readonly detected: DetectedProject;
  readonly agents: readonly AgentView[];
  readonly proposal: Proposal;
  readonly files: readonly SetupFile[];
}

/** What was found and tried, and the files that would be written. */
export function wholePlan(terminal: Terminal, { top, detected, agents, proposal, files }: Found): readonly string[] {
  const { commands, prepare } = proposal;
  const width = Math.max(0, ...commands.map(({ run }) => run.length));
  return [
    `${terminal.bold(visible(top))}: ${detected.kinds.length === 0 ? "no known kind of project" : detected.kinds.join(", ")}`,
    ...agents.map(({ name, login, problems }) =>
      problems.length === 0
        ? `  ${terminal.green("ok  ")} ${name}  ${terminal.dim(visible(login))}`
        : `  ${terminal.red("bad ")} ${name}  ${prose(problems[0] ?? "")}`,
    ),
    ...(agents.length === 0
      ? [`  ${terminal.red("no agent is installed")}: tutti agents list names those that can be`]
      : []),
    ...prepare.map(({ run, because }) => `  prepare  ${visible(run)}  ${terminal.dim(visible(because))}`),
    ...commands.flatMap(({ run, because, passed, reason, ms, log }) => [
      `  ${passed ? terminal.green("ok  ") : terminal.red("fail")} ${visible(run).padEnd(width)}  ${duration(ms)}  ${terminal.dim(visible(because))}`,
      ...(passed ? [] : [`       ${oneLine(reason.split("\n", 1)[0] ?? "", 200)}`]),
      ...(passed || log === null ? [] : [terminal.dim(`       ${visible(log)}`)]),
    ]),
    ...(commands.length === 0 ? ["  no test, lint or type command was found; add one under task.validations"] : []),
    ...files.flatMap(({ path, text }) => [
      "",
      terminal.bold(path),
      ...text
        .trimEnd()
        .split("\n")
        .map((line) => `  ${visible(line)}`),
    ]),
    "",
  ];
}

/** What a first task would do. */
export function taskPlan(proposal: Proposal): {
  readonly agent: string | null;
  readonly validations: readonly string[];
  readonly gates: readonly string[];
  readonly target: string;
} {
  return {
    agent: proposal.agent,
    validations: validationsOf(proposal),
    gates: gatesOf(proposal).map(({ run }) => run),
    target: proposal.target,
  };
}

export function taskWords(terminal: Terminal, { proposal, files }: Found): readonly string[] {
  const { agent, validations, gates, target } = taskPlan(proposal);
  const checked =
    validations.length === 0
      ? "no validation checks its result"
      : `each result must pass ${listOf(validations.map(visible))}`;
  const gated = gates.length === 0 ? "" : `, and the merged tree must pass ${listOf(gates.map(visible))}`;
  return [
    `wrote ${listOf(files.map(({ path }) => path))}. Commit ${files.length === 1 ? "it" : "them"}${gates.length === 0 ? "" : `: gates count once they are on ${visible(target)}`}.`,
    `A first ${terminal.bold('tutti task "…"')} would run ${agent ?? "no agent, as none works here (tutti agents check)"}; ${checked}${gated}; it lands on ${visible(target)}.`,
  ];
}
