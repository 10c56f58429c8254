import type { Found } from "../api/contract/job.ts";
import { TuttiError } from "../base/error.ts";
import { plural, shellWord } from "../base/text.ts";
import { canAsk, pick } from "./terminal/input.ts";
import { ago, shortName } from "./terminal/prose.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** A person picks one of those that a word fits; without a terminal it is an error. */
export async function choose(terminal: Terminal, word: string, all: readonly Found[]): Promise<Found> {
  const kind = all.every(({ sheet }) => sheet === null)
    ? "job"
    : all.some(({ sheet }) => sheet === null)
      ? ""
      : "sheet";
  const fits = `${JSON.stringify(word)} fits ${kind === "" ? `${all.length} jobs and sheets` : plural(all.length, kind)}`;
  const json = process.argv.includes("--json") ? ({ json: true } as const) : {};
  if (canAsk(terminal, json)) {
    const picked = await pick(terminal, `${fits}:`, all.slice(0, mostNamed).map(lineOf));
    const found = picked === undefined ? undefined : all[picked];
    if (found !== undefined) return found;
  }
  const names = all.slice(0, mostNamed).map((one) => shellWord(fullName(one)));
  const more = all.length - names.length;
  throw new TuttiError("name.ambiguous", `${fits}: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`, {
    audience: "user",
    hint: "Write one in full, or more of its beginning.",
  });
}

const mostNamed = 9;

function fullName({ job, sheet }: Found): string {
  return sheet === null ? job : `${job}/${sheet.id}`;
}

function lineOf(found: Found): string {
  const { name, status, createdAt, sheet } = found;
  const what = sheet === null ? `${shortName(name)}, ${status}, ${ago(createdAt)}` : shortName(sheet.title);
  return `${fullName(found)}  ${what}`;
}
