import { resolve } from "node:path";
import { get } from "../../findings/formats/json.ts";
import { stylelintText } from "./rule-text.ts";
import { loadPackage } from "../packages.ts";
import type { DocsRequest, DocsRule, Tell } from "./request.ts";

/** Of stylelint's own interface, what is used here. */
interface StylelintPackage {
  /** Each as a function, or as a promise of one. */
  readonly rules: unknown;
  resolveConfig(file: string, options: { readonly cwd: string }): Promise<unknown>;
}

export async function stylelintDocs({ program, rules }: DocsRequest, folder: string, tell: Tell): Promise<void> {
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
