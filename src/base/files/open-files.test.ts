import { expect, test } from "vitest";
import { requireOpenFiles } from "./open-files.ts";

const limits = (limit: string): string =>
  `Max open files            ${limit}                 ${limit}               files`;

test.each(["48", "1024", "unlimited"])("%s open files are enough", (limit) => {
  expect(() => {
    requireOpenFiles(limits(limit));
  }).not.toThrow();
});

test("too few open files are told at once, with what to do", () => {
  expect(() => {
    requireOpenFiles(limits("32"));
  }).toThrow(
    expect.objectContaining({ code: "resources.short", hint: "Raise the limit and try again: ulimit -n 1024" }),
  );
});

test("where the system tells no limit, nothing is refused", () => {
  expect(() => {
    requireOpenFiles("");
  }).not.toThrow();
});
