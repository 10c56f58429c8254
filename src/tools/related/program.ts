import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Where the program for related tests lies: beside this in what is published, and where it is built when this runs from
 * its sources.
 */
export function relatedProgram(): string {
  const published = fileURLToPath(new URL("../related.js", import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL("../../../dist/tools/related.js", import.meta.url));
}
