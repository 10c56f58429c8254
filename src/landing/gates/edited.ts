import { projectConfigName } from "../../base/home/project-config.ts";
import { globMatcher } from "../../score/match/glob.ts";
import type { CommandTemplate } from "../../score/plan/command.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { GateFile } from "./file.ts";
import { type Gate, gateFilePath } from "./gate.ts";
import { simpleCommandsOf } from "./command.ts";

/**
 * Sentences about a sheet that changed what judges it. Paths are latin1. The target's gates count even where they do
 * not run now: they will.
 */
export function editedGates(
  gates: readonly Gate[],
  changedPaths: readonly string[],
  file: GateFile,
): readonly string[] {
  const sentences = changedPaths
    .filter(isGateFile)
    .map((path) => `it changed ${shownPath(path)}: what results have to pass, from the next one on`);
  const asked = [
    ...gates.map(({ name, command, files }) => ({ name, commands: [command], files })),
    ...file.gates.map(({ name, command, quick, files }) => ({
      name,
      commands: quick === null ? [command] : [command, quick],
      files,
    })),
  ];
  for (const { name, commands, files } of asked) {
    const isPart = partOf(commands, files);
    for (const path of changedPaths)
      if (isPart(path))
        sentences.push(`it changed ${shownPath(path)}, which the gate ${JSON.stringify(name)} is made of`);
  }
  return cut([...new Set(sentences)]);
}

/** A link in the folder's place would take the file away. */
export function isGateFile(path: string): boolean {
  return path === gateFilePath || `${path}/` === gateFilePath.slice(0, gateFilePath.indexOf("/") + 1);
}

function partOf(commands: readonly CommandTemplate[], files: readonly string[]): (path: string) => boolean {
  const simple = commands.flatMap((command) => commandsInFolders(command));
  const named = new Set(simple.flatMap(({ folder, words }) => words.flatMap((word) => pathsIn(word, folder))));
  const definitions = new Set(
    simple.flatMap(({ words: [program = ""] }) => definedBy.get(program.slice(program.lastIndexOf("/") + 1)) ?? []),
  );
  const matcher = globMatcher(files);
  return (path) => {
    const text = textOf(path);
    // At any depth: a script of one package may call that of another.
    return (
      named.has(path) ||
      definitions.has(text.slice(text.lastIndexOf("/") + 1)) ||
      (matcher.kind === "means" && matcher.value(text))
    );
  };
}

const packages = ["package.json"];
const makefiles = ["Makefile", "makefile", "GNUmakefile"];

/** Programs that run what a file defines, which the command does not name. */
const definedBy: ReadonlyMap<string, readonly string[]> = new Map([
  ...["npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx"].map((program) => [program, packages] as const),
  ...["make", "gmake"].map((program) => [program, makefiles] as const),
  ["just", ["justfile", "Justfile", ".justfile"]],
  ["tox", ["tox.ini"]],
  ["nox", ["noxfile.py"]],
  ["pre-commit", [".pre-commit-config.yaml"]],
  ["lefthook", ["lefthook.yml", ".lefthook.yml"]],
]);

/** `cd` in the same line counts. */
function commandsInFolders(
  command: CommandTemplate,
): readonly { readonly folder: string; readonly words: readonly string[] }[] {
  let folder = "";
  return simpleCommandsOf(command).map((words) => {
    const where = { folder, words };
    if (words[0] === "cd" && words[1] !== undefined) folder = join(folder, words[1]) ?? folder;
    return where;
  });
}

/** The word, or its part after an equals sign. */
function pathsIn(word: string, folder: string): readonly string[] {
  const value = word.slice(word.indexOf("=") + 1);
  return [...new Set([word, value])].flatMap((text) => {
    const path = join(folder, text);
    return path === null || path === "" ? [] : [Buffer.from(path).toString("latin1")];
  });
}

/** `null`: it leads out of the tree. */
function join(folder: string, path: string): string | null {
  if (path.startsWith("/")) return null;
  const steps: string[] = [];
  for (const step of `${folder}/${path}`.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return null;
    } else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

function textOf(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

const maxSentences = 20;

function cut(sentences: readonly string[]): readonly string[] {
  const rest = sentences.length - maxSentences;
  return rest <= 0
    ? sentences
    : [...sentences.slice(0, maxSentences), `it changed ${String(rest)} more files that gates are made of`];
}

/**
 * Paths (latin1) that need a person's approval; the file of gates and the project's settings, whose commands run
 * without asking, always do. Each list counts alone: what one
 * excludes by `!` another may protect. An invalid list protects everything.
 */
export function protectedPathsIn(
  changed: readonly string[],
  ...lists: readonly (readonly string[])[]
): readonly string[] {
  const matchers = lists.filter((globs) => globs.length > 0).map((globs) => matcherOf(globs));
  return changed.filter(
    (path) => isGateFile(path) || path === projectConfigName || matchers.some((isMeant) => isMeant(textOf(path))),
  );
}

function matcherOf(globs: readonly string[]): (path: string) => boolean {
  const matcher = globMatcher(globs);
  return matcher.kind === "means" ? matcher.value : () => true;
}
