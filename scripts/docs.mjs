// `npm run docs`: writes what is made from the sources into the documents. Needs Node's own reading of TypeScript.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { withHabits } from "../src/cli/habits/page.ts";
import { withKeys } from "../src/config/page.ts";
import { withFixOptions } from "../src/fix/options/page.ts";
import { dirname } from "node:path";
import { shellFiles } from "./shells/files.ts";
import { withReference } from "./score-page.ts";
import { withTroubles } from "../src/sheet/trouble/page.ts";

/** @type {readonly (readonly [string, (page: string) => string | null])[]} */
const pages = [
  ["docs/score.md", withReference],
  ["docs/config.md", withKeys],
  ["docs/fix.md", withFixOptions],
  ["docs/troubles.md", withTroubles],
  ["docs/moving.md", withHabits],
];

for (const [name, make] of pages) {
  const path = new URL(`../${name}`, import.meta.url);
  const page = make(readFileSync(path, "utf8"));
  if (page === null) throw new Error(`${name} does not say where the reference goes`);
  writeFileSync(path, page);
}

for (const [name, text] of Object.entries(await shellFiles())) {
  mkdirSync(dirname(new URL(`../${name}`, import.meta.url).pathname), { recursive: true });
  writeFileSync(new URL(`../${name}`, import.meta.url), text);
}
