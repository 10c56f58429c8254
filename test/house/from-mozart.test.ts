import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { mozartScore } from "../../src/score/mozart/schema.ts";
import { unread } from "../../src/score/mozart/unread-keys.ts";
import { formsOf } from "../../src/score/source/shape.ts";
import { repository } from "./tree.ts";

describe("the page on moving from Mozart", () => {
  const rows = firstCells(readFileSync(join(repository, "docs/from-mozart.md"), "utf8"));

  it.each([...new Set(keysOf(mozartScore, ""))])("says what becomes of %s", (key) => {
    expect(rows.some((names) => isNamed(key, names))).toBe(true);
  });

  it.each(
    Object.entries(unread).flatMap(([place, keys]) => Object.keys(keys).map((key) => `${prefixOf(place)}${key}`)),
  )("says why %s is not read", (key) => {
    expect(rows.some((names) => isNamed(key, names))).toBe(true);
  });
});

it("keys are found in every corner of the schema, or the tests above see nothing", () => {
  const keys = keysOf(mozartScore, "");
  expect(keys).toEqual(
    expect.arrayContaining([
      "sheet.size",
      "sheet.cadenzas.directory",
      "instruments.config.model",
      "movements.voices",
      "validations.timeout_seconds",
    ]),
  );
});

/** The words in backticks of the first cell of each row. */
function firstCells(markdown: string): readonly (readonly string[])[] {
  return [...markdown.matchAll(/^\| (.*?) \|/gm)].map(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word),
  );
}

/** By its full name, or beside the map it stands in. */
function isNamed(key: string, names: readonly string[]): boolean {
  const dot = key.lastIndexOf(".");
  return names.includes(key) || (dot !== -1 && names.includes(key.slice(0, dot)) && names.includes(key.slice(dot + 1)));
}

function prefixOf(place: string): string {
  return place === "score" ? "" : `${maps[place] ?? place}.`;
}

/** Places that are not called as the key is under which they stand. */
const maps: Readonly<Record<string, string>> = {
  validation: "validations",
  movement: "movements",
  technique: "techniques",
  configuration: "instrument_config",
  hook: "on_success",
};

/** Every key that a schema has, with the keys of the maps it stands in before it. */
function keysOf(schema: z.core.$ZodType, prefix: string): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, value]) => [
        `${prefix}${key}`,
        ...keysOf(value, `${prefix}${key}.`),
      ]);
    case "optional":
    case "default":
    case "prefault":
      return keysOf(def.innerType, prefix);
    case "array":
      return keysOf(def.element, prefix);
    case "record":
      return keysOf(def.valueType, prefix);
    case "pipe":
      return (formsOf(def.in) ?? []).flatMap((form) => keysOf(form, prefix));
    default:
      return [];
  }
}
