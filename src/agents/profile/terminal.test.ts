import { expect, test } from "vitest";
import { makeRequest } from "../../../test/kit/agents.ts";
import { profileFrom } from "../../../test/kit/profiles.ts";
import { planTerminal } from "./cli.ts";

const text = `kind: cli
executable: agent
args: [--headless]
model_args: [-m, "{model}"]
interactive: { args: [chat], session_args: [--resume, "{session}"] }
home: { own: always, variables: { A_HOME: . } }
`;
const wanted = { model: "big", args: ["-x"], env: {} };

test("a person's terminal goes on with the session, with the model and in the home that the agent had", () => {
  const plan = planTerminal(
    profileFrom(text),
    wanted,
    makeRequest("p", { session: "s", paths: { homePath: "/own" }, environment: {} }),
  );
  expect(plan).toMatchObject({ argv: ["agent", "chat", "-m", "big", "--resume", "s"], env: { A_HOME: "/own" } });
});

test("a new session begins with the prompt, which is never taken for an option", () => {
  const profile = profileFrom('kind: cli\nexecutable: agent\ninteractive: { prompt_args: [-i, "{prompt}"] }\n');
  const bare = { ...wanted, model: null };
  expect(planTerminal(profile, bare, makeRequest("-rf", { environment: {} }))?.argv).toEqual(["agent", "-i", " -rf"]);
  expect(planTerminal(profile, bare, makeRequest("", { environment: {} }))?.argv).toEqual(["agent"]);
});

test("without a session it begins a new one, and an agent without a terminal has no plan", () => {
  const request = makeRequest("p", { environment: {} });
  expect(planTerminal(profileFrom(text), { ...wanted, model: null }, request)?.argv).toEqual(["agent", "chat"]);
  expect(planTerminal(profileFrom("kind: cli\nexecutable: a\n"), wanted, request)).toBeNull();
  expect(planTerminal(profileFrom("kind: acp\nexecutable: a\n"), wanted, request)).toBeNull();
});
