import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withTroubles } from "../../src/sheet/trouble/page.ts";
import { troubles } from "../../src/sheet/trouble/trouble.ts";
import { repository } from "./tree.ts";

const page = readFileSync(join(repository, "docs", "troubles.md"), "utf8");

it("docs/troubles.md has the codes as they are", () => {
  expect(withTroubles(page)).toBe(page);
  expect([...page.matchAll(/^\| `(E\d{3})` \|/gm)].map(([, code]) => code)).toEqual(Object.keys(troubles));
});

it("docs/troubles.md says what every remedy means", () => {
  const explained = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, remedy]) => remedy);
  expect(new Set(explained)).toEqual(new Set(Object.values(troubles).map(({ remedy }) => remedy)));
});

it("a page that does not say where the codes go is not written", () => {
  expect(withTroubles("no marks")).toBeNull();
});
