import type { Habit } from "./habit.ts";
import { guideRows } from "./translate.ts";

const programs: readonly Habit["of"][] = ["Mozart", "Stomper", "Agents Runner"];
const mark = "<!-- made from src/cli/habits/ by `npm run docs`; do not edit -->";

/** The moving guide with the tables of today; `null` when it does not say where they go. */
export function withHabits(page: string): string | null {
  const at = page.indexOf(mark);
  if (at === -1) return null;
  const parts = programs.map((of) =>
    [`### ${of}`, "| typed | | in Tutti |", "|---|---|---|", ...guideRows(of)].join("\n"),
  );
  return `${page.slice(0, at)}${mark}\n${parts.join("\n\n")}\n`;
}
