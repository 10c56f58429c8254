import { expect, it } from "vitest";
import { type Level, readLayer } from "./layer.ts";

const read = (text: string, level: Level = "user") => {
  const { routing, problems } = readLayer(text, { level, path: "/c.yaml", userPath: "/u.yaml" });
  return { routing, problems: problems.map(({ where, message }) => `${where} ${message}`) };
};

it("settings choose agents of work that names none, by the words of scores", () => {
  const { routing, problems } = read(
    "routing:\n  agents: [claude, { use: claude, model: haiku }]\n  order: cheapest\n  rules:\n    - { kind: testing, hours: 22:00-06:00, agent: codex }\n",
  );
  expect(problems).toEqual([]);
  expect(routing).toMatchObject({
    agents: [{ name: "claude", model: null }, { model: "haiku" }, { name: "codex" }],
    pool: 2,
    order: "cheapest",
    rules: [{ kinds: ["testing"], hours: [1_320, 360], agent: 2 }],
  });
});

it.each([
  [
    "a slip in a key",
    "routing:\n  agents: [claude]\n  oder: pinned\n",
    'routing.oder: unknown key; did you mean "order"?',
  ],
  ["an agent twice", "routing:\n  agents: [claude, claude]\n", "routing.agents: names an agent twice"],
  ["a program", "routing:\n  agents: [{ command: evil }]\n", "routing.agents.0: must be the name of a profile"],
])("%s is told with its place, and nothing is routed", (_, text, message) => {
  const { routing, problems } = read(text);
  expect([routing, problems]).toEqual([undefined, [expect.stringContaining(message)]]);
});

it("a project, which comes with what is cloned, can't add arguments to an agent; its user can", () => {
  const text = 'routing:\n  agents: [{ use: claude, args: ["--mcp-config", "x"] }]\n';
  expect(read(text, "project").routing).toBeUndefined();
  expect(read(text, "user").routing?.pool).toBe(1);
});
