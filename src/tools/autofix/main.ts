import { shownText } from "../../base/shown-text.ts";
import { runInteractive } from "../../process/interactive.ts";
import { commandsIn } from "./request.ts";

/** Mends what tools can mend by themselves: runs the commands it is given, one after the other, in the working folder. */
async function main(): Promise<number> {
  const commands = commandsIn(process.argv.slice(2));
  if (commands === null) {
    say('usage: autofix \'["PROGRAM", "ARGUMENT", …]\' …');
    return 2;
  }
  let code = 0;
  for (const argv of commands) {
    say(`runs ${shownText(argv.map((word) => JSON.stringify(word)).join(" "), longestLine)}`);
    const end = await runInteractive({ argv, cwd: process.cwd(), env: process.env });
    // A tool that leaves something unmended says so by its code, which is no failure: whoever verifies looks for itself.
    if (end.kind === "exited") say(`it ended with ${String(end.code)}`);
    else if (end.kind === "signalled") say(`it was ended by ${end.signal}`);
    else {
      say(shownText(end.reason, longestLine));
      code = 1;
    }
  }
  return code;
}

const longestLine = 1_000;

function say(text: string): void {
  process.stdout.write(`autofix: ${text}\n`);
}

process.exitCode = await main();
