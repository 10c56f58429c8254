import type { FixReport } from "../../intake/fix/report/shape.ts";
import { tableLines } from "../../intake/fix/report/table.ts";
import type { Terminal } from "../terminal.ts";

/** Where nobody watches, lines may be as long as a log takes them. */
const widthOfLogs = 120;

/** The table at the end, for people. */
export function sayReport(terminal: Terminal, report: FixReport): void {
  const columns = terminal.isLive ? terminal.columns() : widthOfLogs;
  for (const line of tableLines(report, { width: columns > 0 ? columns : widthOfLogs })) terminal.out(painted(terminal, line));
}

function painted(terminal: Terminal, line: string): string {
  const [sign, rest] = [line.slice(0, 1), line.slice(1)];
  if (sign === "✓") return `${terminal.green(sign)}${rest}`;
  if (sign === "~") return `${terminal.yellow(sign)}${rest}`;
  return sign === "✗" ? `${terminal.red(sign)}${rest}` : line;
}
