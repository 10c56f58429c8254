import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { messageOf } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import { get } from "../../findings/formats/json.ts";
import { loadPackage } from "../projects/packages.ts";
import { eslintDocs } from "./eslint.ts";
import { type DocsRequest, type DocsRule, type Tell, answerLine, requestIn } from "./request.ts";
import { stylelintText } from "./rule-text.ts";

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

/** Of stylelint's own interface, what is used here. */
interface StylelintPackage {
  /** Each as a function, or as a promise of one. */
  readonly rules: unknown;
  resolveConfig(file: string, options: { readonly cwd: string }): Promise<unknown>;
}

async function stylelintDocs({ program, rules }: DocsRequest, folder: string, tell: Tell): Promise<void> {
  const loaded = (await loadPackage("stylelint", { program, folder })) as { readonly default: StylelintPackage };
  for (const rule of rules) {
    const said = await ruleText(loaded.default, rule, folder);
    if (said !== null) tell(rule.code, said);
  }
}

async function ruleText(stylelint: StylelintPackage, { code, file }: DocsRule, folder: string): Promise<string | null> {
  try {
    const config = await stylelint.resolveConfig(resolve(folder, file), { cwd: folder });
    const setting = get(get(config, "rules"), code);
    // Rules of plugins are in the configuration, once it is put together.
    const rule = await (get(stylelint.rules, code) ?? get(get(config, "pluginFunctions"), code));
    return setting === undefined && rule === undefined ? null : stylelintText({ rule, setting });
  } catch {
    return null;
  }
}
