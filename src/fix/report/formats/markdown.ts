import { agentWords, costText, inLine, plural, timeText, untried } from "../text.ts";
import type { FindingStanding, FixReport, SheetReport } from "../shape.ts";
import { alsoChangedWords, headline, isAllGood, isUntried, notes, signOf, spentLine, whyOf } from "../summary.ts";

/** What a summary of a CI job should not exceed, in bytes of UTF-8. */
const most = 64 * 1024;
/** Kept free for saying what was cut. */
const reserve = 512;
const longestMessage = 300;

/** The report as a summary for CI. Texts of tools and agents are data: nothing in them is Markdown or HTML. */
export function markdownOf(report: FixReport): string {
  const page = makePage(most - reserve);
  page.add(
    `## tutti fix\n\n${escaped(headline(report))}\n${report.sheets.length === 0 ? "" : `${escaped(spentLine(report.total))}\n`}`,
  );
  page.addAll(
    notes(report).map((note) => `\n${escaped(cut(note))}\n`),
    { nouns: ["note", "notes"], share: 1 / 8 },
  );
  const rows = [...report.sheets.filter((sheet) => !isAllGood(sheet)), ...report.sheets.filter(isAllGood)];
  if (rows.length > 0) {
    page.add(
      "\n| | what | asked | fixed | left | new | by | tries | time | cost |\n|---|---|--:|--:|--:|--:|---|--:|--:|--:|\n",
    );
    page.addAll(rows.map(rowOf), { nouns: ["sheet", "sheets"], share: 1 / 2 });
  }
  const open = report.findings.filter(({ state }) => state !== "fixed");
  if (open.length > 0) {
    const count = open.reduce((sum, one) => sum + one.count, 0);
    page.add(
      `\n<details>\n<summary>${plural(count, "finding")} ${count === 1 ? "remains" : "remain"} or came in</summary>\n\n`,
    );
    page.addAll(open.map(itemOf), { nouns: ["entry", "entries"], share: 1 });
    page.add("\n</details>\n");
  }
  return page.text();
}

function rowOf(sheet: SheetReport): string {
  const { name, asked, fixed, unknown, remaining, introduced, agents, attempts, tookMs, costUsd } = sheet;
  const said = [isAllGood(sheet) ? "" : whyOf(sheet), alsoChangedWords(sheet)].filter((words) => words !== "");
  const what = `${code(name)}${said.map((words) => `<br>${escaped(cut(words))}`).join("")}`;
  const cells = [
    signOf(sheet),
    what,
    String(asked),
    unknown > 0 ? "?" : String(fixed),
    String(remaining),
    String(introduced),
    escaped(cut(agentWords(agents).join(", "))),
    String(attempts),
    isUntried(sheet) ? untried : timeText(tookMs),
    isUntried(sheet) ? untried : costText(costUsd),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

function itemOf({ state, finding, count }: FindingStanding): string {
  const { file, line, column, tool, code: rule, message } = finding;
  const place =
    file === ""
      ? ""
      : `${code(`${file}${line === null ? "" : `:${String(line)}${column === null ? "" : `:${String(column)}`}`}`)} `;
  const many = count === 1 ? "" : ` (${String(count)})`;
  return `- ${place}${escaped(rule === null ? tool : `${tool} ${rule}`)}${state === "introduced" ? " **new**" : ""}${many}: ${escaped(cut(message))}\n`;
}

function cut(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage).toWellFormed()}…`;
}

/** As HTML, because a code span of Markdown ends at what a name may hold. */
function code(text: string): string {
  return `<code>${escaped(cut(text))}</code>`;
}

/**
 * Every sign that Markdown or HTML gives a meaning becomes a character reference, so that it has none; `@` and `#`
 * would call people and issues.
 */
function escaped(text: string): string {
  return inLine(text)
    .toWellFormed()
    .replaceAll(/[&<>"'`*_{}[\]()#+!|~\\@$:^=-]/g, (char) => `&#${String(char.charCodeAt(0))};`)
    .replaceAll(/\bwww\./gi, (text_) => `${text_.slice(0, 3)}&#46;`);
}

interface Page {
  /** Has room always: only little is added like this. */
  add(text: string): void;
  /** As many as fit into this share of the room that is left, and then how many did not. */
  addAll(
    texts: readonly string[],
    how: { readonly nouns: readonly [one: string, several: string]; readonly share: number },
  ): void;
  text(): string;
}

function makePage(room: number): Page {
  const pieces: string[] = [];
  let left = room;
  const add = (text: string): void => {
    left -= bytesOf(text);
    pieces.push(text);
  };
  return {
    add,
    addAll: (texts, { nouns: [one, several], share }) => {
      const floor = left * (1 - share);
      const end = texts.findIndex((text) => {
        if (left - bytesOf(text) < floor) return true;
        add(text);
        return false;
      });
      const dropped = end === -1 ? 0 : texts.length - end;
      if (dropped > 0)
        add(
          `\nCut here: ${String(dropped)} more ${dropped === 1 ? one : several}; the JSON report has all of them.\n\n`,
        );
    },
    text: () => pieces.join(""),
  };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
