import { messageOf } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import { runInteractive } from "../../process/interactive.ts";
import { mendSome } from "./eslint.ts";
import { type Request, requestsIn } from "./request.ts";

/** Mends what tools can mend by themselves: does what it is asked to, one after the other, in the working folder. */
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
    // A tool that leaves something unmended says so by its code, which is no failure: whoever verifies looks for
    // itself.
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
  const why = await mendSome(request).catch(messageOf);
  if (why !== null) say(shownText(why, longestLine));
  return why === null ? 0 : 1;
}

const longestLine = 1_000;

function say(text: string): void {
  process.stdout.write(`autofix: ${text}\n`);
}

const [first, ...rest] = process.argv.slice(2);
// Plugins may have left something open that would keep it alive.
if (first === byPackage) process.exit(await askPackage(rest));
process.exitCode = await main(process.argv.slice(2));
