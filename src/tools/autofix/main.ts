import { resolve } from "node:path";
import { messageOf } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import { runInteractive } from "../../process/run/interactive.ts";
import { loadEslint } from "../projects/packages.ts";
import { type EslintRequest, type Request, requestsIn } from "./request.ts";

/** Runs the requests one after the other in the working folder. */
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
    // A tool with findings left exits with an error code; verification checks the result.
    if (end.kind === "exited") say(`it ended with ${end.code}`);
    else if (end.kind === "signalled") say(`it was ended by ${end.signal}`);
    else {
      say(shownText(end.reason, longestLine));
      code = 1;
    }
  }
  return code;
}

const byPackage = "--by-package";

/** Its own process: the package runs the project's configuration, which may do anything. */
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

interface EngineClass {
  new (options: { cwd: string; fix: (message: Message) => boolean; errorOnUnmatchedPattern: boolean }): Engine;
  outputFixes(results: readonly unknown[]): Promise<void>;
}

interface Engine {
  lintFiles(files: readonly string[]): Promise<readonly unknown[]>;
}

interface Message {
  readonly ruleId: string | null;
}

/**
 * All rules of the project run, but findings of some are not fixed: ESLint has no option for that. Returns why it
 * failed.
 */
async function fixSome({ eslint, without, folder, files }: EslintRequest): Promise<string | null> {
  const cwd = resolve(folder);
  // Never from the working folder, where an agent may have written.
  const ESLint = await loadEslint<EngineClass>({ program: eslint, folder: null }, cwd);
  if (ESLint === undefined) return "this version of ESLint has no such interface";
  const left = new Set(without);
  const engine = new ESLint({ cwd, fix: ({ ruleId }) => !left.has(ruleId ?? ""), errorOnUnmatchedPattern: false });
  await ESLint.outputFixes(await engine.lintFiles(files));
  return null;
}

const [first, ...rest] = process.argv.slice(2);
// Plugins may leave handles open.
if (first === byPackage) process.exit(await askPackage(rest));
process.exitCode = await main(process.argv.slice(2));
