import type { FileView } from "../../api/contract/sheet.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { count, shortName, shown } from "../terminal/prose.ts";

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
  return `${count(of.files, "file")} +${String(of.insertions)} -${String(of.deletions)}`;
}

/** One line a file: what happened to it and how much. */
export function statLines(terminal: Terminal, files: readonly FileView[]): readonly string[] {
  const rows = files.map((file) => ({ file, amount: amountOf(file) }));
  const width = Math.max(0, ...rows.map(({ amount }) => amount.length));
  return rows.map(
    ({ file, amount }) => ` ${marks[file.status](terminal)} ${amount.padStart(width)}  ${shown(file.path)}`,
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
    : `+${String(file.insertions)} -${String(file.deletions)}`;
}
