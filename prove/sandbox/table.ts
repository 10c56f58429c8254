import { confinedLevels, escapeActs, reachWords } from "./acts.ts";

/** What each act reaches per level, as `docs/isolation.md` has it. Acts of the same outcome share a row. */
export function escapesTable(): string {
  const rows = new Map<string, string[]>();
  for (const { name, through = {} } of escapeActs) {
    const cells = confinedLevels.map(
      (level) => (through[level] ?? []).map((reach) => reachWords[reach]).join(", ") || "–",
    );
    const outcome = cells.join(" | ");
    rows.set(outcome, [...(rows.get(outcome) ?? []), name]);
  }
  return [
    `| a confined program tries … | ${confinedLevels.map((level) => `\`${level}\``).join(" | ")} |`,
    `|---|${"---|".repeat(confinedLevels.length)}`,
    ...[...rows].map(([outcome, names]) => `| ${names.join("; ")} | ${outcome} |`),
  ].join("\n");
}
