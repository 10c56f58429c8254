import { contextLines } from "./lines.ts";
import { lookAtContexts } from "../look.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { shortSha, shown } from "../words.ts";

export async function showWorktree(
  terminal: Terminal,
  options: { readonly id: string; readonly json?: true },
): Promise<number> {
  const detail = await lookAtContexts(terminal, (viewer) => viewer.show(options.id));
  if (options.json === true) {
    terminal.out(JSON.stringify(detail));
    return exitCodes.good;
  }
  const { job, sheet, attempt, base, repository, store, snapshot, fallback, users } = detail;
  const lines = [
    ...contextLines(detail, Date.now()),
    `  job ${job}, ${sheet === null ? "for all sheets" : `sheet ${shown(sheet)}, attempt ${String(attempt)}`}`,
    `  made at commit ${shortSha(base)} of ${shown(repository)}`,
    ...(fallback === null ? [] : [`  not isolated: ${shown(fallback)}`]),
    ...(users === null || users.length === 0
      ? []
      : [`  at work in it: ${users.length === 1 ? "process" : "processes"} ${users.join(", ")}`]),
    snapshot === null
      ? "  no snapshot yet"
      : `  newest snapshot: ${snapshot.ref} (${new Date(snapshot.at).toISOString()}) in ${shown(store)}`,
  ];
  for (const line of lines) terminal.out(line);
  return exitCodes.good;
}
