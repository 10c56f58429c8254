import type { JobId } from "../../base/ids.ts";
import type { Book } from "../../conductor/book.ts";
import { readScoreText } from "../../score/load.ts";
import type { ContextViewer, Keeper } from "../contract/context.ts";
import type { Viewer } from "../tutti.ts";
import type { Handlers } from "../handlers.ts";
import type { Accepted, Revalidated, Revalidation } from "../contract/job.ts";
import type { Asked, Method } from "../schema/methods.ts";
import type { Answers } from "../../conductor/report/answers.ts";
import { inferJob } from "../../conductor/jobs/infer/infer.ts";
import { cancelSheet, cancelSoon, pause } from "../../conductor/jobs/control.ts";
import { goOn } from "../../conductor/jobs/go-on.ts";
import { makeInTurn } from "../../conductor/jobs/in-turn.ts";
import { modify } from "../../conductor/jobs/modify.ts";
import type { Once } from "../../conductor/jobs/once.ts";
import { type JobParts, settled } from "../../conductor/jobs/parts.ts";
import { jobToResume, resume, retry, retrySheet } from "../../conductor/jobs/resume.ts";
import { submit } from "../../conductor/jobs/submit.ts";
import { syncPulls } from "../../landing/pulls/sync.ts";
import { ejectResult, findEjected, pauseQueue, reorderQueue, resumeQueue } from "../../landing/queue/manage/act.ts";
import { goBack, tryResult } from "../../landing/review/trial.ts";
import { approve } from "../../conductor/jobs/sheets/approve.ts";
import { enterSheet } from "../../conductor/jobs/sheets/enter.ts";
import { leaveSheet, requireVisit } from "../../conductor/jobs/sheets/leave.ts";
import { requireNobodyIn } from "../../conductor/jobs/sheets/nobody-in.ts";
import { type Judgement, judgeAgain } from "../../conductor/jobs/sheets/revalidate.ts";
import { tell } from "../../conductor/jobs/sheets/tell.ts";
import { jobToUndo, undo } from "../../landing/undo/undo.ts";

/** What only looks: it needs no lock, and works without a conductor too. */
export interface Looks {
  readonly viewer: Viewer;
  readonly contexts: ContextViewer;
  readonly answers: Answers;
  readonly agents: Pick<Handlers, "agents.list" | "agents.check">;
  readonly gates: Pick<Handlers, "gates.list">;
  readonly queue: Handlers["queue.list"];
  readonly review: Pick<Handlers, "review.list" | "review.show">;
  readonly pulls: Handlers["pulls.list"];
  readonly radar: Handlers["radar.look"];
  readonly findings: Pick<Handlers, "findings.stats" | "fix.report">;
}

/** Methods that change nothing. */
export type LookHandlers = Omit<Handlers, keyof ActHandlers | keyof GateHandlers | keyof ConductorHandlers>;

export type ActHandlers = Pick<
  Handlers,
  | "job.submit"
  | "job.pause"
  | "job.resume"
  | "job.modify"
  | "job.cancel"
  | "job.retry"
  | "job.revalidate"
  | "job.archive"
  | "job.recover"
  | "sheet.retry"
  | "sheet.cancel"
  | "sheet.approve"
  | "sheet.undo"
  | "sheet.tell"
  | "sheet.enter"
  | "sheet.leave"
  | "queue.pause"
  | "queue.resume"
  | "queue.reorder"
  | "queue.eject"
  | "pulls.sync"
  | "review.try"
  | "review.back"
  | "context.remove"
  | "context.unlock"
  | "context.adopt"
  | "context.prune"
  | "context.clean"
>;

/** What results have to pass before they land. */
export type GateHandlers = Pick<Handlers, "gates.check" | "gates.forget">;

export type ConductorHandlers = Pick<Handlers, Extract<Method, `conductor.${string}`> & keyof Handlers>;

export function lookHandlers({
  viewer,
  contexts,
  answers,
  agents,
  gates,
  queue,
  review,
  pulls,
  radar,
  findings,
}: Looks): LookHandlers {
  const { custody } = viewer;
  return {
    "job.status": async (asked) => (await viewer.status(which(asked))) ?? null,
    "job.list": () => viewer.list(),
    ...answers,
    ...agents,
    ...gates,
    "sheet.snapshots": (asked) => custody.snapshots(aimed(asked)),
    "sheet.show": (asked) => custody.show(aimed(asked)),
    "sheet.diff": (asked) => custody.diff({ ...aimed(asked), withText: asked.withText }),
    "sheet.restore": (asked) => custody.restore({ ...aimed(asked), to: asked.to }),
    "sheet.attempt-from": (asked) => custody.attemptFrom(aimed(asked)),
    "context.list": (asked) => contexts.list(asked),
    "context.show": ({ id }) => contexts.show(id),
    "context.refusal": (asked) => contexts.refusal(asked),
    "context.strays": (asked) => contexts.strays(asked),
    "context.prunable": (asked) => contexts.prunable(asked),
    "context.plan-cleaning": (asked) => contexts.planCleaning(asked),
    "context.plan-archive": ({ job }) => contexts.planArchive(job),
    "landing.verify": (asked) => viewer.verify({ ...which(asked), signatures: asked.signatures, deep: asked.deep }),
    "queue.list": queue,
    ...review,
    "pulls.list": pulls,
    "radar.look": radar,
    ...findings,
  };
}

/** What changes something, each with its key: asked twice, done once. */
export function actHandlers(parts: JobParts, keeper: Keeper, once: Once): ActHandlers {
  const inTurn = makeInTurn();
  const keyed =
    <A extends { readonly key?: string | undefined }, T>(method: string, act: (asked: A) => Promise<T>) =>
    (asked: A): Promise<T> =>
      once({ method, key: asked.key }, () => act(asked));
  const ofJob = <A extends { readonly key?: string | undefined; readonly job: JobId }, T>(
    method: string,
    act: (parts: JobParts, asked: A) => Promise<T>,
  ) => keyed(method, (asked: A) => inTurn(asked.job, () => act(parts, asked)));
  return {
    "job.submit": (asked) => once({ method: "job.submit", key: asked.key }, (note) => submit(parts, asked, note)),
    "job.pause": ofJob("job.pause", pause),
    "job.resume": keyed("job.resume", async (asked: Asked<"job.resume">) => {
      const job = await jobToResume(parts, asked);
      return job === undefined ? null : inTurn(job, () => resume(parts, { ...asked, job }));
    }),
    "job.modify": ofJob("job.modify", modify),
    "job.cancel": keyed("job.cancel", (asked: Asked<"job.cancel">) => cancelSoon(parts, asked, inTurn)),
    "job.retry": ofJob("job.retry", retry),
    "job.revalidate": keyed("job.revalidate", async (asked: Asked<"job.revalidate">) => {
      // Validations may take long: meanwhile others may have their say.
      const judged = await judgeAgain(parts, asked);
      return inTurn(asked.job, () => acceptGood(parts, asked, judged));
    }),
    "job.archive": ofJob("job.archive", (_, asked: Asked<"job.archive">) => keeper.archive(asked)),
    "job.recover": keyed("job.recover", (asked: Asked<"job.recover">) => recover(parts, asked)),
    "sheet.retry": ofJob("sheet.retry", retrySheet),
    "sheet.cancel": ofJob("sheet.cancel", cancelSheet),
    "sheet.approve": ofJob("sheet.approve", approve),
    "sheet.undo": (asked) =>
      once({ method: "sheet.undo", key: asked.key }, async (note) => {
        const job = await jobToUndo(parts, asked);
        return inTurn(job.id, () => undo(parts, job, { ...asked, note }));
      }),
    "sheet.tell": ofJob("sheet.tell", tell),
    "sheet.enter": (asked) => inTurn(asked.job, () => enterSheet(parts, asked)),
    "sheet.leave": keyed("sheet.leave", async (asked: Asked<"sheet.leave">) => {
      const visit = await requireVisit(parts, asked.token);
      return inTurn(visit.job, () => leaveSheet(parts, visit));
    }),
    "queue.pause": keyed("queue.pause", (asked: Asked<"queue.pause">) => pauseQueue(parts, asked)),
    "queue.resume": keyed("queue.resume", (asked: Asked<"queue.resume">) => resumeQueue(parts, inTurn, asked)),
    "queue.reorder": keyed("queue.reorder", (asked: Asked<"queue.reorder">) => reorderQueue(parts, asked)),
    "queue.eject": keyed("queue.eject", async (asked: Asked<"queue.eject">) => {
      const job = await findEjected(parts, asked);
      return inTurn(job, () => ejectResult(parts, job, asked));
    }),
    "pulls.sync": keyed("pulls.sync", (asked: Asked<"pulls.sync">) => syncPulls(parts, inTurn, asked)),
    "review.try": keyed("review.try", (asked: Asked<"review.try">) => tryResult(parts, asked)),
    "review.back": keyed("review.back", (asked: Asked<"review.back">) => goBack(parts, asked)),
    "context.remove": keyed("context.remove", (asked: Asked<"context.remove">) => keeper.remove(asked)),
    "context.unlock": keyed("context.unlock", (asked: Asked<"context.unlock">) => keeper.unlock(asked)),
    "context.adopt": keyed("context.adopt", (asked: Asked<"context.adopt">) => keeper.adopt(asked)),
    "context.prune": keyed("context.prune", (asked: Asked<"context.prune">) => keeper.prune(asked)),
    "context.clean": keyed("context.clean", (asked: Asked<"context.clean">) => keeper.clean(asked.steps)),
  };
}

function which({ job, folder }: Asked<"job.status">): Parameters<Viewer["status"]>[0] {
  return { job, folder };
}

function aimed({ job, folder, what, isWorkspace }: Asked<"sheet.show">): Parameters<Viewer["custody"]["show"]>[0] {
  return { job, folder, what, isWorkspace };
}

/** Puts a job that the database lost back into it, as its traces show it, and goes on with it. */
async function recover(parts: JobParts, asked: Asked<"job.recover">): Promise<Accepted> {
  const plan =
    asked.score === undefined
      ? null
      : settled(parts, readScoreText(asked.score, await parts.agentNames(asked.folder, undefined)).plan);
  const position = await parts.store.position();
  const job = await inferJob(parts, parts, { job: asked.job, folder: asked.folder, plan });
  await resume(parts, {
    job,
    folder: asked.folder,
    retryFailed: false,
    ...(asked.parallel === undefined ? {} : { parallel: asked.parallel }),
  });
  return { job, position, notes: [] };
}

/** Takes what passed for the result of its sheet, and goes on with the job. `dryRun`: nothing is made of it. */
async function acceptGood(
  parts: JobParts,
  asked: Asked<"job.revalidate">,
  judged: readonly Judgement[],
): Promise<Revalidation> {
  const good = asked.dryRun ? [] : judged.filter(({ isGood }) => isGood);
  const about = { job: asked.job, position: await parts.store.position(), sheets: judged.map(shownOf) };
  if (good.length === 0) return { ...about, goesOn: false };
  await requireNobodyIn(
    parts,
    asked.job,
    good.map(({ id }) => id),
  );
  const say = async (book: Book): Promise<void> => {
    await book.recordSheets(
      good.flatMap(({ id, work }) =>
        work === null ? [] : [{ sheet: id, event: { kind: "judged", at: parts.world.now(), changed: true, ...work } }],
      ),
    );
  };
  const { position } = await goOn(parts, asked.job, { parallel: null, say });
  return { ...about, position, goesOn: true };
}

function shownOf({ sheet, state, snapshot, isGood, passed, failed, refused }: Judgement): Revalidated {
  return { sheet, state, snapshot, isGood, passed, failed, refused };
}
