import { expect, test } from "vitest";
import { makeRequest, runAgent, scriptedPath } from "../../test/kit/agents.ts";
import { profileFrom } from "../../test/kit/profiles.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import { agentFor, commandAgent } from "./agent-for.ts";
import { shelfOf } from "./profiles/shelf.ts";

const prompt = 'Change `it`, "please".\n$(id) ü';

test("the prompt reaches the program on stdin, as its last argument, or as the path of a file", async () => {
  expect(await outputOf("cat", "stdin")).toBe(prompt);
  expect(await outputOf('printf %s "$1"', "argument")).toBe(prompt);
  expect(await outputOf('cat "$1"', "file")).toBe(prompt);
});

test("a program on stdin may also open its input by name", async () => {
  expect(await outputOf("cat /dev/stdin", "stdin")).toBe(prompt);
});

test("a prompt that no argument can hold is refused, and the reason says what to do", () => {
  const long = "ü".repeat(61_441);
  const command = commandAgent(planFor("true", "argument")).plan(makeRequest(long));
  expect(command).toEqual({
    kind: "refused",
    code: "E602",
    detail: 'the prompt for "sh" has 122882 bytes, more than an argument can hold (122880); give it by stdin or file',
  });
});

test("the longest prompt that is not refused can be passed", async () => {
  const longest = "x".repeat(120 * 1024);
  const end = await runAgent(commandAgent(planFor('printf %s "$1"', "argument")), makeRequest(longest));
  expect(end.stdout.length).toBe(longest.length);
});

test("the program finds its job, sheet, attempt and files in its environment, and the score cannot forge them", async () => {
  const request = makeRequest("p", { whose: { attempt: 3 } });
  const plan = { ...planFor("env", "stdin"), env: { MODEL: "small", TUTTI_SHEET: "forged" } };
  const end = await runAgent(commandAgent(plan), request);
  expect(end.stdout.toString().split("\n")).toEqual(
    expect.arrayContaining([
      "MODEL=small",
      "TUTTI_JOB=job",
      "TUTTI_SHEET=sheet",
      "TUTTI_ATTEMPT=3",
      `TUTTI_PROMPT_FILE=${request.paths.promptPath}`,
      `TUTTI_WORKSPACE=${request.paths.workspacePath}`,
      `TUTTI_EVENTS=${request.paths.eventsPath}`,
    ]),
  );
});

test("a plan gets the agent of its kind", () => {
  const shelf = shelfOf([
    {
      origin: "user",
      path: "/agent.yaml",
      profile: profileFrom("name: mine\nkind: cli\nexecutable: a\naliases: [other]\n"),
    },
  ]);
  const cast = { scripted: scriptedPath, node: "node", bridges: { acp: "acp", http: "http" }, shelf };
  const named = (name: string): AgentPlan => ({ kind: "profile", name, model: null, args: [], env: {}, account: null });
  expect(agentFor(planFor("true", "stdin"), cast).name).toBe("sh");
  expect(agentFor({ kind: "scripted" }, cast).name).toBe("scripted");
  expect(agentFor(named("other"), cast).name).toBe("mine");
  expect(agentFor(named("nobody"), cast).plan(makeRequest("p"))).toMatchObject({ kind: "refused", code: "E505" });
});

async function outputOf(script: string, delivery: "stdin" | "argument" | "file"): Promise<string> {
  const end = await runAgent(commandAgent(planFor(script, delivery)), makeRequest(prompt));
  return end.stdout.toString();
}

function planFor(script: string, delivery: "stdin" | "argument" | "file"): Extract<AgentPlan, { kind: "command" }> {
  return { kind: "command", argv: ["sh", "-c", script, "agent"], prompt: delivery, env: {}, once: false };
}
