import { shellWord } from "../../base/text.ts";
import type { Habit } from "./habit.ts";
import { habits } from "./table.ts";

/** The translation of a command line that Tutti does not know, but another program does. */
export type Translation =
  | { readonly kind: "words"; readonly words: readonly string[]; readonly notes: readonly string[] }
  | { readonly kind: "answer"; readonly of: Habit["of"]; readonly answer: string };

/** `words`: after the name of the program. `undefined`: no program that is known has such a line. */
export function translate(words: readonly string[]): Translation | undefined {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const command = words[at];
  if (command === undefined) return undefined;
  const rows = habits.filter(({ on }) => on.includes(command));
  const whole = rows.find(({ flags }) => flags === undefined);
  if (whole !== undefined) return byCommand(whole, words, at);
  const made: string[] = words.slice(0, at + 1);
  const last: string[] = [];
  const notes: string[] = [];
  for (let place = at + 1; place < words.length; place += 1) {
    const word = words[place] ?? "";
    const [flag, given] = splitOption(word);
    const row = rows.find(({ flags }) => flags?.includes(flag));
    const value = row?.takes === undefined ? undefined : (given ?? words[place + 1]);
    // Another program's short form may be one of Tutti's own that has no value.
    if (row === undefined || (row.takes === true && (value === undefined || value.startsWith("-")))) {
      made.push(word);
      continue;
    }
    if (row.answer !== undefined) return answered(row, value);
    if (row.takes === true && given === undefined) place += 1;
    // Two words of the other program may mean one of Tutti's.
    for (const part of (row.becomes ?? []).filter((own) => !own.startsWith("--") || !made.includes(own)))
      ((part === "$" && row.becomes?.length === 1) || part === "$," ? last : made).push(...filled(part, value));
    if (row.note !== undefined) notes.push(`${flag} is left out: ${row.note}`);
  }
  const all = [...made, ...last];
  return all.join("\n") === words.join("\n") ? undefined : { kind: "words", words: all, notes };
}

/** A whole command line, as a person would type it. */
export function lineOf(words: readonly string[]): string {
  return ["tutti", ...words.map((word) => (/^--?[\w-]+$/.test(word) ? word : shellWord(word)))].join(" ");
}

function byCommand(row: Habit, words: readonly string[], at: number): Translation {
  if (row.becomes === undefined) return answered(row, undefined);
  return { kind: "words", words: [...words.slice(0, at), ...row.becomes, ...words.slice(at + 1)], notes: [] };
}

function answered({ of, answer = "" }: Habit, value: string | undefined): Translation {
  return { kind: "answer", of, answer: answer.replace("$", value ?? "…") };
}

function splitOption(word: string): readonly [string, string?] {
  const [, flag, value] = /^(--[^=]+)=(.*)$/.exec(word) ?? [];
  return flag === undefined || value === undefined ? [word] : [flag, value];
}

function filled(part: string, value = ""): readonly string[] {
  if (part === "$,") return value.split(",").filter((one) => one !== "");
  return [part === "$" ? value : part];
}

/** The table of the moving guide, from the rows. */
export function guideRows(of: Habit["of"]): readonly string[] {
  return habits
    .filter((habit) => habit.of === of)
    .map(({ typed, note }) => {
      const meant = translate(typed.split(" "));
      const said =
        meant?.kind === "words"
          ? `\`${lineOf(meant.words)}\`${note === undefined ? "" : `; ${note}`}`
          : (meant?.answer ?? "");
      const cells = [`\`${typed}\``, meant?.kind === "words" ? "works" : "answers", said];
      return `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
    });
}
