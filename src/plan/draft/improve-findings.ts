import { clip, plural } from "../../base/text.ts";
import type { Draft, Task } from "./draft.ts";

/** A quality tool's remark about a place in a file. */
export interface Found {
  readonly tool: string;
  readonly code: string | null;
  readonly file: string;
  readonly message: string;
  readonly severity: "error" | "warning" | "info" | null;
  readonly fixable: boolean;
}

/** More would not be read, and the best of them come first. */
const mostProposals = 20;
const mostFiles = 30;

/** One proposal for each rule that a tool finds broken; the rule with the most severe and most findings first. */
export function proposalsFrom(found: readonly Found[], files: ReadonlySet<string>): readonly Task[] {
  const known = found.filter(({ file }) => files.has(file));
  const groups = [...Map.groupBy(known, ({ tool, code }) => JSON.stringify([tool, code])).values()];
  const sorted = groups.toSorted((one, other) => weightOf(other) - weightOf(one) || other.length - one.length);
  const ids = new Set<string>();
  return sorted.slice(0, mostProposals).map((group) => taskFrom(group, ids));
}

function weightOf(group: readonly Found[]): number {
  return group.some(({ severity }) => severity === "error") ? 2 : group.some(isWarning) ? 1 : 0;
}

/** A tool without severities does not call anything harmless. */
function isWarning({ severity }: Found): boolean {
  return severity === "warning" || severity === null;
}

function taskFrom(group: readonly Found[], ids: Set<string>): Task {
  const [first] = group;
  const tool = words(first?.tool ?? "");
  const code = first?.code === null || first === undefined ? null : words(first.code);
  const message = words(first?.message ?? "");
  const all = [...new Set(group.map(({ file }) => file))].toSorted();
  const paths = all.slice(0, mostFiles);
  const inFirst = new Set(paths);
  const asked = group.filter(({ file }) => inFirst.has(file));
  const rule = code === null ? tool : `${tool} ${code}`;
  const count = plural(asked.length, "finding");
  const hasErrors = asked.some(({ severity }) => severity === "error");
  return {
    id: freeId(rule, ids),
    title: clip(`resolve ${count} of ${rule}`, 100),
    description: [
      `${tool} reports ${count}${code === null ? "" : ` of its rule ${code}`} in ${plural(paths.length, "file")}.`,
      `The first says: ${clip(message, 300) || "nothing"}.`,
      `Correct the code at each of them; do not silence the tool and do not change its configuration.`,
    ].join("\n"),
    kind: hasErrors ? "fix" : "refactoring",
    after: [],
    files: paths.map((path) => ({ path, new: false })),
    criteria: [{ text: clip(`${rule} reports nothing in ${paths.join(", ")}`, 490) }],
    covers: ["R1"],
    impact: impactOf(asked, hasErrors),
    effort: effortOf(asked, paths.length),
  };
}

/** Tools print any text of the project; a plan's texts are lines. */
function words(printed: string): string {
  return printed.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
}

function impactOf(group: readonly Found[], hasErrors: boolean): NonNullable<Task["impact"]> {
  if (hasErrors) return group.length >= 10 ? "critical" : "high";
  if (!group.some(isWarning)) return "low";
  return group.length >= 10 ? "high" : "medium";
}

function effortOf(group: readonly Found[], files: number): NonNullable<Task["effort"]> {
  if (group.every(({ fixable }) => fixable)) return "trivial";
  if (group.length <= 5 && files <= 3) return "small";
  return group.length <= 40 ? "medium" : "large";
}

/** Planners name tasks too, so a tool's begin with a word of their own. */
function freeId(rule: string, ids: Set<string>): string {
  const words = `tool-${rule}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 34)
    .replace(/-$/, "");
  let id = words;
  for (let number = 2; ids.has(id); number += 1) id = `${words}-${String(number)}`;
  ids.add(id);
  return id;
}

/** A planner's improvements and those of tools in one draft; at one name the planner's stays. */
export function withProposals(draft: Draft, proposals: readonly Task[]): Draft {
  const named = new Set(draft.tasks.map(({ id }) => id));
  return { ...draft, tasks: [...draft.tasks, ...proposals.filter(({ id }) => !named.has(id))] };
}
