import type { Plan, SheetPlan } from "../../score/plan.ts";
import { shownAgent } from "../../score/preview/agent.ts";
import type { SheetGroup } from "../../score/preview/groups.ts";
import { durationText } from "../../score/print/duration-text.ts";
import type { Terminal } from "../terminal.ts";
import { clip, shown } from "../words.ts";
import { linkNamer } from "./links.ts";

const mostRows = 60;
const heads = ["#", "sheet", "title", "agent", "after", "validations", "timeout"] as const;
/** No wider than this, so that the row of a long title is still one line. */
const widths = [6, 28, 36, 24, 28, 11, 10];

/** One row for each sheet; of very many only the first. */
export function tableLines(terminal: Terminal, plan: Plan, groups: readonly SheetGroup[]): readonly string[] {
  const nameLinks = linkNamer(plan, groups);
  const rows = plan.sheets.slice(0, mostRows).map((sheet) => cellsOf(sheet, nameLinks(sheet.after, 2)));
  const rest = plan.sheets.length - rows.length;
  const clipped = [heads, ...rows].map((row) => row.map((cell, column) => clip(cell, widths[column] ?? 0)));
  const needed = widths.map((_, column) => Math.max(...clipped.map((row) => row[column]?.length ?? 0)));
  const lines = clipped.map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padStart(needed[0] ?? 0) : cell.padEnd(needed[column] ?? 0))).join("  ")}`.trimEnd(),
  );
  const [head = "", ...body] = lines;
  return [
    terminal.dim(head),
    ...body,
    ...(rest > 0 ? [terminal.dim(`  … and ${String(rest)} more sheets (--json has all of them)`)] : []),
  ];
}

function cellsOf(sheet: SheetPlan, after: string): readonly string[] {
  const { id, title, numbers, validations, timeoutMs } = sheet;
  const checks = validations.length === 0 ? "none" : String(validations.length);
  return [
    String(numbers.sheet_num),
    shown(id),
    title === id ? "" : shown(title),
    shown(agentWords(sheet)),
    after,
    checks,
    durationText(timeoutMs),
  ];
}

function agentWords({ agent, fallbacks }: SheetPlan): string {
  return [agent, ...fallbacks].map(shownAgent).join(" → ");
}
