import { resolve } from "node:path";
import { messageOf } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import { runInteractive } from "../../process/run/interactive.ts";
import { loadPackage } from "../projects/packages.ts";
import { type EslintRequest, type Request, requestsIn } from "./request.ts";

/** Fixes what tools can fix by themselves: does what it is asked to, one after the other, in the working folder. */
async function main(args: readonly string[]): Promise<number> {
  const requests = requestsIn(args);
  if (requests === null) {
    say('usage: autofix \'["PROGRAM", "ARGUMENT", …]\' …');
    return 2;
  }
  let code = 0;
  for (const request of requests) {
    const argv = argvOf(request);
    say(`runs ${shownText(argv.map((word) => JSON.stringify(word)).join(" "), longestLine)}`);
    const end = await runInteractive({ argv, cwd: process.cwd(), env: process.env });
    // A tool that leaves findings exits with a code that is no failure: verification checks the result itself.
    if (end.kind === "exited") say(`it ended with ${String(end.code)}`);
    else if (end.kind === "signalled") say(`it was ended by ${end.signal}`);
    else {
      say(shownText(end.reason, longestLine));
      code = 1;
    }
  }
  return code;
}

const byPackage = "--by-package";

/**
 * What a package is asked is a process of its own: it runs the project's configuration, which may do anything to the
 * one that it is in.
 */
function argvOf(request: Request): readonly string[] {
  if (request.kind === "command") return request.argv;
  return [process.execPath, ...process.execArgv, process.argv[1] ?? "", byPackage, JSON.stringify(request)];
}

async function askPackage(args: readonly string[]): Promise<number> {
  const [request] = requestsIn(args) ?? [];
  if (request?.kind !== "eslint") return 2;
  const why = await fixSome(request).catch(messageOf);
  if (why !== null) say(shownText(why, longestLine));
  return why === null ? 0 : 1;
}

const longestLine = 1_000;

function say(text: string): void {
  process.stdout.write(`autofix: ${text}\n`);
}

/** Of ESLint's own interface, what is used here: since version 8.57. */
interface EslintPackage {
  /** Gives the class for the kind of configuration that the folder has. */
  readonly loadESLint?: (options: { readonly cwd: string }) => Promise<EngineClass>;
  readonly default?: EslintPackage;
}

interface EngineClass {
  new (options: {
    readonly cwd: string;
    readonly fix: (message: Message) => boolean;
    readonly errorOnUnmatchedPattern: boolean;
  }): Engine;
  /** Writes what was fixed. */
  outputFixes(results: readonly unknown[]): Promise<void>;
}

interface Engine {
  lintFiles(files: readonly string[]): Promise<readonly unknown[]>;
}

interface Message {
  readonly ruleId: string | null;
}

/**
 * All rules look, as the project has them, and what some of them say is not fixed: the command line has no words for
 * that. Gives why it can't be asked.
 */
async function fixSome({ eslint, without, folder, files }: EslintRequest): Promise<string | null> {
  const cwd = resolve(folder);
  // Never from the working folder: an agent may have worked there.
  const loaded = (await loadPackage("eslint", { program: eslint, folder: null })) as EslintPackage;
  const load = (loaded.default ?? loaded).loadESLint;
  if (load === undefined) return "this version of ESLint has no such interface";
  const ESLint = await load({ cwd });
  const left = new Set(without);
  const engine = new ESLint({ cwd, fix: ({ ruleId }) => !left.has(ruleId ?? ""), errorOnUnmatchedPattern: false });
  await ESLint.outputFixes(await engine.lintFiles(files));
  return null;
}

const [first, ...rest] = process.argv.slice(2);
// Plugins may have left something open that would keep it alive.
if (first === byPackage) process.exit(await askPackage(rest));
process.exitCode = await main(process.argv.slice(2));
