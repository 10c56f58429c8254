import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Where the program lies that mends what tools can: beside this in what is published, and where it is built when this
 * runs from its sources.
 */
export function autofixProgram(): readonly [string, string] {
  const published = fileURLToPath(new URL("../autofix.js", import.meta.url));
  return [
    process.execPath,
    existsSync(published) ? published : fileURLToPath(new URL("../../../dist/tools/autofix.js", import.meta.url)),
  ];
}
