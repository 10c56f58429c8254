import type { ChatCompletionRequest, FixtureResponse } from "@copilotkit/aimock";
import { expect, test } from "vitest";
import { makeConductorKit } from "../kit/conductor.ts";
import { answerFor } from "../kit/provider-answers.ts";
import { openProviders } from "../kit/providers.ts";
import { agentsPath, claude } from "../kit/real-agents.ts";
import { makeRepository } from "../kit/repository.ts";

const task = (id: string, after: readonly string[], place: number): object => ({
  ...{ id, title: `Add ${id}`, description: `Please write ${id}.txt with ${id}.`, kind: "feature", after },
  files: [{ path: `${id}.txt`, new: true }],
  criteria: [{ text: `${id} is there`, command: `test -f ${id}.txt` }, { text: `${id}.txt has a word` }],
  covers: [`R${String(place)}`],
});
const plan = { goal: "Two words", tasks: [task("first", [], 1), task("second", ["first"], 2)] };
const scores = { correctness: 95, tests: 90, security: 100, documentation: 80, acceptance: 100 };
const blocker = { severity: "blocker", category: "correctness", text: "please write second.txt with better" };

/** The model behind planner, author and reviewer. It wants the second word to be another one. */
function answer(request: ChatCompletionRequest): FixtureResponse {
  const said = JSON.stringify(request.messages);
  if (said.includes("You plan work; you do not do it.")) return { content: `So:\n${JSON.stringify(plan)}` };
  if (!said.includes("You review the change of another agent")) return answerFor(request);
  const [word = "first"] = ["better", "second"].filter((one) => said.includes(`1 + ${one}`));
  const file = `${word === "better" ? "second" : word}.txt`;
  const criteria = [{ criterion: 1, met: true, citations: [{ file, line: 1, text: word }] }];
  const review = { scores, criteria, comments: word === "second" ? [blocker] : [] };
  return { content: `Read.\n${JSON.stringify(review)}`, usage: { input_tokens: 100, output_tokens: 7 } };
}

test.skipIf(!claude.isInstalled)(
  "claude: requirements become a plan, and its tasks are done, reviewed, sent back once and landed in order",
  { timeout: 5 * 60_000 },
  async () => {
    const providers = await openProviders(answer);
    const user = makeRepository({ "a.txt": "a\n" });
    const { env } = claude.plan(providers.url);
    const kit = makeConductorKit({ more: { ...env, PATH: agentsPath } });
    const wanted = "Wanted:\n- a first word\n- a second word";
    const how = ["--agent", "claude", "--reviewer", "claude", "--name", "words", "--yes", "--run"];
    const end = await kit.begin("plan", wanted, "--repo", user.path, ...how).ended;
    await providers.close();
    expect([end.code, end.out], end.err).toEqual([0, expect.stringContaining("2 landed on main (of 2)") as string]);
    expect(end.out).toContain("2 tasks cover 2 requirements; no fault was found");
    expect(user.git("log", "--reverse", "--format=%s", "main").split("\n")).toEqual([
      "first",
      "feat: Add first",
      "feat: Add second",
    ]);
    expect(user.git("show", "main:second.txt")).toBe("better");
    const tutti = await kit.client();
    const job = await tutti.call("job.status", { folder: user.path });
    await tutti.close();
    expect(job?.sheets.map(({ id, review }) => [id, review?.verdict, review?.sentBack])).toEqual([
      ["first", "approved", 0],
      ["second", "approved", 1],
    ]);
  },
);
