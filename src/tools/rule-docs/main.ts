import { appendFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { messageOf } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import { eslintDocs } from "./eslint.ts";
import { answerLine, requestIn } from "./request.ts";
import { stylelintDocs } from "./stylelint.ts";

/**
 * Asks a package of the project about its rules, in the working folder, and writes what it says to a file, a line for
 * each.
 */
async function main(): Promise<number> {
  const [report] = process.argv.slice(2);
  const request = report === undefined ? null : requestIn(await text(process.stdin));
  if (report === undefined || request === null) {
    process.stderr.write("usage: rule-docs FILE, with a request on the input\n");
    return 2;
  }
  const ask = request.package === "eslint" ? eslintDocs : stylelintDocs;
  try {
    await ask(request, process.cwd(), (code, said) => {
      appendFileSync(report, answerLine(code, said));
    });
    return 0;
  } catch (error) {
    process.stderr.write(`${shownText(messageOf(error))}\n`);
    return 1;
  }
}

// Plugins may have left something open that would keep it alive.
process.exit(await main());
