import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A program of Tutti's own that runs beside tools: beside this file in the published package, in `dist/` when this runs
 * from its sources.
 */
export function ownProgram(name: "autofix" | "related" | "rule-docs"): string {
  const published = fileURLToPath(new URL(`${name}.js`, import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL(`../../dist/tools/${name}.js`, import.meta.url));
}
