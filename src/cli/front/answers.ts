import type { JobView, SheetView } from "../../api/contract/job.ts";
import type { LogPiece } from "../../api/contract/sheet.ts";
import type { Tutti } from "../../api/tutti.ts";
import { andMore, plural, shellWord } from "../../base/text.ts";
import { shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { tame } from "../transcript/entry-lines.ts";
import { type Entry, makeTranscript } from "../../agents/transcript/transcript.ts";

/** The answers of sheets that changed no file: they are all there is to see of such a sheet. */
export async function answerLines(
  terminal: Pick<Terminal, "bold" | "dim">,
  tutti: Pick<Tutti, "call">,
  job: JobView,
): Promise<readonly string[]> {
  const answered = job.sheets.filter(isAnswerOnly);
  const lines: string[] = [];
  for (const { id } of answered.slice(0, mostSheets)) {
    const asked = { job: job.id, folder: "/", sheet: id, offset: -tailBytes, limit: tailBytes };
    // The summary must not be lost to a log that can't be read.
    const piece = await tutti.call("sheet.logs", asked).catch(() => null);
    const answer = piece === null ? [] : answerIn(piece);
    if (answer.length === 0) continue;
    const rest = answer.length - mostLines;
    lines.push(terminal.bold(`${shortName(id)} answers:`), ...answer.slice(0, mostLines).map((line) => `  ${line}`));
    if (rest > 0)
      lines.push(terminal.dim(`  ${plural(rest, "more line")}: tutti logs ${shellWord(id)} --job ${job.id}`));
  }
  const rest = answered.length - mostSheets;
  return rest > 0
    ? [...lines, terminal.dim(`answers of ${plural(mostSheets, "sheet")}${andMore(rest)}: tutti logs`)]
    : lines;
}

const mostSheets = 3;
const mostLines = 40;
const tailBytes = 200_000;

/** One that worked in the user's own folder changed that. */
function isAnswerOnly({ state, context }: SheetView): boolean {
  return state === "done" && context?.level !== "none";
}

/** Its last words; of prose, its end. */
export function answerIn({ form, text, offset }: Pick<LogPiece, "form" | "text" | "offset">): readonly string[] {
  if (form.format === "text") return linesOf(text).slice(-mostLines);
  const transcript = makeTranscript(form);
  const entries = [...transcript.add({ text, offset, times: [] }), ...transcript.end()];
  return linesOf(wordsOf(entries));
}

function wordsOf(entries: readonly Entry[]): string {
  const texts = entries.flatMap(({ what }) =>
    what.kind === "said" || (what.kind === "ended" && what.text !== null) ? [what.text ?? ""] : [],
  );
  return texts.at(-1) ?? "";
}

function linesOf(text: string): readonly string[] {
  const whole = text.trim();
  return whole === "" ? [] : whole.split("\n").map(tame);
}
