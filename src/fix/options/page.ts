import { defaultWords } from "../../plan/options.ts";
import { type FixRow, fixRows } from "./table.ts";

const begin = "<!-- made from src/fix/options/table.ts by `npm run docs`; do not edit -->";
const end = "<!-- end of what is made from src/fix/options/table.ts -->";

/** `null`: the page has no mark for the table. */
export function withFixOptions(page: string): string | null {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) return null;
  const lines = ["| option | key of the file | meaning |", "|---|---|---|", ...fixRows.map(([, row]) => lineOf(row))];
  return `${page.slice(0, from)}${begin}\n${lines.join("\n")}\n${page.slice(to)}`;
}

function lineOf(row: FixRow): string {
  const { flag, key, takes, about } = row;
  const choices = typeof takes === "object" && "oneOf" in takes ? `: ${takes.oneOf.map(code).join(", ")}` : "";
  const range = typeof takes === "object" && "most" in takes ? `, 1 to ${takes.most.toLocaleString("en")}` : "";
  const usual = defaultWords(row);
  const keyWords =
    row.means === false && key !== undefined ? `${code(key)} (false)` : key === undefined ? "" : code(key);
  const meaning = `${about}${choices}${range}${takes === "texts" ? "; repeatable" : ""}${usual === null ? "" : ` (default: ${usual})`}`;
  return `| ${flag === undefined ? "" : code(flag)} | ${keyWords} | ${meaning} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}
