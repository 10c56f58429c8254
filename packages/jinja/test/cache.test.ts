import { expect, it } from "vitest";
import { templateCache } from "../src/cache.ts";

it("a template is read once for each way it is written in", () => {
  const { read } = templateCache();
  const template = read({ name: null, text: "a ${#b}", isCommand: true });
  expect(read({ name: null, text: "a ${#b}", isCommand: true })).toBe(template);
  expect(read({ name: "f.md", text: "a" })).not.toBe(read({ name: null, text: "a" }));
  expect(read({ name: "f.md", text: "a" }).source.name).toBe("f.md");
});

it("the cache is bounded, by number and by size", () => {
  const { read } = templateCache();
  const first = read({ name: null, text: "first" });
  for (let number = 0; number < 500; number++) read({ name: null, text: `{{ ${number} }}` });
  expect(read({ name: null, text: "first" })).not.toBe(first);

  const large = read({ name: null, text: "x".repeat(5_000_000) });
  read({ name: null, text: "y".repeat(5_000_000) });
  expect(read({ name: null, text: "x".repeat(5_000_000) })).not.toBe(large);
});
