import { parse } from "yaml";
import type { AgentView } from "../../api/contract/agents.ts";
import { duration, listOf, oneLine, visible } from "../../base/text.ts";
import type { DetectedProject } from "../../plan/project/listing.ts";
import { differenceOf } from "../../plan/project/merge.ts";
import type { Proposal } from "../../plan/project/proposal.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A file that is to be written, by its path from the top. */
export interface SetupFile {
  readonly path: string;
  readonly text: string;
  /** As it is now; absent: it is not there. */
  readonly before?: string;
  /** Keys of it that stay, though something else is proposed. */
  readonly kept: readonly string[];
}

export interface Found {
  readonly top: string;
  readonly detected: DetectedProject;
  readonly agents: readonly AgentView[];
  readonly proposal: Proposal;
  readonly files: readonly SetupFile[];
}

/** The facts found and tried, and the files that would be written. */
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
    ...files.flatMap((file) => ["", ...fileLines(terminal, file)]),
    "",
  ];
}

/** A new file as a whole; of one that is there, the difference. */
function fileLines(terminal: Terminal, { path, text, before, kept }: SetupFile): readonly string[] {
  const yours = kept.length === 0 ? [] : [`  ${terminal.dim(`yours stays: ${listOf(kept.map(visible))}`)}`];
  if (before === undefined)
    return [
      terminal.bold(path),
      ...text
        .trimEnd()
        .split("\n")
        .map((line) => `  ${visible(line)}`),
    ];
  if (before === text) return [`${terminal.bold(path)} lacks nothing and stays as it is`, ...yours];
  const lines = differenceOf(before, text).map((line) => `  ${visible(line)}`);
  return [
    `${terminal.bold(path)}, the difference`,
    ...lines.map((line) => (line.startsWith("  +") ? terminal.green(line) : terminal.dim(line))),
    ...yours,
  ];
}

/** As far as it is told here. */
interface Written {
  readonly agents?: { readonly default?: string };
  readonly task?: { readonly validations?: unknown };
  readonly gates?: unknown;
}

/** The actions of a first task, according to the files to be written. */
export function taskPlan({ proposal, files }: Pick<Found, "proposal" | "files">): {
  readonly agent: string | null;
  readonly validations: readonly string[];
  readonly gates: readonly string[];
  readonly target: string;
} {
  const [config, gates] = files.map(({ text }) => parse(text) as Written | null);
  const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    agent: config?.agents?.default ?? null,
    validations: listed(config?.task?.validations).map(String),
    gates: listed(gates?.gates).map((gate) => [(gate as { run?: unknown }).run].flat().join(" ")),
    target: proposal.target,
  };
}

export function taskWords(terminal: Terminal, { proposal, files }: Found): readonly string[] {
  const { agent, validations, gates, target } = taskPlan({ proposal, files });
  const written = files.filter(({ text, before }) => text !== before).map(({ path }) => path);
  const checked =
    validations.length === 0
      ? "no validation checks its result"
      : `each result must pass ${listOf(validations.map(visible))}`;
  const gated = gates.length === 0 ? "" : `, and the merged tree must pass ${listOf(gates.map(visible))}`;
  return [
    ...(written.length === 0
      ? []
      : [
          `wrote ${listOf(written)}. Commit ${written.length === 1 ? "it" : "them"}${gates.length === 0 ? "" : `: gates count once they are on ${visible(target)}`}.`,
        ]),
    `A first ${terminal.bold('tutti task "…"')} would run ${agent ?? "no agent, as none works here (tutti agents check)"}; ${checked}${gated}; it lands on ${visible(target)}.`,
  ];
}
