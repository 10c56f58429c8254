import { clip, plural } from "../../../base/text.ts";
import { inLine } from "../text.ts";
import type { FindingStanding, FixReport, SheetReport } from "../shape.ts";
import { cellsOf, detailsOf, headline, isAllGood, notes, signOf, spentLine } from "../summary.ts";

/** The limit of a CI summary, in bytes. */
const most = 64 * 1024;
/** Room for the note about what was cut. */
const reserve = 512;
const longestMessage = 300;

/** A summary for CI. Texts of tools and agents are data: Markdown and HTML in them have no meaning. */
export function markdownOf(report: FixReport): string {
  const page = makePage(most - reserve);
  page.add(
    `## tutti fix\n\n${escaped(headline(report))}\n${report.sheets.length === 0 ? "" : `${escaped(spentLine(report.total))}\n`}`,
  );
  page.addAll(
    notes(report).map((note) => `\n${escaped(clip(note, longestMessage))}\n`),
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
  const details = detailsOf(sheet).map((words) => `<br>${escaped(clip(words, longestMessage))}`);
  const { asked, fixed, left, new: introduced, by, tries, time, cost } = cellsOf(sheet);
  const what = `${code(sheet.name)}${details.join("")}`;
  const who = escaped(clip(by, longestMessage));
  return `| ${[signOf(sheet), what, asked, fixed, left, introduced, who, tries, time, cost].join(" | ")} |\n`;
}

function itemOf({ state, finding, count }: FindingStanding): string {
  const { file, line, column, tool, code: rule, message } = finding;
  const place =
    file === "" ? "" : `${code(`${file}${line === null ? "" : `:${line}${column === null ? "" : `:${column}`}`}`)} `;
  const many = count === 1 ? "" : ` (${count})`;
  return `- ${place}${escaped(rule === null ? tool : `${tool} ${rule}`)}${state === "introduced" ? " **new**" : ""}${many}: ${escaped(clip(message, longestMessage))}\n`;
}

/** HTML: a code span of Markdown ends at characters that a name may hold. */
function code(text: string): string {
  return `<code>${escaped(clip(text, longestMessage))}</code>`;
}

/** Characters with a meaning become references; `@` and `#` would notify people and link issues. */
function escaped(text: string): string {
  return inLine(text)
    .toWellFormed()
    .replaceAll(/[&<>"'`*_{}[\]()#+!|~\\@$:^=-]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll(/\bwww\./gi, (text_) => `${text_.slice(0, 3)}&#46;`);
}

interface Page {
  /** For short texts: always has room. */
  add(text: string): void;
  /** As many as fit into this share of the room left, then the number of the rest. */
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
        add(`\nCut here: ${dropped} more ${dropped === 1 ? one : several}; the JSON report has all of them.\n\n`);
    },
    text: () => pieces.join(""),
  };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
