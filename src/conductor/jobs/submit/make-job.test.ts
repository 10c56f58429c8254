import { describe, expect, it } from "vitest";
import { hastyWorld, wireGit } from "../../../../test/kit/git.ts";
import { mozart } from "../../../../test/kit/mozart.ts";
import { makeRepository } from "../../../../test/kit/repository.ts";
import { planOf } from "../../../../test/kit/scores.ts";
import { openRepository } from "../../../git/repository.ts";
import { withLevel } from "../../../score/plan/isolation.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import type { Job } from "../../../sheet/job.ts";
import { makeJob } from "./make-job.ts";

async function submit(plan: Plan): Promise<Job> {
  const git = wireGit();
  const { path } = makeRepository();
  const repository = await openRepository(git, path);
  return makeJob(git, hastyWorld, {
    plan,
    place: { repository, noRepository: null },
    folder: path,
    parallel: 1,
    epoch: 1,
  });
}

describe("a plan with an agent that nothing here can run", () => {
  it("is refused before anything is begun, and says which agent and what to do", async () => {
    const plan = planOf(mozart({ sheet: "{size: 1, total_items: 2, per_sheet_instruments: {2: cline-cli}}" }));
    await expect(submit(plan)).rejects.toMatchObject({
      code: "agent.unavailable",
      message: 'this version of Tutti has no agent "cline-cli"',
      hint: expect.stringContaining("tutti import") as string,
    });
  });

  it("is refused when only its judge is missing", async () => {
    const plan = planOf("agent: scripted\nsheets: [{id: a, prompt: x}]\nvalidations: [llm_judge: {criteria: kind}]");
    const rules = plan.rules.map((rule) => ({
      ...rule,
      check: { ...rule.check, agent: { kind: "unavailable", name: "cline-cli" } },
    })) as Plan["rules"];
    await expect(submit({ ...plan, rules })).rejects.toMatchObject({ code: "agent.unavailable" });
  });

  it("becomes a job once all its agents are there", async () => {
    expect(await submit(withLevel(planOf(mozart({})), "clone"))).toMatchObject({
      target: "refs/heads/main",
      identity: { name: "Ada" },
    });
  });
});

it("a branch that is not there is refused with the key of the score that names it", async () => {
  const refusal = (score: string) => submit(planOf(`agent: scripted\n${score}\nsheets: [{id: a, prompt: x}]`));
  await expect(refusal("isolation: {source_branch: missing}")).rejects.toMatchObject({
    code: "git.no_commit",
    message: "there is no branch missing",
    hint: "Name a branch of this repository in the score: source_branch: main",
  });
  await expect(refusal("target: missing")).rejects.toMatchObject({
    hint: "Name a branch of this repository in the score: target: main",
  });
});
