import { access, constants, lstat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import type { FixFlags } from "../../fix/options/table.ts";
import { jsonOf } from "../../fix/report/formats/json.ts";
import { markdownOf } from "../../fix/report/formats/markdown.ts";
import { sarifOf } from "../../fix/report/formats/sarif.ts";
import type { FixReport } from "../../fix/report/shape.ts";
import { writeNew } from "../write-new.ts";
import { tableLines } from "../../fix/report/formats/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export type ReportFormat = "json" | "sarif" | "markdown";

const formats: Readonly<Record<ReportFormat, (report: FixReport) => string>> = {
  json: jsonOf,
  sarif: sarifOf,
  markdown: markdownOf,
};

/** Ends with a new line. */
export function reportText(report: FixReport, format: ReportFormat): string {
  return formats[format](report);
}

/** Checked before anything starts, not when all is over. */
export async function requireWritable({ sarif, markdown }: Pick<FixFlags, "sarif" | "markdown">): Promise<void> {
  for (const path of [sarif, markdown]) {
    if (path === undefined) continue;
    try {
      await access((await exists(path)) ? path : dirname(resolve(path)), constants.W_OK);
    } catch (error) {
      throw new TuttiError("cli.usage", `${path} can't be written: ${messageOf(error)}`, {
        audience: "user",
        hint: "Name a file in a folder that you can write in.",
        cause: error,
      });
    }
  }
}

/** An earlier report is written over: the next run of a CI job says what is true then. */
export async function writeReport(path: string, text: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined || there.isFile()) {
    await writeNew(path, text, there !== undefined);
    return;
  }
  // A link, a pipe or a terminal stays what it is, and gets what is said to it.
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new TuttiError("cli.usage", `${path} can't be written: ${messageOf(error)}`, {
      audience: "user",
      cause: error,
    });
  }
}

/** The table at the end, for people. */
export function sayReport(terminal: Terminal, report: FixReport): void {
  for (const line of tableLines(report, { width: terminal.outColumns?.() })) terminal.out(painted(terminal, line));
}

function painted(terminal: Terminal, line: string): string {
  const [sign, rest] = [line.slice(0, 1), line.slice(1)];
  if (sign === "✓") return `${terminal.green(sign)}${rest}`;
  if (sign === "~") return `${terminal.yellow(sign)}${rest}`;
  return sign === "✗" ? `${terminal.red(sign)}${rest}` : line;
}
