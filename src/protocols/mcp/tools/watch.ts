import { z } from "zod";
import { endingOf } from "../../../api/contract/ending.ts";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { JobSummary, JobView, SheetView } from "../../../api/contract/job.ts";
import type { Tutti } from "../../../api/tutti.ts";
import { TuttiError } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { clip, isoTime } from "../../../base/text.ts";
import { aboutJob, type Desk, folderOf, job, repository, requireJob, tool } from "../tool.ts";

export const jobs = tool({
  name: "tutti_jobs",
  title: "List jobs",
  description: "Jobs, the newest first, with their state and how many sheets have landed.",
  params: {
    repo: repository,
    all: z.boolean().optional().describe("Jobs of all repositories."),
    limit: z.number().int().min(1).max(200).default(20),
  },
  kind: "look",
  async run(desk, asked) {
    const folder = folderOf(desk, asked.repo);
    const isHere = ({ repository: top }: JobSummary): boolean => folder === top || folder.startsWith(`${top}/`);
    const all = await desk.door.look((tutti) => tutti.call("job.list", {}));
    const found = all.filter((one) => one.archived !== true && (asked.all === true || isHere(one)));
    return { jobs: found.slice(0, asked.limit).map(summaryOf), more: Math.max(0, found.length - asked.limit) };
  },
});

export const status = tool({
  name: "tutti_status",
  title: "Show a job",
  description: "A job and its sheets: what runs, what landed, what failed and why, what waits for a person.",
  params: {
    job,
    repo: repository,
    states: z
      .array(z.string().max(50))
      .max(30)
      .optional()
      .describe("Only sheets in these states, such as failed or running."),
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(500).default(50),
  },
  kind: "look",
  async run(desk, asked) {
    const view = await desk.door.look((tutti) => tutti.call("job.status", aboutJob(desk, asked)));
    if (view === null) return { job: null, next: "tutti_submit starts a job" };
    const { offset, limit, states } = asked;
    const sheets = view.sheets.filter(({ state }) => states === undefined || states.includes(state));
    const shown = sheets.slice(offset, offset + limit);
    const rest = sheets.length - offset - shown.length;
    return {
      ...jobOf(view),
      sheets: shown.map(sheetOf),
      ...(rest > 0 ? { more_sheets: rest, next_offset: offset + limit } : {}),
    };
  },
});

/** Clients give up on a call after 60 s. */
const mostSeconds = 45;
const mostEvents = 200;

export const wait = tool({
  name: "tutti_wait",
  title: "Wait for a job",
  description:
    "Waits until something happens to a job, or until it comes to rest, at most 45 s; gives what happened since the cursor, and the next cursor. Call it again until `rests` is true. With a handle: waits for the answer of a slow call.",
  params: {
    job,
    repo: repository,
    cursor: z.number().int().min(0).optional().describe("Of the last answer. Without one: from now on."),
    until: z.enum(["news", "rest"]).default("rest").describe("`news`: the next event is enough."),
    seconds: z.number().min(0).max(mostSeconds).default(30),
    handle: z.string().max(100).optional().describe("Of a call that was answered with `pending`."),
  },
  kind: "look",
  isPatient: true,
  async run(desk, asked) {
    if (asked.handle !== undefined) return handled(desk, asked.handle, asked.seconds * 1000);
    const id = await requireJob(desk, asked);
    return desk.door.look((tutti) => follow(tutti, { ...asked, job: id }));
  },
});

function handled({ slow }: Desk, handle: string, ms: number): Promise<object> {
  const answer = slow.take(handle, ms);
  if (answer !== undefined) return answer;
  throw new TuttiError("cli.usage", `no call with the handle ${handle} is known`, {
    audience: "user",
    hint: "Handles end with the server that gave them. tutti_jobs shows whether the job was started.",
  });
}

interface Waiting {
  readonly job: JobId;
  readonly cursor?: number | undefined;
  readonly until: "news" | "rest";
  readonly seconds: number;
}

/** Follows one job for a while; what is given ends with a whole position of the journal. */
async function follow(tutti: Tutti, asked: Waiting): Promise<object> {
  const events: TuttiEvent[] = [];
  let cursor = asked.cursor ?? null;
  let dropped = 0;
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, asked.seconds * 1000, undefined);
  const viewNow = (): Promise<JobView | null> => tutti.call("job.status", { job: asked.job, folder: "/" });
  const isEnough = (): boolean => asked.until === "news" && events.length > 0;
  const following = await tutti.follow(
    { job: asked.job, ...(asked.cursor === undefined ? {} : { after: asked.cursor }) },
    {
      hear(event) {
        if (event.position > (cursor ?? 0)) cursor = event.position;
        if (events.length < mostEvents) events.push(event);
        else dropped += 1;
        if (isEnough() || isRestful(event)) setImmediate(resolve, undefined);
      },
      lost: () => resolve(undefined),
    },
  );
  try {
    let view = await viewNow();
    if (view !== null && endingOf(view) === undefined && !isEnough()) {
      await over;
      view = await viewNow();
    }
    cursor ??= following.position;
    return {
      cursor,
      rests: view === null || endingOf(view) !== undefined,
      ...(view === null ? {} : { job: jobOf(view) }),
      events: events.map(eventOf),
      ...(dropped === 0 ? {} : { events_left_out: dropped }),
    };
  } finally {
    clearTimeout(timer);
    await following.stop().catch(() => undefined);
  }
}

/** Its job may have come to rest with it. */
function isRestful({ type }: TuttiEvent): boolean {
  return type === "job.completed" || type === "job.failed" || type === "job.paused" || type === "job.cancelled";
}

const longest = 1000;

function eventOf({ at, type, sheet, state, why }: TuttiEvent): object {
  return {
    at: isoTime(at),
    type,
    ...(sheet === null ? {} : { sheet }),
    ...(state === null ? {} : { state }),
    ...(why === null ? {} : { why: clip(why, longest) }),
  };
}

function summaryOf(view: JobSummary): object {
  const { id, name, status: state, why, repository: repo, counts, createdAt, cost } = view;
  return { id, name, status: state, why, repo, created: isoTime(createdAt), counts, cost };
}

function jobOf(view: JobView): object {
  const { landsOn, diverted, isolation, parallel, pause, phases } = view;
  const ending = endingOf(view);
  return {
    ...summaryOf(view),
    lands_on: landsOn,
    ...(diverted === null ? {} : { diverted }),
    isolation,
    parallel,
    ...(pause === null ? {} : { pause }),
    ...(ending === undefined ? {} : { ending }),
    phases,
  };
}

function sheetOf(view: SheetView): object {
  const { id, title, state, attempts, agent, commit, why, pull, phase } = view;
  return {
    id,
    ...(title === id ? {} : { title }),
    state,
    ...(phase === undefined ? {} : { phase }),
    attempts,
    agent,
    ...(commit === null ? {} : { commit }),
    ...(why === null ? {} : { why: clip(why, longest) }),
    ...(pull === null ? {} : { pull_request: pull.url }),
    ...(view.code === null ? {} : { code: view.code }),
  };
}
