import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { acts } from "./acts.ts";
import { thirty } from "./plants.ts";
import { actsTable } from "./table.ts";

const page = readFileSync(new URL("../../docs/isolation.md", import.meta.url), "utf8");

describe("what tasks can reach", () => {
  it("is told in docs/isolation.md as it is proven", () => {
    expect(page).toContain(actsTable());
  });

  it("is never your repository, Tutti's store or another context's files in a clone, unless by absolute path", () => {
    const far = acts.filter(
      ({ absolute, reaches }) => absolute !== true && [...(reaches.clone ?? []), ...(reaches.full ?? [])].length > 0,
    );
    expect(far.map(({ name }) => name)).toEqual([]);
  });

  it("is tried with 21 acts and 30 configurations", () => {
    expect([acts.length, thirty.length]).toEqual([21, 30]);
    expect(new Set([...acts, ...thirty].map(({ name }) => name)).size).toBe(51);
  });
});
