import { stringify } from "yaml";
import { oneLine } from "../../base/text.ts";
import type { DetectedProject, ProposedCommand } from "./listing.ts";

/** The intended content of a project's files, after its commands were tried. */
export interface Proposal {
  /** The agent of tasks; `null`: none works on this machine. */
  readonly agent: string | null;
  readonly commands: readonly TriedCommand[];
  readonly prepare: DetectedProject["prepare"];
  /** The branch that results land on. */
  readonly target: string;
}

export interface TriedCommand extends ProposedCommand {
  readonly passed: boolean;
  /** Why not; its first line can stand alone. */
  readonly reason: string;
  readonly ms: number;
  /** The file with all that it printed. */
  readonly log: string | null;
}

/** Tests judge merges too: two results may pass alone and not together. */
function gatesOf({ commands }: Proposal): readonly { readonly name: string; readonly run: string }[] {
  return commands
    .filter(({ role, passed }) => role === "tests" && passed)
    .map(({ run }, place) => ({ name: place === 0 ? "tests" : `tests-${place + 1}`, run }));
}

/** The project's settings. A command that fails on the target is there as a comment with its reason. */
export function configText(proposal: Proposal): string {
  const { agent, commands, prepare, target } = proposal;
  return [
    "# Settings of this project for Tutti. docs/config.md lists every key.",
    "",
    ...(agent === null
      ? [
          "# No agent works on the machine that wrote this; tutti agents check says why.",
          "# agents:",
          "#   default: claude",
        ]
      : ["agents:", `  default: ${quoted(agent)}`]),
    ...(commands.length === 0 ? [] : ["", ...taskLines(commands, target)]),
    ...(prepare.length === 0
      ? []
      : [
          "",
          "# What makes a new context ready before its agent starts.",
          "prepare:",
          "  commands:",
          ...prepare.map(({ run, because }) => `    - ${quoted(run)} # ${oneLine(because)}`),
        ]),
    "",
  ].join("\n");
}

function taskLines(commands: readonly TriedCommand[], target: string): readonly string[] {
  const lines = commands.flatMap(({ run, because, passed, reason }) =>
    passed
      ? [`    - ${quoted(run)} # ${oneLine(because)}`]
      : [`    # fails on ${target}: ${firstLine(reason)}`, `    # - ${quoted(run)}`],
  );
  const isEmpty = commands.every(({ passed }) => !passed);
  return [
    "# What each result of `tutti task` must pass; --validate replaces it.",
    isEmpty ? "# task:" : "task:",
    isEmpty ? "#   validations:" : "  validations:",
    ...lines,
  ];
}

/** `null`: there is nothing to ask of a merged tree. */
export function gatesText(proposal: Proposal): string | null {
  const gates = gatesOf(proposal);
  if (gates.length === 0) return null;
  return [
    `# Commands that a merged tree must pass before it lands; they count once this file is on ${proposal.target}.`,
    "# docs/gates.md lists every key.",
    "gates:",
    ...gates.flatMap(({ name, run }) => [`  - name: ${name}`, `    run: ${quoted(run)}`]),
    "",
  ].join("\n");
}

/** A comment ends with its line. */
function firstLine(text: string): string {
  return oneLine(text.split("\n", 1)[0] ?? "", 200);
}

function quoted(text: string): string {
  return stringify(text, { lineWidth: 0, blockQuote: false }).trim();
}
