import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { examples } from "../../src/cli/help/examples.ts";
import { showMore } from "../../src/cli/help/pages.ts";
import { topics } from "../../src/cli/help/topics.ts";
import { declareCommands, makeProgram } from "../../src/cli/tree/tree.ts";
import { errorCodes } from "../../src/base/error-codes.ts";
import { codes } from "../../src/score/source/codes.ts";
import { troubles } from "../../src/sheet/trouble/trouble.ts";
import { tutti } from "../kit/command-line.ts";
import { listening } from "../kit/listening.ts";
import { repository } from "./tree.ts";

const program = makeProgram(listening().terminal, false);
await declareCommands(
  program,
  () => () => Promise.resolve(),
  () => true,
);
await showMore(program);
const pages: readonly (readonly [string, Command])[] = [["tutti", program], ...pagesOf(program, "tutti")];

function pagesOf(command: Command, path: string): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((child) => {
    const words = `${path} ${child.name()}`;
    return [[words, child] as const, ...pagesOf(child, words)];
  });
}

function pageOf(command: Command, width: number): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => width });
  command.outputHelp();
  return text;
}

it.each(pages)("the help of %s is as it was", (_, command) => {
  expect(pageOf(command, 80)).toMatchSnapshot();
});

it.each(pages)(
  "the help of %s fits a narrow terminal, but for lines that are to be typed, and has an example",
  (_, command) => {
    const text = pageOf(command, 80);
    expect(text).toContain("\nExamples:\n");
    const long = text.split("\n").filter((line) => line.length > 80 && !/^ {2}tutti /.test(line));
    expect(long).toEqual([]);
  },
);

/** The words of a line as a shell makes them; redirections are not the command's. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.replace(/ [<>].*$/, "").matchAll(/"([^"]*)"|(\S+)/g)];
  return words.map(([, quoted, plain]) => quoted ?? plain ?? "").slice(1);
}

it.each(Object.values(examples).flat())("the example %s can be typed as it stands", async (line) => {
  const called = makeProgram(listening().terminal, true);
  await declareCommands(
    called,
    () => () => Promise.resolve(),
    () => true,
  );
  await expect(called.parseAsync(["node", "tutti", ...wordsOf(line)])).resolves.toBeDefined();
});

it("every command has examples, and no other", () => {
  const names = program.commands.map((command) => command.name());
  expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
});

it.each(Object.entries(topics))("tutti help %s shows its page", async (name, { page, part }) => {
  const text = readFileSync(join(repository, "docs", `${page}.md`), "utf8");
  if (part !== undefined) expect(text).toContain(`## ${part}\n`);
  const { code, out } = await tutti("help", name);
  expect([code, out.length > 200]).toEqual([0, true]);
});

it.each([...Object.keys(troubles), ...Object.keys(codes), ...errorCodes])(
  "tutti help %s says what it means",
  async (name) => {
    const { code, out } = await tutti("help", name);
    expect([code, out.split("\n")[0]]).toEqual([0, expect.stringContaining(name)]);
    expect(out.split("\n").length).toBeGreaterThan(3);
  },
);

it("the help of a code is found in any letters, and a slip is answered with what was meant", async () => {
  expect((await tutti("help", "e104")).out).toMatchSnapshot();
  expect((await tutti("help", "V203")).out).toMatchSnapshot();
  expect((await tutti("help", "exit-codes")).out).toMatchSnapshot();
  const slip = await tutti("help", "isolatoin");
  expect([slip.code, slip.err]).toEqual([2, expect.stringContaining('did you mean "isolation"?')]);
});
