import type { Terminal } from "../terminal/terminal.ts";
import { wrap } from "../terminal/wrap.ts";
import { titleOf } from "./docs.ts";

/** A page for a terminal: paragraphs fill the width, a table becomes a list, and links keep only their text. */
export function markdownLines(
  terminal: Pick<Terminal, "bold" | "dim">,
  page: string,
  width: number,
): readonly string[] {
  const lines: string[] = [];
  const blank = (): void => {
    if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  };
  for (const block of blocksOf(page)) {
    blank();
    const [first = ""] = block;
    const title = titleOf(first);
    if (title !== undefined) lines.push(terminal.bold(plain(title)));
    else if (first.startsWith("```")) lines.push(...block.slice(1).map((line) => terminal.dim(`    ${line}`)));
    else if (first.startsWith("|")) lines.push(...tableLines(terminal, block, width));
    else if (!first.startsWith("<!--")) lines.push(...textLines(block, width));
  }
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Runs of lines that belong together: a heading, code between fences, a table, an item of a list, a paragraph. */
function blocksOf(page: string): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of page.split("\n")) {
    const last = blocks.at(-1);
    const isCode = last?.[0]?.startsWith("```") === true && isOpen;
    if (isCode && line.startsWith("```")) isOpen = false;
    else if (isCode) last.push(line);
    else if (line.startsWith("```")) {
      isOpen = true;
      blocks.push([line]);
    } else if (line.trim() === "") blocks.push([]);
    else if (last === undefined || last.length === 0 || !isSame(last, line)) blocks.push([line]);
    else last.push(line);
  }
  return blocks.filter((block) => block.length > 0);
}

function isSame([first = ""]: readonly string[], line: string): boolean {
  if (titleOf(first) !== undefined || titleOf(line) !== undefined || first.startsWith("```")) return false;
  if (first.startsWith("|") !== line.startsWith("|")) return false;
  return !/^\s*(?:[-*]|\d+\.) /.test(line);
}

function textLines(block: readonly string[], width: number): readonly string[] {
  const [, indent = "", mark = ""] = /^(\s*)((?:[-*]|\d+\.) )?/.exec(block[0] ?? "") ?? [];
  const text = block.map((line) => line.trim()).join(" ");
  const hanging = indent + " ".repeat(mark.length);
  return wrap(plain(text.slice(mark.length)), width - hanging.length).map((line, place) =>
    place === 0 ? `${indent}${mark}${line}` : `${hanging}${line}`,
  );
}

/** Each row as its first cell, and below it the others, with the name of their column where there are several. */
function tableLines(terminal: Pick<Terminal, "bold">, rows: readonly string[], width: number): readonly string[] {
  const [head = [], , ...cells] = rows.map((row) =>
    row
      .slice(1, row.lastIndexOf("|"))
      .split(/(?<!\\)\|/)
      .map((cell) => plain(cell.replaceAll(String.raw`\|`, "|").trim())),
  );
  return cells.flatMap(([first = "", ...others]) => [
    ...(first === "" ? [] : wrap(first, width - 2).map((line) => `  ${terminal.bold(line)}`)),
    ...others.flatMap((cell, place) => {
      if (cell === "") return [];
      const text = others.length > 1 ? `${head[place + 1] ?? ""}: ${cell}` : cell;
      return wrap(text, width - 6).map((line) => `      ${line}`);
    }),
  ]);
}

/** Without the marks of links, code and emphasis. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/`([^`]+)`/g, "$1")
    .replaceAll(/\*\*([^*]+)\*\*/g, "$1");
}
