import { Option } from "commander";
import { type FixRow, defaultWords } from "../../fix/options/row.ts";
import { type FixFlags, type FixName, fixRows } from "../../fix/options/table.ts";
import type { Declare } from "../tree/command.ts";
import { duration, money, oneMore, upTo } from "../tree/options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { fix } from "./fix.ts";

/** The options are the rows of the table that have a flag. */
export const declare: Declare = (command, perform) => {
  const options = fixRows.flatMap(([name, row]) => (row.flag === undefined ? [] : [flagOf(name, row, row.flag)]));
  command
    .description(
      "Fix findings of linters, type checkers and tests: each file in its own context, verified by the tools, tested, and landed as one commit.",
    )
    .argument("[paths...]", "files, folders or globs (default: the whole repository)");
  for (const { option } of options) command.addOption(option);
  command.action(
    perform((terminal: Terminal, { paths, ...words }: Readonly<Record<string, unknown>>) => {
      const flags = options.flatMap(({ name, row, option }) => {
        const value = words[option.attributeName()];
        return value === undefined ? [] : [[name, row.takes === "switch" ? row.means !== false : value]];
      });
      return fix(terminal, { paths, ...Object.fromEntries(flags) } as FixFlags);
    }),
  );
};

function flagOf(
  name: FixName,
  row: FixRow,
  flag: string,
): { readonly name: FixName; readonly row: FixRow; readonly option: Option } {
  const usual = defaultWords(row);
  const { takes } = row;
  const option = new Option(flag, `${row.about}${rangeOf(row)}${usual === null ? "" : ` (default: ${usual})`}`);
  // Commander would set the opposite of a --no- flag where nothing was said, and then the file would have no word.
  option.negate = false;
  if (takes === "texts") option.argParser(oneMore);
  if (takes === "duration") option.argParser(duration);
  if (takes === "money") option.argParser(money);
  if (typeof takes === "object" && "most" in takes) option.argParser(upTo(takes.most));
  if (typeof takes === "object" && "oneOf" in takes) option.choices(takes.oneOf);
  return { name, row, option };
}

function rangeOf({ takes }: FixRow): string {
  if (takes === "texts") return "; repeatable";
  return typeof takes === "object" && "most" in takes && takes.most < 1000 ? `, 1 to ${String(takes.most)}` : "";
}
