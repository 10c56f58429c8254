import { clip, dollars, duration, firstFew, listOf, plural, visible } from "../../base/text.ts";
import type { Estimate } from "../../learning/outcomes/estimate.ts";
import type { Task } from "../../plan/draft/draft.ts";
import { inOrder, type OrderedDraft } from "../../plan/draft/graph.ts";
import type { Requirement } from "../../plan/draft/requirements.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { planShape, sheetGroups } from "../../score/preview/shape.ts";
import { graphLines } from "../score/preview/graph.ts";
import { tableLines } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Shown extends OrderedDraft {
  readonly requirements: readonly Requirement[];
  /** Of the score that the plan becomes. */
  readonly plan: Plan;
  readonly estimate: Estimate;
}

const columns = [
  { head: "task" },
  { head: "title" },
  { head: "kind", rank: 2 },
  { head: "after", rank: 1 },
  { head: "covers" },
  { head: "files" },
];

/** A plan for a person who is to approve it: tasks, their order, what proves them, and what was changed in it. */
export function planLines(
  terminal: Terminal,
  { draft, overlaps, requirements, plan, estimate }: Shown,
): readonly string[] {
  const tasks = inOrder(draft.tasks);
  return [
    `${terminal.bold(visible(plan.name))}: ${visible(draft.goal)}`,
    "",
    ...tableLines(terminal, { columns, rows: tasks.map((task) => ({ cells: cellsOf(task) })), indent: "  " }),
    "",
    ...tasks.flatMap((task) => criteriaLines(terminal, task)),
    "",
    ...graphLines(plan, { groups: sheetGroups(plan), shape: planShape(plan) }),
    "",
    `${plural(tasks.length, "task")} cover ${plural(requirements.length, "requirement")}; no fault was found`,
    estimateLine(estimate),
    ...overlaps.map(
      ({ first, second, files }) =>
        `${terminal.yellow("note:")} ${second} now waits for ${first}: both touch ${listOf(files.map(visible))}`,
    ),
  ];
}

/** By records of such work; what no record tells is said to be unknown. */
function estimateLine({ usd, ms }: Estimate): string {
  const cost = usd === null ? "unknown" : `about ${dollars(usd)}`;
  const time = ms === null ? "unknown" : `about ${duration(ms)} of agents' work in the longest chain`;
  return `cost without reviews: ${cost}; time: ${time}`;
}

function cellsOf({ id, title, kind, after, covers, files }: Task): readonly string[] {
  const names = files.map(({ path, new: isNew }) => `${visible(path)}${isNew ? " (new)" : ""}`);
  return [id, clip(visible(title), 48), kind, firstFew(after, 3), firstFew(covers.map(visible), 4), firstFew(names, 4)];
}

/** A command proves its criterion; the others are for a reviewer, who has to cite the change. */
function criteriaLines(terminal: Terminal, { id, criteria }: Task): readonly string[] {
  return [
    `  ${terminal.bold(id)} is done when`,
    ...criteria.map(({ text, command }) =>
      command === undefined
        ? `    - ${visible(text)} ${terminal.dim("(a reviewer judges)")}`
        : `    - ${visible(text)}: ${terminal.green(visible(command))}`,
    ),
  ];
}
