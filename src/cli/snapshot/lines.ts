import type { Command } from "commander";
import type { FileView, SnapshotRequest } from "../../api/contract/sheet.ts";
import type { JobId } from "../../base/ids.ts";
import { plural, visible } from "../../base/text.ts";
import { shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { jobOption, jsonOption } from "../tree/options.ts";

/** `fix@2`, or `the workspace`. */
export function nameOf(sheet: string | null): string {
  return sheet === null ? "the workspace" : shortName(sheet);
}

export function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

const units = ["B", "kB", "MB", "GB", "TB"] as const;

export function size(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? String(Math.round(value)) : value.toFixed(1)} ${units[step] ?? ""}`;
}

export function changes(of: {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
}): string {
  return `${plural(of.files, "file")} +${of.insertions} -${of.deletions}`;
}

/** One line a file: what happened to it and how much. */
export function statLines(terminal: Terminal, files: readonly FileView[]): readonly string[] {
  const rows = files.map((file) => ({ file, amount: amountOf(file) }));
  const width = Math.max(0, ...rows.map(({ amount }) => amount.length));
  return rows.map(
    ({ file, amount }) => ` ${marks[file.status](terminal)} ${amount.padStart(width)}  ${visible(file.path)}`,
  );
}

const marks: Record<FileView["status"], (terminal: Terminal) => string> = {
  added: (terminal) => terminal.green("A"),
  changed: () => "M",
  deleted: (terminal) => terminal.red("D"),
  retyped: () => "T",
};

function amountOf(file: FileView): string {
  return file.insertions === null || file.deletions === null
    ? `binary ${size(file.bytes)}`
    : `+${file.insertions} -${file.deletions}`;
}

/** The arguments that all commands about snapshots have. */
export function aimed(command: Command): Command {
  return command
    .argument("[sheet]", "sheet by id, number or name, or JOB/SHEET; SHEET@n for one snapshot (default: the newest)")
    .addOption(jobOption)
    .option("--workspace", "use the workspace of the job instead of a sheet")
    .addOption(jsonOption);
}

export interface AimOptions {
  readonly sheet: string | undefined;
  readonly job?: string;
  readonly workspace?: true;
  readonly json?: true;
}

export function requestFrom(options: AimOptions): SnapshotRequest {
  return {
    job: options.job as JobId | undefined,
    folder: process.cwd(),
    what: options.sheet,
    isWorkspace: options.workspace === true,
  };
}

/**
 * A patch as it may be shown: coloured where colours are wanted, and with everything written out by which content could
 * speak to the terminal. Tabs stay.
 */
export function patchLines(terminal: Terminal, text: string): readonly string[] {
  let isHunk = false;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      if (line.startsWith("diff --git ")) isHunk = false;
      else if (line.startsWith("@@ ")) isHunk = true;
      return paint(terminal, line.split("\t").map(visible).join("\t"), isHunk);
    });
}

function paint(terminal: Terminal, line: string, isHunk: boolean): string {
  if (!isHunk) return terminal.bold(line);
  switch (line[0]) {
    case "+":
      return terminal.green(line);
    case "-":
      return terminal.red(line);
    case "@":
      return terminal.dim(line);
    default:
      return line;
  }
}
