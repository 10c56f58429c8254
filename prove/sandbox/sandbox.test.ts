import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sandbox } from "../sandbox.ts";
import { escapeActs } from "./acts.ts";
import { escapesTable } from "./table.ts";

const page = readFileSync(new URL("../../docs/isolation.md", import.meta.url), "utf8");

test("what a confined program reaches is in docs/isolation.md as it is proven", () => {
  expect(page).toContain(escapesTable());
  expect(new Set(escapeActs.map(({ name }) => name)).size).toBe(escapeActs.length);
});

// A part of `npm run prove -- sandbox`.
test("acts that try to leave reach nothing but that", async () => {
  const { failures } = await sandbox.run({ count: 20, seed: 7, say: () => undefined });
  expect(failures).toEqual([]);
});
