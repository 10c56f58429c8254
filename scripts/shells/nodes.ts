import type { Argument, Command, Option } from "commander";
import { examples } from "../../src/cli/help/examples.ts";
import { topics } from "../../src/cli/help/topics.ts";
import { keyNames } from "../../src/config/keys.ts";

/** One command as completion sees it. A kind is what a word can be: job, sheet, names, file, folder, word, or =a,b,c. */
export interface Node {
  readonly words: string;
  readonly command: Command;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly {
    readonly flags: readonly string[];
    readonly about: string;
    readonly kind: string | null;
  }[];
  /** Of each argument; the last goes on where the command takes any number of them. */
  readonly args: readonly string[];
  readonly isEndless: boolean;
}

export function nodesOf(command: Command, words: string): readonly Node[] {
  const args = command.registeredArguments;
  const own: Node = {
    words,
    command,
    commands: command.commands.map((child) => ({ name: child.name(), about: child.summary() || child.description() })),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => ({
        flags: [option.short, option.long].flatMap((flag) => flag ?? []),
        about: option.description,
        kind: option.required || option.optional ? kindOf(/[<[]([^>\]]+)/.exec(option.flags)?.[1] ?? "", option) : null,
      })),
    args: args.map((argument) => argumentKind(words, argument)),
    isEndless: args.at(-1)?.variadic === true,
  };
  return [own, ...command.commands.flatMap((child) => nodesOf(child, `${words} ${child.name()}`.trim()))];
}

function argumentKind(words: string, argument: Argument): string {
  if (words === "help") return `=${[...Object.keys(examples), ...Object.keys(topics)].join(",")}`;
  if (argument.name() === "key") return `=${keyNames.join(",")}`;
  return kindOf(argument.name(), argument);
}

const kinds: Readonly<Record<string, string>> = {
  ...{ job: "job", sheet: "sheet", sheets: "sheet", what: "names", names: "names" },
  ...{ score: "file", file: "file", files: "file", paths: "file", path: "file", folder: "folder", dir: "folder" },
};

function kindOf(name: string, { argChoices }: Pick<Option, "argChoices">): string {
  if (argChoices !== undefined && argChoices.length > 0) return `=${argChoices.join(",")}`;
  return kinds[name.toLowerCase()] ?? "word";
}

export const note = "Made from the commands by `npm run docs`; do not edit.";
export const flagsOf = (node: Node): readonly string[] => node.options.flatMap(({ flags }) => flags);
export const valuedOf = (node: Node): readonly string[] =>
  node.options.flatMap(({ flags, kind }) => (kind === null ? [] : flags.map((flag) => `${flag}=${kind}`)));

export function firstSentence(text: string): string {
  return text.split(/;| \(default/)[0] ?? text;
}
