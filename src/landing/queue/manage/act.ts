import { branchName } from "../../../base/text.ts";
import { messageOf } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { keyOf } from "../offer.ts";
import type { KeptQueue, QueueName } from "../../../store/queue.ts";
import type { Ejected, QueueChange } from "../../../api/contract/landing/queue.ts";
import type { InTurn } from "../../../conductor/jobs/once.ts";
import { type JobParts, openJob } from "../../../conductor/jobs/parts.ts";
import { notNow } from "../../../conductor/find/require.ts";
import { takeUp } from "../../../conductor/jobs/resume.ts";
import type { WhichJob } from "../../../conductor/find/nearest.ts";
import { isSameQueue, queueOf } from "./results.ts";
import { findQueue, readResults, refused, requireBranch, requireResult } from "./which.ts";

type Which = Parameters<typeof findQueue>[1];

/** Nothing lands there any more; what is being published is. */
export async function pauseQueue(parts: JobParts, asked: Which): Promise<QueueChange> {
  const queue = await findQueue(parts.git, asked);
  await requireBranch(parts.git, queue);
  const at = parts.world.now();
  const wasPaused = parts.kit.queues.of(queue).isPaused;
  const rules = await parts.kit.queues.change(queue, (now) =>
    now.isPaused ? now : { ...now, isPaused: true, pausedAt: at },
  );
  parts.process.notice(`the queue of ${branchOf(queue)} is paused by a person`);
  ring(parts, queue);
  return { ...changeOf(rules), wasPaused, ...noJobs };
}

/** Goes on with it, and with the jobs that rest because of it. */
export async function resumeQueue(parts: JobParts, inTurn: InTurn, asked: Which): Promise<QueueChange> {
  const queue = await findQueue(parts.git, asked);
  const wasPaused = parts.kit.queues.of(queue).isPaused;
  const rules = await parts.kit.queues.change(queue, (now) => ({ ...now, isPaused: false, pausedAt: null }));
  if (wasPaused) parts.process.notice(`the queue of ${branchOf(queue)} goes on`);
  ring(parts, queue);
  return { ...changeOf(rules), wasPaused, ...(await goOnWithJobs(parts, inTurn, queue)) };
}

/** Earlier ones that still wait come behind these. */
export async function reorderQueue(
  parts: JobParts,
  asked: WhichJob & { readonly sheets: readonly string[] },
): Promise<QueueChange> {
  const results = await readResults(parts, asked);
  const named = asked.sheets.map((name) => requireResult(results, name));
  const queues = named.flatMap(({ job }) => queueOf(job) ?? []);
  const [queue] = queues;
  if (queue === undefined || queues.some((other) => !isSameQueue(other, queue)))
    throw refused(
      "these are to land on different branches",
      "Each target has a queue of its own: reorder them one by one.",
    );
  const keys = [...new Set(named.map(keyOf))];
  const alive = new Set((await readResults(parts, { folder: asked.folder })).map(keyOf));
  const rules = await parts.kit.queues.change(queue, (now) => ({
    ...now,
    first: [...keys, ...now.first.filter((key) => alive.has(key) && !keys.includes(key))],
  }));
  ring(parts, queue);
  return { ...changeOf(rules), wasPaused: rules.isPaused, ...noJobs };
}

export async function findEjected(parts: JobParts, asked: WhichJob & { readonly sheet: string }): Promise<JobId> {
  return requireResult(await readResults(parts, asked), asked.sheet).job.id;
}

/** Its work is kept, and `approve` puts it back. */
export async function ejectResult(
  parts: JobParts,
  id: JobId,
  asked: WhichJob & { readonly sheet: string; readonly by?: string | undefined },
): Promise<Ejected> {
  const name = requireResult(await readResults(parts, asked), asked.sheet).sheet.id;
  const { book, playing } = await openJob(parts, id);
  const queue = queueOf(book.job());
  const state = book.state(name);
  // No await from here to the event: landing checks the book right before its intent.
  if (state.kind === "landing")
    throw notNow(`${name} is being published at this moment`, "If it has landed and should not have: tutti undo.");
  if (state.kind !== "captured" || queue === null)
    throw notNow(`${name} is ${state.kind}: it is in no queue`, "tutti queue shows what is.");
  if (!state.isApproved)
    throw notNow(`${name} waits for a person's word already: it is in no queue`, `Let it land: tutti approve ${id}`);
  await book.recordSheets([
    {
      sheet: name,
      event: { kind: "held", at: parts.world.now(), why: { kind: "ejected", by: asked.by ?? "a person" } },
    },
  ]);
  const key = `${id}/${name}`;
  if (parts.kit.queues.of(queue).first.includes(key))
    await parts.kit.queues.change(queue, (now) => ({ ...now, first: now.first.filter((one) => one !== key) }));
  parts.kit.queues.wake(queue);
  playing?.bell.ring();
  return { job: id, sheet: name, title: book.title(name) ?? name, target: queue.target };
}

function changeOf({
  repository,
  target,
  isPaused,
  first,
}: KeptQueue): Pick<QueueChange, "repository" | "target" | "isPaused" | "first"> {
  return { repository, target, isPaused, first };
}

const noJobs: Pick<QueueChange, "resumed" | "stuck"> = { resumed: [], stuck: [] };

function branchOf({ target }: QueueName): string {
  return branchName(target);
}

/** Wakes the queue, and the loops of its jobs. */
function ring({ kit: { queues }, stage }: JobParts, queue: QueueName): void {
  queues.wake(queue);
  for (const { book, bell } of stage.all()) if (isSameQueue(queueOf(book.job()), queue)) bell.ring();
}

/** A job that comes to rest now may do so because of the pause. */
async function goOnWithJobs(
  parts: JobParts,
  inTurn: InTurn,
  queue: QueueName,
): Promise<Pick<QueueChange, "resumed" | "stuck">> {
  await Promise.all(
    parts.stage
      .all()
      .flatMap((playing) =>
        playing.isResting() && isSameQueue(queueOf(playing.book.job()), queue) ? [playing.rest] : [],
      ),
  );
  const resumed: JobId[] = [];
  const stuck: { job: JobId; why: string }[] = [];
  for (const { id } of (await parts.store.unfinished()).filter((job) => isSameQueue(queueOf(job), queue))) {
    await inTurn(id, async () => {
      const job = await parts.store.job(id);
      if (job?.status.kind !== "paused" || job.status.cause.kind !== "queue") return;
      await takeUp(parts, id).then(
        () => resumed.push(id),
        (error: unknown) => stuck.push({ job: id, why: messageOf(error) }),
      );
    });
  }
  return { resumed, stuck };
}
