import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Where the program lies that asks packages about their rules: beside this in what is published, and where it is built
 * when this runs from its sources.
 */
export function ruleDocsProgram(): readonly [string, string] {
  const published = fileURLToPath(new URL("../rule-docs.js", import.meta.url));
  return [
    process.execPath,
    existsSync(published) ? published : fileURLToPath(new URL("../../../dist/tools/rule-docs.js", import.meta.url)),
  ];
}
