import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { endingOf } from "../../../api/contract/ending.ts";
import type { JobView } from "../../../api/contract/job.ts";
import { TuttiError } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { readSettings } from "../../../config/read.ts";
import { planFile, planningScore } from "../../../plan/draft/ask.ts";
import { type Draft, readDraft } from "../../../plan/draft/draft.ts";
import { orderOverlaps } from "../../../plan/draft/graph.ts";
import { requirementsIn } from "../../../plan/draft/requirements.ts";
import { draftScore } from "../../../plan/draft/score.ts";
import { wordsOf } from "../../../plan/task.ts";
import { type Desk, folderOf, repository, tool } from "../tool.ts";

export const planWork = tool({
  name: "tutti_plan_work",
  title: "Plan work from requirements",
  description:
    "Has an agent split requirements into tasks with criteria, files and dependencies, checked against the repository, and gives them with a score. Nothing of the work is started: show the plan to the person, then submit the score with tutti_submit. It takes minutes: expect a handle for tutti_wait.",
  params: {
    requirements: z.string().min(1).max(200_000).describe("What is wanted; one list item for each requirement."),
    planner: z.string().max(200).optional().describe("The agent that plans. Default: agent."),
    agent: z.string().max(200).optional().describe("The agent of the tasks. Default: the setting agents.default."),
    review: z.boolean().optional().describe("Have another agent review each result before it lands."),
    validate: z
      .array(z.string().min(1).max(10_000))
      .max(100)
      .optional()
      .describe("Commands that must succeed on every result. Default: the setting task.validations."),
    max_cost_usd: z
      .number()
      .positive()
      .max(1_000_000)
      .optional()
      .describe("Most that planning, or the work, may cost."),
    repo: repository,
  },
  kind: "act",
  async run(desk, asked) {
    const folder = folderOf(desk, asked.repo);
    const { settings } = await readSettings({ env: process.env, project: folder });
    const requirements = requirementsIn(asked.requirements);
    const agent = asked.agent ?? settings["agents.default"];
    const about = {
      name: wordsOf(asked.requirements),
      requirements,
      fallbacks: [],
      costUsd: asked.max_cost_usd ?? null,
    };
    const workspace = await mkdtemp(join(tmpdir(), "tutti-plan-"));
    const text = planningScore({
      ...{ ...about, text: asked.requirements, workspace, timeoutMs: null },
      agent: asked.planner ?? agent,
    });
    const draft = await draftedBy(desk, { folder, text, workspace, validateBase: settings.validate_base });
    const { draft: ordered, overlaps } = orderOverlaps(draft);
    const score = draftScore(ordered, {
      ...{ ...about, agent, approve: false, target: null, parallel: null, timeoutMs: null },
      validations: asked.validate ?? settings["task.validations"] ?? [],
      review: asked.review === true,
    });
    return { ...ordered, requirements, overlaps, score, next: "tutti_submit with this score, once the person agrees" };
  },
});

interface Drafting {
  readonly folder: string;
  readonly text: string;
  readonly workspace: string;
  readonly validateBase: "auto" | "always" | "never";
}

/** The job's own validation has compared the plan with requirements and repository: one that landed has no faults. */
async function draftedBy(desk: Desk, { folder, text, workspace, validateBase }: Drafting): Promise<Draft> {
  const key = randomUUID();
  const score = { path: null, baseDir: folder, text };
  const environment = desk.door.environment();
  const { job } = await desk.door.play((tutti) =>
    tutti.call("job.submit", { score, folder, key, environment, validateBase }),
  );
  const view = await atRest(desk, job, folder);
  const ending = endingOf(view);
  const read = readDraft(await readFile(join(workspace, planFile), "utf8").catch(() => ""));
  if (ending?.kind !== "finished" || ending.failed > 0 || read.kind === "wrong")
    throw new TuttiError("plan.refused", `no plan was made: ${view.sheets[0]?.why ?? view.why ?? view.status}`, {
      audience: "user",
      hint: `See what the planner did: tutti_logs with job ${job}`,
    });
  await unlink(join(workspace, planFile));
  await rmdir(workspace).catch(() => undefined);
  return read.draft;
}

const lookMs = 300;

async function atRest(desk: Desk, job: JobId, folder: string): Promise<JobView> {
  for (;;) {
    const view = await desk.door.look((tutti) => tutti.call("job.status", { job, folder }));
    if (view === null) throw new TuttiError("job.unknown", `${job} is gone`, { audience: "environment" });
    if (endingOf(view) !== undefined) return view;
    await pause(lookMs);
  }
}
