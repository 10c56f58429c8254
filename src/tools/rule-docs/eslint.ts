import { join, resolve } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { array, get, record } from "../../findings/formats/json.ts";
import { eslintText } from "./rule-text.ts";
import { loadPackage, packageFolder } from "../projects/packages.ts";
import { type DocsRequest, type DocsRule, type Tell, longestAnswer } from "./request.ts";

/** Of ESLint's own interface, what is used here: since version 7.29. */
interface Engine {
  calculateConfigForFile(file: string): Promise<unknown>;
  getRulesMetaForResults(results: readonly unknown[]): unknown;
}

type EngineClass = new (options: { readonly cwd: string }) => Engine;

interface EslintPackage {
  readonly ESLint?: EngineClass;
  /** Gives the class for the kind of configuration that the folder has. */
  readonly loadESLint?: (options: { readonly cwd: string }) => Promise<EngineClass>;
  readonly default?: EslintPackage;
}

export async function eslintDocs({ program, rules }: DocsRequest, folder: string, tell: Tell): Promise<void> {
  const loaded = (await loadPackage("eslint", { program, folder })) as EslintPackage;
  const { ESLint, loadESLint } = loaded.default ?? loaded;
  const engineClass = loadESLint === undefined ? ESLint : await loadESLint({ cwd: folder });
  // Before version 7 there is no such class.
  if (engineClass === undefined) return;
  const engine = new engineClass({ cwd: folder });
  for (const rule of rules) {
    const said = await ruleText(engine, rule, folder);
    if (said !== null) tell(rule.code, said);
  }
}

async function ruleText(engine: Engine, { code, file }: DocsRule, folder: string): Promise<string | null> {
  const filePath = resolve(folder, file);
  try {
    const config = await engine.calculateConfigForFile(filePath);
    const result = { filePath, messages: [{ ruleId: code }], suppressedMessages: [] };
    const meta = get(engine.getRulesMetaForResults([result]), code);
    if (record(meta) === null) return null;
    const [, ...options] = array(get(rulesOf(config), code));
    return eslintText({ meta, options, page: await shippedPage(code, folder) });
  } catch {
    // It is the rule of a directive, of a plugin that can't be found, or of a file that is left out by now.
    return null;
  }
}

/** A configuration is an object of a class. */
function rulesOf(config: unknown): unknown {
  return (config as { readonly rules?: unknown } | undefined)?.rules;
}

/** Some plugins have the pages of their rules with them, where they have them in their repositories. */
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
