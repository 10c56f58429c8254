import { describe, expect, it, test } from "vitest";
import type { AgentCommand } from "../agent.ts";
import type { CliProfile } from "../profiles/profile.ts";
import { makeRequest } from "../../../test/kit/agents.ts";
import { profileFrom } from "../../../test/kit/profiles.ts";
import { planCli } from "./cli.ts";
import type { Wanted } from "../agent.ts";

const plain: Wanted = { model: null, args: [], env: {} };

const profile = (text: string): CliProfile => profileFrom(`kind: cli\nexecutable: agent\n${text}`) as CliProfile;

function plan(
  text: string,
  wanted: Partial<Wanted> = {},
  request: Parameters<typeof makeRequest>[1] = {},
): Extract<AgentCommand, { kind: "run" }> {
  const command = planCli(
    profile(text),
    { ...plain, ...wanted },
    makeRequest(request.prompt ?? "Do it.", { environment: {}, ...request }),
  );
  if (command.kind === "refused") throw new TypeError(command.detail);
  return command;
}

const groups = `args: [run]
model_args: [--model, "{model}"]
session_args: [--resume, "{session}"]
budget_args: [--max, "{budget}"]
`;

describe("the arguments", () => {
  it("have each group only when there is something for it", () => {
    expect(plan(groups).argv).toEqual(["agent", "run"]);
    expect(plan(groups, { model: "big", args: ["-x"] }, { session: "s 1", budgetUsd: 0.5 }).argv).toEqual([
      "agent",
      "run",
      "--model",
      "big",
      "--resume",
      "s 1",
      "--max",
      "0.5000",
      "-x",
    ]);
  });

  it("have the profile's model when the score names none", () => {
    expect(plan(`${groups}model: usual\n`).argv).toEqual(["agent", "run", "--model", "usual"]);
    expect(plan(`${groups}model: usual\n`, { model: "other" }).argv).toEqual(["agent", "run", "--model", "other"]);
  });

  it("have a group where the profile places it", () => {
    const text =
      'args: [exec, "{session_args}", --json, "{args}", "-"]\nsession_args: [resume, "{session}"]\nmodel_args: [-m, "{model}"]\n';
    expect(plan(text, { model: "m", args: ["-x"] }, { session: "s" }).argv).toEqual([
      "agent",
      "exec",
      "resume",
      "s",
      "--json",
      "-x",
      "-",
      "-m",
      "m",
    ]);
  });

  it("are replaced only as a whole, and inserted values are not expanded again", () => {
    const text = 'args: ["--dir={context}", "{context}"]\nmodel_args: ["{model}"]\n';
    const request = makeRequest("p", { environment: {} });
    const command = planCli(profile(text), { ...plain, model: "{session}", args: ["{home}"] }, request);
    expect(command).toMatchObject({
      argv: ["agent", "--dir={context}", request.paths.contextPath, "{session}", "{home}"],
    });
  });

  it("never allow more money than there is, nor write it as 1e-7", () => {
    expect(plan(groups, {}, { budgetUsd: 1.99999 }).argv.at(-1)).toBe("1.9999");
    expect(plan(groups, {}, { budgetUsd: 0.000_000_1 }).argv.at(-1)).toBe("0.0000");
  });
});

describe("the prompt", () => {
  const long = "x".repeat(120 * 1024 + 1);

  it("comes on stdin, in a file or as an argument", () => {
    const request = makeRequest("Do it.", { environment: {} });
    const of = (text: string): AgentCommand => planCli(profile(text), plain, request);
    expect(of("prompt: stdin\nprompt_args: ['-']\n")).toMatchObject({
      argv: ["agent", "-"],
      stdin: { path: request.paths.promptPath },
    });
    expect(of("prompt: file\n")).toMatchObject({ argv: ["agent", request.paths.promptPath] });
    expect(of("prompt: file\n")).not.toHaveProperty("stdin");
    expect(of('prompt: argument\nprompt_args: [-p, "{prompt}"]\n')).toMatchObject({ argv: ["agent", "-p", "Do it."] });
  });

  it("comes with what else is said while it runs, unless nothing is: a judge is given its prompt and no more", () => {
    const request = makeRequest("Do it.", { environment: {} });
    const talking = profile("prompt: stdin\ntalk: { format: claude, args: [--talk] }\n");
    const spoken = planCli(talking, plain, request);
    expect(spoken).toMatchObject({ argv: ["agent", "--talk"], talk: "claude" });
    expect(spoken).not.toHaveProperty("stdin");
    const alone = planCli(talking, plain, { ...request, isAlone: true });
    expect(alone).toMatchObject({ argv: ["agent"], stdin: { path: request.paths.promptPath } });
    expect(alone).not.toHaveProperty("talk");
  });

  it("is refused when no argument can hold it", () => {
    expect(planCli(profile("prompt: argument\n"), plain, makeRequest(long))).toMatchObject({
      kind: "refused",
      code: "E602",
    });
  });

  it("goes another way then, where the profile allows one", () => {
    const request = makeRequest(long, { environment: {} });
    const of = (way: string): AgentCommand =>
      planCli(profile(`prompt: argument\nprompt_args: [-p, "{prompt}"]\nlong_prompt: ${way}\n`), plain, request);
    expect(of("stdin")).toMatchObject({ argv: ["agent"], stdin: { path: request.paths.promptPath } });
    expect(of("file")).toMatchObject({
      argv: ["agent", "-p", `Read the file ${request.paths.promptPath} and do what it says.`],
    });
    expect(of("file")).not.toHaveProperty("stdin");
  });
});

describe("the environment", () => {
  const environment = {
    API_KEY: "k-123",
    OTHER_KEY: "o-123",
    LLM_URL: "http://l",
    LLM_MODE: "",
    PATH: "/bin",
    HOME: "/home/u",
  };

  it("has what the profile passes on of the client's, and nothing else of it", () => {
    const { env } = plan("pass: [API_KEY, LLM_*]\n", {}, { environment });
    expect(Object.keys(env).filter((name) => !name.startsWith("TUTTI_"))).toEqual(["API_KEY", "LLM_URL"]);
  });

  it("has what the profile sets, then what the score sets, and the score can't forge a sheet", () => {
    const { env } = plan(
      "pass: [LLM_URL]\nenv: { LLM_URL: http://p, A: p, B: p }\n",
      { env: { B: "s", TUTTI_SHEET: "forged" } },
      { environment },
    );
    expect(env).toMatchObject({ LLM_URL: "http://p", A: "p", B: "s", TUTTI_SHEET: "sheet" });
  });

  it("tells which values are secret, by the name or because the profile says so", () => {
    const { secrets } = plan(
      "pass: [API_KEY, LLM_*]\nsecrets: [LLM_*]\nenv: { A: open }\n",
      { env: { GH_TOKEN: "t-123" } },
      { environment },
    );
    expect(secrets).toEqual(["k-123", "http://l", "t-123"]);
  });
});

describe("a home of its own", () => {
  const text = (own: string): string =>
    `home: { own: ${own}, auth: [API_KEY], variables: { A_HOME: ., A_DATA: data }, files: { a/settings.json: "{}" } }\n`;
  const withKey = { environment: { API_KEY: "k-123" }, paths: { homePath: "/own" } };

  it("is used when a key makes a login needless, with its files and the key itself", () => {
    const { env, files } = plan(text("auto"), {}, withKey);
    expect(env).toMatchObject({ A_HOME: "/own", A_DATA: "/own/data", API_KEY: "k-123" });
    expect(files).toEqual([{ path: "/own/a/settings.json", text: "{}" }]);
  });

  it("is not used without a key: the login lies in the user's own", () => {
    const { env, files } = plan(text("auto"), {}, { environment: { API_KEY: "" }, paths: { homePath: "/own" } });
    expect([env["A_HOME"], files]).toEqual([undefined, []]);
  });

  it("is used always or never where the profile says so", () => {
    expect(plan(text("always"), {}, { environment: {}, paths: { homePath: "/own" } }).env["A_HOME"]).toBe("/own");
    expect(plan(text("never"), {}, withKey).env["A_HOME"]).toBeUndefined();
  });

  it("is used for a key that the score sets too", () => {
    expect(
      plan(text("auto"), { env: { API_KEY: "s" } }, { environment: {}, paths: { homePath: "/own" } }).env,
    ).toMatchObject({
      A_HOME: "/own",
      API_KEY: "s",
    });
  });
});

test("a word with spaces or quotes stays one argument", () => {
  expect(plan("args: ['a b', '\"', '$HOME']\n").argv).toEqual(["agent", "a b", '"', "$HOME"]);
});
