import type { Candidate } from "../../../landing/candidate.ts";
import { agentName } from "../../../score/agent-plan.ts";
import type { FilledPullRequest } from "../../../score/landing-plan.ts";
import { emptyScene } from "../../../score/resolve/scene.ts";
import { type Equipment, workspaceOf } from "../../equipment.ts";

/** A text that can't be filled in must not cost a pull request: there are others to say it with. */
export function filledFor(
  equipment: Equipment,
  { job, sheet, agent }: Candidate,
  words: string | null,
): FilledPullRequest {
  const workspace = workspaceOf(equipment, job);
  const scene = {
    ...emptyScene(workspace, workspace),
    agent: agentName(agent),
    ...(words === null ? {} : { summary: words }),
  };
  const said = equipment.resolverOf(job.plan).pullRequest(sheet, scene);
  if (said?.kind === "means") return said.value;
  if (said !== null)
    equipment.notice(
      `${sheet.id}: landing.pull_request.${said.key} could not be filled in, and is said otherwise: ${said.why}`,
    );
  return { title: null, body: null };
}
