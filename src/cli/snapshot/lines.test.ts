import { expect, it } from "vitest";
import { makeTerminal } from "../terminal/terminal.ts";
import { patchLines, size } from "./lines.ts";

const screen = (isTTY: boolean) => makeTerminal({ stdout: { isTTY }, stderr: { isTTY }, env: {} } as never);

it("content can't speak to the terminal through a patch, and tabs stay", () => {
  const [line] = patchLines(screen(false), "+a\tb\u001b]0;title\u0007\u202e\r");
  expect(line).toBe("+a\tb\\u001b]0;title\\u0007\\u202e\\u000d");
});

it("colours are for a terminal only, and for added and removed lines, not for file names that look like them", () => {
  const text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n";
  expect(patchLines(screen(false), text).join("\n")).toBe(text.trimEnd());
  const [, minus, plus, , removed, added, same] = patchLines(screen(true), text);
  expect([minus, plus]).toEqual(["\u001b[1m--- a/x\u001b[22m", "\u001b[1m+++ b/x\u001b[22m"]);
  expect([removed, added, same]).toEqual(["\u001b[31m-old\u001b[39m", "\u001b[32m+new\u001b[39m", " same"]);
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [123_456, "123 kB"],
  [5_300_000_000, "5.3 GB"],
])("%i bytes are shown as %s", (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
