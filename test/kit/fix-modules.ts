import { join } from "node:path";

/**
 * The packages of this repository, for projects of tests whose tools are real: a link to them lies in the user's
 * checkout and not in git.
 */
export const modules = { node_modules: { link: join(import.meta.dirname, "..", "..", "node_modules") } };

/** A configuration of eslint's that needs no package. */
export function eslintConfig(rules: Readonly<Record<string, string>>): string {
  return `export default [{ files: ["**/*.js"], rules: ${JSON.stringify(rules)} }];\n`;
}
