import { expect, test } from "vitest";
import type { EpochMs } from "../../base/ids.ts";
import { profileFrom } from "../../../test/kit/profiles.ts";
import { profileAgent } from "./agent.ts";
import type { Wanted } from "../agent.ts";

const bridges = { node: "/node", bridges: { acp: "/acp.js", http: "/http.js" } };
const plain: Wanted = { model: null, args: [], env: {} };
const agent = (text: string, wanted = plain) => profileAgent(profileFrom(text), wanted, bridges);
const cli = "kind: cli\nexecutable: a\n";

test("the abilities of an agent follow from its profile", () => {
  expect(agent(cli).abilities).toEqual({ events: false, sessions: false, usage: false, budget: false });
  const all = 'output: { format: claude }\nsession_args: ["{session}"]\nbudget_args: ["{budget}"]\n';
  expect(agent(`${cli}${all}`).abilities).toEqual({ events: true, sessions: true, usage: true, budget: true });
  expect(agent(`${cli}${all}session_folder: same\n`).abilities).toMatchObject({ sessions: true, sessionsStay: true });
  expect(agent("kind: acp\nexecutable: a\n").abilities).toEqual({
    events: true,
    sessions: true,
    usage: true,
    budget: false,
  });
});

test("an answer that comes at the end is no sign of life, and tells usage only where the profile says where", () => {
  expect(agent(`${cli}output: { format: json }\n`).abilities).toMatchObject({ events: false, usage: false });
  expect(agent(`${cli}output: { format: jsonl, output_tokens: usage.out }\n`).abilities).toMatchObject({
    events: true,
    usage: true,
  });
});

test("a model behind an API keeps to a budget only where its price is known", () => {
  const http = "kind: http\napi: ollama\nbase_url: http://h\nmodels: [{ name: m, input: 1, output: 1 }]\n";
  expect(agent(http, { ...plain, model: "m" }).abilities.budget).toBe(true);
  expect(agent(http, { ...plain, model: "n" }).abilities.budget).toBe(false);
});

test("its output is read in its format, and gets the profile's prices", () => {
  const reader = agent(`${cli}output: { format: tutti }\nmodels: [{ name: m, input: 1, output: 2 }]\n`, {
    ...plain,
    model: "m",
  }).reader(() => 0 as EpochMs);
  const line = {
    type: "spent",
    scope: "turn",
    input_tokens: 1_000_000,
    output_tokens: 1_000_000,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    usd: null,
  };
  expect(reader.line(JSON.stringify(line))).toMatchObject([{ kind: "spent", usage: { usd: 3 } }]);
});

test("the profile's own patterns come before those that hold for any program", () => {
  const { complaints } = agent(`${cli}errors: { E104: ["429 too many requests"] }\n`);
  expect(complaints.find(({ matches }) => matches("Error: 429 Too Many Requests"))?.code).toBe("E104");
});

test("the time for its first event is the profile's", () => {
  expect([agent(`${cli}start_timeout: 5m\n`).startMs, agent(cli).startMs]).toEqual([300_000, undefined]);
});
