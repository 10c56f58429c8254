import type { Finding } from "../../../findings/finding.ts";
import type { CommandAgent } from "../../../score/schema/agent.ts";
import type { Argv } from "../../../score/schema/fields.ts";
import { type Autofix, autofixes } from "./autofix.ts";
import type { Collected, Group, PreparedTool } from "../../model.ts";
import type { FixOptions } from "../../options/decide.ts";
import { allFindings } from "../../choose/reported-by.ts";
import { isWanted } from "../../choose/select.ts";

/** Tools as agents, which need no model. */
export interface Autofixers {
  /** `null`: nothing in the group can be fixed so. */
  agentFor(group: Group): CommandAgent | null;
  /** The group, with those of its findings as fixable that a tool will really be asked to fix. */
  asAsked(group: Group): Group;
}

interface AutofixPlan {
  readonly options: FixOptions;
  readonly collected: readonly Collected[];
  /** Program and arguments; what is to be done stands behind them. */
  readonly autofixProgram: Argv;
}

export function autofixersOf({ options, collected, autofixProgram }: AutofixPlan): Autofixers {
  const findings = allFindings(collected);
  const look = options.autofix
    ? autofixes({ tools: toolsOf(collected), findings, isWanted: wantedIn(options) })
    : () => nothing;
  const known = new Map<Group, Autofix>();
  const autofixOf = (group: Group): Autofix => {
    const autofix = known.get(group) ?? look(group);
    known.set(group, autofix);
    return autofix;
  };
  return {
    agentFor: (group) => {
      const { commands } = autofixOf(group);
      return commands.length === 0
        ? null
        : { command: [...autofixProgram, ...commands], prompt: "file", env: {}, once: true };
    },
    asAsked: (group) => {
      const asked = autofixOf(group).findings;
      return {
        ...group,
        findings: group.findings.map((one) => (one.fixable && !asked.has(one) ? { ...one, fixable: false } : one)),
        fixable: asked.size,
      };
    },
  };
}

const nothing: Autofix = { commands: [], findings: new Set() };

/** A tool that broke can't say that nothing is introduced. */
export function toolsOf(collected: readonly Collected[]): readonly PreparedTool[] {
  return collected.flatMap((said) => (said.kind === "read" ? [said.tool] : []));
}

function wantedIn(options: FixOptions): (finding: Finding, group: Group) => boolean {
  const isAsked = isWanted(options);
  if (options.grouping.by !== "code") return isAsked;
  return (finding, { findings: [first] }) =>
    isAsked(finding) && finding.tool === first?.tool && (finding.code ?? "") === (first.code ?? "");
}
