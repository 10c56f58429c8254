import { columnWords, columns, escapeActs, reachWords } from "./acts.ts";

/** What each act reaches per level and layers, as `docs/isolation.md` has it. Acts of the same outcome share a row. */
export function escapesTable(): string {
  const rows = new Map<string, string[]>();
  for (const { name, through = {}, network } of escapeActs) {
    const cells = columns.map((column) => (through[column] ?? []).map((reach) => reachWords[reach]).join(", ") || "–");
    const where = network === undefined ? "" : " (network limited)";
    const outcome = `${cells.join(" | ")}${where}`;
    rows.set(outcome, [...(rows.get(outcome) ?? []), name]);
  }
  return [
    `| a confined program tries … | ${columns.map((column) => columnWords[column]).join(" | ")} |`,
    `|---|${"---|".repeat(columns.length)}`,
    ...[...rows].map(([outcome, names]) => `| ${names.join("; ")} | ${outcome} |`),
  ].join("\n");
}
