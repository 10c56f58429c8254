import type { Plan } from "../../../score/plan/plan.ts";
import type { Job } from "../../../sheet/job.ts";
import type { JobParts } from "../parts.ts";

/** Asked for and not possible: nothing is begun. A container shows its programs less than any sandbox does. */
export async function requireSandbox({ process }: Pick<JobParts, "process">, { plan }: Job): Promise<void> {
  if (plan.prepare?.container !== undefined) return;
  const { sandbox = "off", confined: { network, prepare = "off", hasBrokeredKeys } = {} } = plan;
  await process.sandbox.require([sandbox, prepare], network !== undefined || hasBrokeredKeys === true);
}

type Environment = Readonly<Record<string, string>>;

/** How a job is confined for which no level was chosen. */
export async function sandboxNotices(
  { process }: Pick<JobParts, "process">,
  { sandbox, prepare }: Plan,
  { folder, environment }: { readonly folder: string; readonly environment?: Environment | undefined },
): Promise<readonly string[]> {
  if (sandbox !== undefined || prepare?.container !== undefined) return [];
  const wishes = await process.wishes(folder, environment);
  return wishes.sandbox === "auto" ? [await process.sandbox.usualNotice()] : [];
}
