import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentCommand, AgentRequest } from "../agent.ts";
import type { BridgeRequest } from "../bridge-request.ts";
import type { AcpProfile, HttpProfile } from "../profiles/profile.ts";
import { makeRequest } from "../../../test/kit/agents.ts";
import { profileFrom } from "../../../test/kit/profiles.ts";
import { planAcp, planHttp } from "./bridge.ts";
import type { Wanted } from "../agent.ts";

const bridges = { node: "/node", bridges: { acp: "/acp.js", http: "/http.js" } };
const plain: Wanted = { model: null, args: [], env: {} };
const http =
  "kind: http\napi: openai\nbase_url: https://api.example/v1/\nbase_url_variable: BASE\nkey_variable: A_KEY\n";

const planned = (text: string, wanted: Partial<Wanted>, request: AgentRequest): AgentCommand => {
  const profile = profileFrom(text) as AcpProfile | HttpProfile;
  const all = { ...plain, ...wanted };
  return profile.kind === "acp" ? planAcp(profile, all, bridges)(request) : planHttp(profile, all, bridges)(request);
};

function told(command: AgentCommand): BridgeRequest {
  if (command.kind === "refused") throw new TypeError(command.detail);
  return JSON.parse(command.files?.at(-1)?.text ?? "") as BridgeRequest;
}

describe("an agent that speaks ACP", () => {
  const text = 'kind: acp\nexecutable: agent\nargs: [--acp, "{context}"]\nenv: { A: "1" }\n';

  it("is started by the bridge, which is told all in a file beside the prompt", () => {
    const request = makeRequest("p", { session: "s", budgetUsd: 2, environment: {} });
    const command = planned(text, { model: "m", args: ["-x"] }, request);
    const path = join(dirname(request.paths.promptPath), "bridge.json");
    expect(command).toMatchObject({
      argv: ["/node", "/acp.js", path],
      env: { A: "1", TUTTI_SHEET: "sheet" },
      files: [{ path }],
    });
    const {
      paths: { promptPath, contextPath },
    } = request;
    expect(told(command)).toEqual({
      ...{ promptPath, contextPath, session: "s", model: "m", budgetUsd: 2 },
      to: { kind: "acp", argv: ["agent", "--acp", contextPath, "-x"] },
    });
  });

  it("is told its model either as an argument or through the protocol", () => {
    const request = makeRequest("p", { environment: {} });
    const command = planned(`${text}model_args: [-m, "{model}"]\n`, { model: "m" }, request);
    expect(told(command)).toMatchObject({
      model: null,
      to: { argv: ["agent", "--acp", request.paths.contextPath, "-m", "m"] },
    });
    expect(told(planned(`${text}model_args: [-m, "{model}"]\n`, {}, request)).to).toMatchObject({
      argv: ["agent", "--acp", request.paths.contextPath],
    });
  });
});

describe("a model behind an API", () => {
  const environment = { A_KEY: "k-1234", BASE: "" };

  it("is driven by the bridge with the profile's address, model and prices", () => {
    const request = makeRequest("p", { environment });
    const prices = "models: [{ name: 'm*', input: 1, output: 2, cache_read: 0.1 }]\n";
    expect(told(planned(`${http}model: m-1\nmax_turns: 7\ntools: [read]\n${prices}`, {}, request)).to).toEqual({
      ...{
        kind: "http",
        api: "openai",
        baseUrl: "https://api.example/v1",
        keyVariable: "A_KEY",
        model: "m-1",
        maxTurns: 7,
        tools: ["read"],
      },
      ...{ homePath: request.paths.homePath, price: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: null } },
    });
  });

  it("gets its key in the environment, and nowhere else", () => {
    const command = planned(`${http}model: m\n`, {}, makeRequest("p", { environment }));
    expect(command).toMatchObject({ env: { A_KEY: "k-1234" }, secrets: ["k-1234"] });
    expect(JSON.stringify(command.kind === "run" ? [command.argv, command.files] : [])).not.toContain("k-1234");
  });

  it("is looked for where the client's variable says, also when that is only a host", () => {
    const at = (BASE: string): unknown =>
      told(planned(`${http}model: m\n`, {}, makeRequest("p", { environment: { ...environment, BASE } }))).to;
    expect(at("https://proxy/x/")).toMatchObject({ baseUrl: "https://proxy/x" });
    expect(at("10.0.0.1:11434")).toMatchObject({ baseUrl: "http://10.0.0.1:11434" });
  });

  it("is refused without a model or a key, and the reason names what is missing", () => {
    expect(planned(http, {}, makeRequest("p", { environment }))).toMatchObject({
      kind: "refused",
      code: "E302",
      detail: expect.stringContaining("no model") as string,
    });
    expect(planned(`${http}model: m\n`, {}, makeRequest("p", { environment: {} }))).toMatchObject({
      kind: "refused",
      code: "E302",
      detail: "A_KEY is not set where the job was started",
    });
  });
});
