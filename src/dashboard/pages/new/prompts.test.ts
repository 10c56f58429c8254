import { expect, it } from "vitest";
import { scoreOfPrompts } from "./prompts.ts";

const read = (text: string, agent = "claude"): unknown => JSON.parse(scoreOfPrompts(text, agent)) as unknown;

it("one prompt is one sheet; a line of dashes begins the next; empty parts are none", () => {
  expect(read("Add a test\nfor tax\n---\n\n---  \nFix it -- now\n")).toEqual({
    name: "add-a-test-for",
    agent: "claude",
    sheets: [
      { id: "task-1", title: "Add a test", prompt: "Add a test\nfor tax" },
      { id: "task-2", title: "Fix it -- now", prompt: "Fix it -- now" },
    ],
  });
});

it("names the agent, and has a name for a prompt without letters", () => {
  expect(read("???", " codex ")).toEqual({
    name: "task",
    agent: "codex",
    sheets: [{ id: "task-1", title: "???", prompt: "???" }],
  });
});
