import { expect, it } from "vitest";
import { score as schema } from "../schema/score.ts";
import type { Score } from "../schema/score.ts";
import { movedScore } from "./moved.ts";

const own = {
  agent: { command: ["./agent.sh", "./x"] },
  prompt_file: "prompt.md",
  prompt_extensions: ["a.md", { file: "b/c.md" }],
};
const rules = {
  validations: [
    { file_exists: "a.md" },
    { command: ["./check"] },
    { llm_judge: { criteria: "good", agent: { command: "../judge" }, files: ["a.md"] } },
  ],
};
const score = schema.parse({
  workspace: "./out",
  isolation: { worktree_base: "../contexts" },
  agents: { here: { command: "./agent" }, path: { command: ["claude", "./x"] }, fixed: { command: "/bin/true" } },
  prelude: ["style.md", { directory: "skills/" }, "{{ workspace }}/late.md", "/etc/motd"],
  ...own,
  ...rules,
  sheets: [{ id: "a", cadenza: ["../shared.md"], ...own, preconditions: rules.validations }],
});

function move(from: string, to: string): Score {
  return movedScore(score, { from, to });
}

it("a score that stays where it is does not change", () => {
  expect(move("/a/scores", "/a/scores")).toBe(score);
});

it("a relative name in a score is named from its new folder", () => {
  const moved = move("/a/scores", "/a/new/deep");
  const up = "../../scores";
  expect(moved.workspace).toBe(`${up}/out`);
  expect(moved.isolation.worktree_base).toBe("../../contexts");
  expect(moved.agents).toMatchObject({
    here: { command: [`${up}/agent`] },
    path: { command: ["claude", "./x"] },
    fixed: { command: ["/bin/true"] },
  });
  expect(moved.prelude).toMatchObject([
    { file: `${up}/style.md` },
    { directory: `${up}/skills` },
    { file: "{{ workspace }}/late.md" },
    { file: "/etc/motd" },
  ]);
  expect(moved.sheets[0]?.cadenza).toMatchObject([{ file: "../../shared.md" }]);
  for (const part of [moved, moved.sheets[0]]) {
    expect(part).toMatchObject({
      agent: { command: [`${up}/agent.sh`, "./x"] },
      prompt_file: `${up}/prompt.md`,
      prompt_extensions: [{ text: "a.md" }, { file: `${up}/b/c.md` }],
    });
  }
});

it("files that rules look at lie in the context and stay as they are, but not the program of a judge", () => {
  const moved = move("/a/scores", "/a/new");
  for (const list of [moved.validations, moved.sheets[0]?.preconditions]) {
    expect(list).toMatchObject([
      { file_exists: "a.md" },
      { command: ["./check"] },
      { llm_judge: { agent: { command: ["../judge"] }, files: ["a.md"] } },
    ]);
  }
});

it("a program in the new folder itself is still named by a path", () => {
  const moved = move("/a/scores", "/a");
  expect(moved.agent).toMatchObject({ command: ["./scores/agent.sh", "./x"] });
  expect(moved.workspace).toBe("./scores/out");
  expect(moved.prompt_file).toBe("scores/prompt.md");
});

it("from the root and to it", () => {
  expect(move("/a/b", "/").prompt_file).toBe("a/b/prompt.md");
  expect(move("/", "/a/b").prompt_file).toBe("../../prompt.md");
  expect(movedScore({ ...score, workspace: "." }, { from: "/a", to: "/b" }).workspace).toBe("../a");
  expect(movedScore({ ...score, workspace: "../b" }, { from: "/a", to: "/b" }).workspace).toBe(".");
});
