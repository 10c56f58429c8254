import type { Left } from "../../api/visit.ts";
import type { Terminal } from "../terminal.ts";
import { count, shellWord, shortSha, shown } from "../words.ts";

const mostShown = 20;

/** What a person left, and what can be made of it. */
export function leftLines(
  terminal: Terminal,
  { job, sheet, snapshot, commit, files, leftOut }: Left,
): readonly string[] {
  const id = shellWord(job);
  const name = shellWord(sheet);
  if (files.length === 0) return [`Nothing was changed; ${shown(sheet)} is as it was (snapshot ${String(snapshot)}).`];
  const more = files.length - mostShown;
  return [
    `${terminal.green("captured")} ${count(files.length, "file")} as snapshot ${String(snapshot)} of ${shown(sheet)} (${shortSha(commit)})`,
    ...files
      .slice(0, mostShown)
      .map(({ path, insertions, deletions }) => `  ${shown(path)} ${linesOf(insertions, deletions)}`),
    ...(more > 0
      ? [`  and ${String(more)} more: tutti show ${shellWord(`${sheet}@${String(snapshot)}`)} --job ${id}`]
      : []),
    ...leftOut.slice(0, mostShown).map((what) => `  ${terminal.yellow("not captured")} ${shown(what)}`),
    `Validate it and let it land: tutti recover ${id} ${name}`,
    `Have its agent go on with it: tutti tell ${name} "…" --job ${id}`,
  ];
}

function linesOf(insertions: number | null, deletions: number | null): string {
  return insertions === null || deletions === null ? "(no lines)" : `+${String(insertions)} -${String(deletions)}`;
}
