import { describe, expect, it } from "vitest";
import { route } from "./route.ts";

const options = {
  rules: { prototyping: "ccpm", documentation: "gemini" },
  default: "claude",
  fallback: "codex",
} as const;

describe("route", () => {
  it.each([
    ["Prototype a parser", "prototyping", "ccpm"],
    ["Update the README", "documentation", "gemini"],
    ["Refactor the tests", "refactoring", "claude"],
    ["documented API bug", "general", "claude"],
    ["contest suite", "general", "claude"],
  ])("%s is %s and goes to %s", (title, kind, agent) => {
    expect(route({ title }, options)).toMatchObject({ kind, agent });
  });

  it("a kind that the task names goes before its words, and kinds of one's own work", () => {
    const rules = [{ kind: "migration", agent: "opus" }];
    expect(route({ title: "Write tests", kind: "migration" }, { rules, default: "claude" }).agent).toBe("opus");
  });

  it("rules of a list ask for kind, labels and paths together, and the first that applies chooses", () => {
    const rules = [
      { kind: "testing", labels: ["ui"], paths: ["src/ui/**"], agent: "a" },
      { labels: ["ui"], agent: "b" },
    ];
    const task = { title: "Write tests", labels: ["ui"], paths: ["src/ui/x.ts"] };
    expect(route(task, { rules, default: "c" })).toEqual({ agent: "a", kind: "testing", why: "rule 1 applies" });
    expect(route({ ...task, paths: ["src/x.ts"] }, { rules, default: "c" }).agent).toBe("b");
    expect(route({ title: "x" }, { rules, default: "c" }).agent).toBe("c");
  });

  it("an agent that can't be used is replaced by the default, then by the fallback; none is an error", () => {
    const without = (...missing: readonly string[]) => ({
      ...options,
      isAvailable: (agent: string) => !missing.includes(agent),
    });
    expect(route({ title: "Prototype it" }, without("ccpm"))).toMatchObject({
      agent: "claude",
      why: "rule 1 applies; ccpm can't be used",
    });
    expect(route({ title: "Prototype it" }, without("ccpm", "claude")).agent).toBe("codex");
    expect(() => route({ title: "x" }, without("claude", "codex"))).toThrow("neither claude nor another agent");
  });
});
