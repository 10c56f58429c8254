import { errorCodes } from "../../base/error-codes.ts";
import { remedyCodes } from "../../score/healing/codes.ts";
import { codes } from "../../score/source/codes.ts";
import { suggestion } from "../../score/source/nearest.ts";
import { type TroubleCode, troubles } from "../../sheet/trouble/trouble.ts";
import { exitCodes } from "../exit-codes.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { wrap } from "../terminal/wrap.ts";
import type { Declare } from "../tree/command.ts";
import { markdownLines } from "./markdown.ts";
import { partOf, readPage } from "./docs.ts";
import { topics } from "./topics.ts";

export const declare: Declare = (command, perform) => {
  command
    .description("Show the help of a command, a topic, or the meaning of a code (E104, V203, job.unknown).")
    .usage("[COMMAND | TOPIC | CODE]")
    .argument("[words...]", "a command, a topic or a code (default: the list of topics)")
    .action(perform(help));
};

/** The help of commands is shown before this is called: `tutti help run` is `tutti run --help`. */
export function help(terminal: Terminal, { words }: { readonly words: readonly string[] }): Promise<number> {
  const width = Math.min(terminal.outColumns?.() ?? 80, widest);
  const lines = words.length === 0 ? topicList(width) : pageFor(terminal, words.join(" "), width);
  for (const line of lines) terminal.out(line);
  return Promise.resolve(exitCodes.good);
}

/** Longer lines are hard to read. */
const widest = 100;

function pageFor(terminal: Terminal, word: string, width: number): readonly string[] {
  const topic = topics[word.toLowerCase()];
  if (topic !== undefined) {
    const page = readPage(topic.page);
    const part = topic.part === undefined ? page : partOf(page, (title) => title === topic.part);
    return markdownLines(terminal, part ?? page, width);
  }
  const code = codeLines(terminal, word, width);
  if (code !== undefined) return code;
  throw usage(
    `there is no command, topic or code ${JSON.stringify(word)}${suggestion(word, [...Object.keys(topics), ...allCodes])}`,
    "tutti --help lists the commands, tutti help the topics.",
  );
}

const allCodes: readonly string[] = [...Object.keys(troubles), ...Object.keys(codes), ...remedyCodes, ...errorCodes];

function codeLines(terminal: Terminal, word: string, width: number): readonly string[] | undefined {
  const upper = word.toUpperCase();
  if (upper in troubles) return troubleLines(terminal, upper as TroubleCode, width);
  if (upper in codes)
    return pagePart(terminal, "validate", { isHeading: (title) => title.startsWith(`${upper} `), width });
  if (remedyCodes.some((code) => code === upper))
    return pagePart(terminal, "healing", { isHeading: (title) => title.startsWith(`${upper} `), width });
  const wanted = word.toLowerCase();
  if (!errorCodes.some((code) => code === wanted)) return undefined;
  return pagePart(terminal, "errors", { isHeading: (title) => title === `\`${wanted}\``, width });
}

function pagePart(
  terminal: Terminal,
  page: string,
  { isHeading, width }: { readonly isHeading: (title: string) => boolean; readonly width: number },
): readonly string[] {
  const part = partOf(readPage(page), isHeading);
  return markdownLines(terminal, `${part ?? ""}\n\nSee also: docs/${page}.md`, width);
}

/** The meaning of a trouble, Tutti's remedy, and the actions open to a person. */
function troubleLines(terminal: Terminal, code: TroubleCode, width: number): readonly string[] {
  const { title, category, remedy, hint } = troubles[code];
  const row = readPage("troubles")
    .split("\n")
    .find((line) => line.startsWith(`| \`${remedy}\` |`));
  const done = row?.split("|")[2]?.replaceAll("`", "").trim() ?? "";
  const part = (head: string, text: string): readonly string[] => [
    "",
    terminal.bold(head),
    ...wrap(text, width - 2).map((line) => `  ${line}`),
  ];
  return [
    terminal.bold(`${code} (${category}): ${title}`),
    ...part(`What Tutti does: ${remedy}`, done),
    ...part(
      "What you can do",
      `${hint ?? "Nothing is needed."} tutti errors shows what the agent printed; tutti explain SHEET what the sheet waits for.`,
    ),
    "",
    "See also: tutti help troubles",
  ];
}

function topicList(width: number): readonly string[] {
  const column = Math.max(...Object.keys(topics).map((name) => name.length)) + 4;
  const rows = Object.entries(topics).flatMap(([name, { about }]) =>
    wrap(about, width - column).map((line, place) => `${(place === 0 ? `  ${name}` : "").padEnd(column)}${line}`),
  );
  return [
    "Topics, each with tutti help TOPIC:",
    ...rows,
    "",
    "tutti --help lists the commands. tutti help CODE explains a code, such as E104 or V203.",
  ];
}
