import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Accepted, JobView } from "../../../api/contract/job.ts";
import type { JobId } from "../../../base/ids.ts";
import { type About, type Desk, folderOf, job, repository, requireJob, sheet, tool } from "../tool.ts";

const which = { job, repo: repository };
const sheets = z.array(sheet).max(10_000).optional();

interface Begun {
  readonly job: JobId;
  readonly key: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What every change needs: its job, a key, and what agents may have. */
async function begin(desk: Desk, asked: About): Promise<Begun> {
  return { job: await requireJob(desk, asked), key: randomUUID(), environment: desk.door.environment() };
}

export const pause = tool({
  name: "tutti_pause",
  title: "Pause a job",
  description: "Running sheets finish and no new ones start. `now`: running sheets are ended too; their work is kept.",
  params: { ...which, now: z.boolean().default(false) },
  kind: "end",
  async run(desk, asked) {
    const { job: id, key } = await begin(desk, asked);
    return stateOf(await desk.door.play((tutti) => tutti.call("job.pause", { job: id, now: asked.now, key })));
  },
});

export const resume = tool({
  name: "tutti_resume",
  title: "Resume a job",
  description: "Goes on with a job that is paused, parked or was interrupted.",
  params: {
    ...which,
    retry_failed: z.boolean().default(false).describe("Try failed sheets again too."),
    force: z.boolean().default(false).describe("Start agents even where validations can't pass on the base."),
  },
  kind: "act",
  async run(desk, asked) {
    const { job: id, ...rest } = await begin(desk, asked);
    const folder = folderOf(desk, asked.repo);
    const how = { job: id, folder, retryFailed: asked.retry_failed, force: asked.force, ...rest };
    const accepted = await desk.door.play((tutti) => tutti.call("job.resume", how));
    return accepted === null ? { job: id, resumed: false } : goesOn(accepted);
  },
});

export const cancel = tool({
  name: "tutti_cancel",
  title: "Cancel a job or a sheet",
  description: "Ends a job, or one sheet of it. What landed stays, and what was under way is kept as snapshots.",
  params: { ...which, sheet: sheet.optional() },
  kind: "end",
  async run(desk, asked) {
    const { job: id, key } = await begin(desk, asked);
    const name = asked.sheet;
    return stateOf(
      await desk.door.play((tutti) =>
        name === undefined
          ? tutti.call("job.cancel", { job: id, answerWithinMs: 500, key })
          : tutti.call("sheet.cancel", { job: id, sheet: name, key }),
      ),
    );
  },
});

export const retry = tool({
  name: "tutti_retry",
  title: "Retry sheets",
  description: "Tries sheets again that failed or were cancelled; all of them when none is named.",
  params: { ...which, sheets },
  kind: "act",
  async run(desk, asked) {
    const how = { ...(await begin(desk, asked)), ...named(asked.sheets) };
    return goesOn(await desk.door.play((tutti) => tutti.call("job.retry", how)));
  },
});

export const tell = tool({
  name: "tutti_tell",
  title: "Tell an agent more",
  description:
    "Gives the agent of a sheet one more instruction; it goes on with the same work. This is also how a result that waits for approval is sent back.",
  params: { ...which, sheet, text: z.string().min(1).max(200_000) },
  kind: "act",
  async run(desk, asked) {
    const how = { ...(await begin(desk, asked)), sheet: asked.sheet, text: asked.text };
    return goesOn(await desk.door.play((tutti) => tutti.call("sheet.tell", how)));
  },
});

export const approve = tool({
  name: "tutti_approve",
  title: "Approve results",
  description: "Lets results land that wait for approval; all of them when none is named. Read them first: tutti_diff.",
  params: { ...which, sheets },
  kind: "end",
  async run(desk, asked) {
    const how = { ...(await begin(desk, asked)), ...named(asked.sheets) };
    return goesOn(await desk.door.play((tutti) => tutti.call("sheet.approve", how)));
  },
});

function named(names: readonly string[] | undefined): { readonly sheets?: readonly string[] } {
  return names === undefined ? {} : { sheets: names };
}

function goesOn({ job: id, position, notes }: Accepted): object {
  return { job: id, cursor: position, notes, next: `tutti_wait with job ${id} and this cursor` };
}

function stateOf({ id, status, why, counts }: JobView): object {
  return { job: id, status, why, counts };
}
