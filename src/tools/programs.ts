import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Beside this file in the package, in `dist/` when run from sources. */
export function ownProgram(name: "autofix" | "related" | "rule-docs"): string {
  const published = fileURLToPath(new URL(`${name}.js`, import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL(`../../dist/tools/${name}.js`, import.meta.url));
}
