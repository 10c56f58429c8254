import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, it } from "vitest";
import { declareCommands } from "../../src/cli/tree/tree.ts";
import { repository } from "./tree.ts";

const page = readFileSync(join(repository, "docs", "cli.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| `tutti "));
/** Where a row says that another page has the options of its command. */
const optionPages = /\((?<name>[a-z-]+\.md)#options\)/g;
const inlineCommand = /`tutti (?<first>[a-z][a-z-]+)(?: (?<second>[a-z][a-z-]+)(?=[ `]))?/g;
const prose = page
  .split("\n")
  .filter((line) => !line.startsWith("|"))
  .join("\n");

/** The commands that the command line has, each with the words that call it. */
async function commandsThere(): Promise<ReadonlyMap<string, Command>> {
  const program = new Command();
  await declareCommands(
    program,
    () => () => Promise.resolve(),
    () => true,
  );
  return new Map(leavesOf(program, ""));
}

function leavesOf(command: Command, before: string): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((child) =>
    child.commands.length > 0 ? leavesOf(child, `${before}${child.name()} `) : [[before + child.name(), child]],
  );
}

/** The call that each row is about: what stands before its first argument or option. */
function namedIn(row: string): string {
  return (/^\| `tutti ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/.exec(row)?.[1] ?? "").replace(/^(service|completion) .*/, "$1");
}

it("docs/cli.md has a row for every command, and no other", async () => {
  expect([...new Set(rows.map(namedIn))].sort()).toEqual([...(await commandsThere()).keys()].sort());
});

it("every command that a document names is there", async () => {
  const names = [...(await commandsThere()).keys()].map((name) => name.split(" "));
  const firsts = new Set(names.map(([first]) => first));
  const isThere = (first: string, second: string | undefined): boolean => {
    const seconds = names.filter(([name, sub]) => name === first && sub !== undefined).map(([, sub]) => sub);
    return firsts.has(first) && (second === undefined || seconds.length === 0 || seconds.includes(second));
  };
  const unknown = readdirSync(join(repository, "docs"))
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...readFileSync(join(repository, "docs", file), "utf8").matchAll(inlineCommand)]
        .filter(({ groups }) => !isThere(groups?.["first"] ?? "", groups?.["second"]))
        .map(([text]) => `${file}: ${text}`),
    );
  expect(unknown).toEqual([]);
});

it("docs/cli.md names every option, by its long or its short name, in a row of its command, in the text, or in the page that the row names", async () => {
  const missing = [...(await commandsThere())].flatMap(([name, command]) => {
    const own = rows.filter((row) => namedIn(row) === name).join("\n");
    const others = [...own.matchAll(optionPages)].map(({ groups }) =>
      readFileSync(join(repository, "docs", groups?.["name"] ?? ""), "utf8"),
    );
    const told = [own, ...others, prose].join("\n");
    const options = command.options.filter(({ hidden, long }) => !hidden && long !== "--help");
    const isTold = (flag: string | undefined): boolean =>
      flag !== undefined && new RegExp(`[\\s[\`]${flag}(?![\\w-])`).test(told);
    return options
      .filter(({ long, short }) => !isTold(long ?? undefined) && !isTold(short ?? undefined))
      .map(({ flags }) => `${name} ${flags}`);
  });
  expect(missing).toEqual([]);
});
