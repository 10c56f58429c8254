import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { messageOf } from "../../base/error.ts";
import { readPlainText } from "../../base/files/read-plain.ts";
import { shownText } from "../../base/shown-text.ts";
import { array, get, record } from "../../findings/formats/json.ts";
import { loadEslint, loadPackage, packageFolder } from "../projects/packages.ts";
import { type DocsRequest, type DocsRule, type Tell, answerLine, longestAnswer, requestIn } from "./request.ts";
import { eslintText, stylelintText } from "./rule-text.ts";

/** Asks a package about its rules and writes each answer as a line of a file. */
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

// Plugins may leave handles open.
process.exit(await main());

interface StylelintPackage {
  /** Functions, or promises of functions. */
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
    // The resolved configuration has the rules of plugins.
    const rule = await (get(stylelint.rules, code) ?? get(get(config, "pluginFunctions"), code));
    return setting === undefined && rule === undefined ? null : stylelintText({ rule, setting });
  } catch {
    return null;
  }
}

/** The part of ESLint's interface used here, since 7.29. */
interface Engine {
  calculateConfigForFile(file: string): Promise<unknown>;
  getRulesMetaForResults(results: readonly unknown[]): unknown;
}

type EngineClass = new (options: { readonly cwd: string }) => Engine;

async function eslintDocs({ program, rules }: DocsRequest, folder: string, tell: Tell): Promise<void> {
  const engineClass = await loadEslint<EngineClass>({ program, folder }, folder);
  if (engineClass === undefined) return;
  const engine = new engineClass({ cwd: folder });
  for (const rule of rules) {
    const said = await eslintRule(engine, rule, folder);
    if (said !== null) tell(rule.code, said);
  }
}

async function eslintRule(engine: Engine, { code, file }: DocsRule, folder: string): Promise<string | null> {
  const filePath = resolve(folder, file);
  try {
    const config = await engine.calculateConfigForFile(filePath);
    const result = { filePath, messages: [{ ruleId: code }], suppressedMessages: [] };
    const meta = get(engine.getRulesMetaForResults([result]), code);
    if (record(meta) === null) return null;
    const [, ...options] = array(get((config as { readonly rules?: unknown } | undefined)?.rules, code));
    return eslintText({ meta, options, page: await shippedPage(code, folder) });
  } catch {
    // A directive, a missing plugin, or a file that is now excluded.
    return null;
  }
}

/** Some plugins ship the pages of their rules. */
async function shippedPage(code: string, folder: string): Promise<string | null> {
  const [, scope = "", plugin = "", rule] =
    /^(?:(@[\w.-]{1,80})\/)?(?:([\w.-]{1,80})\/)?([\w-]{1,80})$/.exec(code) ?? [];
  if (rule === undefined || (scope === "" && plugin === "")) return null;
  const name = scope === "" ? `eslint-plugin-${plugin}` : `${scope}/eslint-plugin${plugin === "" ? "" : `-${plugin}`}`;
  const at = packageFolder(name, folder);
  if (at === null) return null;
  const page = await readPlainText(join(at, "docs", "rules", `${rule}.md`)).catch(() => null);
  return page?.slice(0, longestAnswer) ?? null;
}
