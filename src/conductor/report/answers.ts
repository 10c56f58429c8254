import { maxCostFor } from "./max-cost.ts";
import { asSentence, duration, shellWord } from "../../base/text.ts";
import { existsSync } from "node:fs";
import type { SheetId } from "../../base/ids.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { within } from "../../base/world/world.ts";
import { landingRef } from "../../sheet/job.ts";
import type { Diagnosis, Explanation } from "../../api/contract/answers.ts";
import { nobodyPlays } from "../../api/contract/agents.ts";
import type { History, SheetView } from "../../api/contract/job.ts";
import type { LandingRow } from "../../api/contract/landing.ts";
import { detailed, holdUpIn } from "./views/detail.ts";
import { isDiversionOver } from "./views/diversion.ts";
import { eventsOf } from "../../api/events/events-of.ts";
import type { WhichJob } from "../find/nearest.ts";
import { requireSheet } from "../find/require.ts";
import { attemptsOf, withUseNow } from "./life/attempts.ts";
import { readReceipt } from "../../landing/receipts/read.ts";
import { endSentences, keptSentences } from "./life/promises.ts";
import { type Scene, readScenes } from "./life/scenes.ts";
import { lifeSentences } from "./life/sentences.ts";
import { findingsOf } from "./diagnose/findings.ts";
import type { Viewer } from "../find/viewer.ts";
import { type Known, findKnown, readLives } from "./known.ts";
import { mergingOf } from "./merging.ts";
import { lastPrinted } from "./output.ts";
import { type Wait, waitOf } from "./wait.ts";

interface WhichSheet extends WhichJob {
  readonly sheet: string;
}

export async function readSheet(parts: Viewer, asked: WhichSheet): Promise<SheetView | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const sheet = requireSheet(known.job, asked.sheet);
  const view = { ...known.view, sheets: known.view.sheets.filter(({ id }) => id === sheet) };
  return (await detailed(parts, known.job, view)).sheets[0] ?? null;
}

/** The landings that the journal has, in the order of the score. */
export async function listLandings(parts: Viewer, asked: WhichJob): Promise<readonly LandingRow[]> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return [];
  const { job, states } = known;
  const lives = await readLives(parts, job.id);
  return job.plan.sheets.flatMap(({ id }): LandingRow[] => {
    const state = states.get(id);
    if (state?.kind !== "landed") return [];
    // A job may be diverted on its way, so each landing has its own target; one that was inferred has the job's.
    const meant = lives.get(id)?.findLast((event) => event.kind === "landing");
    return [
      { job: job.id, sheet: id, commit: state.commit, level: state.level, target: meant?.target ?? landingRef(job) },
    ];
  });
}

interface HistoryAsked extends WhichJob {
  readonly sheet?: string | undefined;
  /** A position of the journal. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export async function readHistory(parts: Viewer, asked: HistoryAsked): Promise<History | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined || parts.store === undefined) return null;
  const { job } = known;
  const sheet = asked.sheet === undefined ? undefined : requireSheet(job, asked.sheet);
  const titles = new Map(job.plan.sheets.map(({ id, title }) => [id, title]));
  const rows = await parts.store.rows({
    after: asked.after ?? 0,
    limit: asked.limit,
    job: job.id,
    ...(sheet === undefined ? {} : { sheet }),
  });
  return {
    job: job.id,
    events: rows.flatMap((row) => eventsOf(row, row.sheet === null ? null : (titles.get(row.sheet) ?? null))),
    next: rows.length < asked.limit ? null : (rows.at(-1)?.position ?? null),
  };
}

const patienceMs = 700;

/** Why a job is where it is, and what to do. */
export async function diagnose(
  parts: Viewer,
  asked: WhichJob,
): Promise<Omit<Diagnosis, "remedies" | "healings"> | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const lives = await readLives(parts, known.job.id);
  const standing = known.view.sheets.flatMap(({ id, state }) => {
    if (state !== "failed" && state !== "cancelled") return [];
    const placed = lives.get(id as SheetId)?.findLast((event) => event.kind === "placed");
    return placed !== undefined && placed.level !== "none" && existsSync(placed.path)
      ? [{ sheet: id, path: placed.path }]
      : [];
  });
  // Git or a disk may hang at this very moment, and a person asks to find that out.
  const merged = within(patienceMs, isDiversionOver(parts.git, known.job), realWorld);
  const [shut, unverified, uncounted, disk = null, isMerged = false] = await Promise.all([
    parts.now.shut(),
    parts.agents.unverified(known.job),
    parts.agents.uncounted(known.job),
    within(patienceMs, parts.now.disk(), realWorld),
    merged,
  ]);
  const around = {
    held: known.isPlayed ? parts.now.held() : null,
    calls: parts.now.calls(known.job.id),
    ...holdUpIn(parts, known.job),
    standing,
    shut,
    unverified,
    uncounted,
    disk,
    isMerged,
  };
  return { job: known.job.id, status: known.view.status, findings: findingsOf(known, around) };
}

/** The life of a sheet in sentences, what it waits for now, and what it cost. */
export async function explain(parts: Viewer, asked: WhichSheet): Promise<Explanation | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, view } = known;
  const id = requireSheet(job, asked.sheet);
  const sheet = view.sheets.find((one) => one.id === id);
  const plan = job.plan.sheets.find((one) => one.id === id);
  if (sheet === undefined || plan === undefined) return null;
  const life: readonly Scene[] = (await readScenes(parts.store, job, id)).get(id) ?? [];
  const wait = waitOf(known, sheet, {
    held: parts.now.held(),
    shut: await parts.now.shut(),
    waits: parts.now.waits(),
    now: realWorld.now(),
  });
  const now = wait?.sentence ?? nowSentence(known, sheet);
  const promises = sheet.state === "landed" ? await promiseSentences(parts, known, id) : [];
  const merging = await mergingOf(parts, job, life);
  return {
    job: job.id,
    sheet: id,
    state: sheet.state,
    because: [...lifeSentences(life, plan), ...promises, ...(now === null ? [] : [now])],
    waits: wait === null ? null : wait.view,
    next: [
      ...lastPrinted(
        { job, sheet: id },
        life.map(({ event }) => event),
      ).map(({ command, path }) => command ?? path ?? ""),
      ...nextCommands(known, sheet, wait),
    ],
    attempts: withUseNow(parts, job, { sheet: id, attempts: attemptsOf(life, plan) }),
    cost: sheet.cost,
    ...(merging === null ? {} : { merging }),
  };
}

/** The claims of its receipt about the promises it had to keep, and how promises stood when the job ended. */
async function promiseSentences({ git }: Viewer, { job, view }: Known, id: SheetId): Promise<readonly string[]> {
  const store = { gitDir: job.repository.commonDir };
  const receipt = await within(patienceMs, readReceipt(git, store, { job: job.id, sheet: id }), realWorld).catch(
    () => undefined,
  );
  return [
    ...(receipt?.version === 2 ? keptSentences(receipt) : []),
    ...(view.promises === undefined ? [] : endSentences(view.promises, id)),
  ].map(asSentence);
}

/** The state of a sheet that does not wait, as far as its life does not tell it. */
function nowSentence({ states }: Known, sheet: SheetView): string | null {
  const state = states.get(sheet.id as SheetId);
  switch (sheet.state) {
    case "interrupted":
      return "No Tutti plays it now: the process that did is gone. Its work is captured when the job is resumed.";
    case "running":
      return runningSentence(sheet);
    case "failed":
      return asSentence(`It did not land: ${sheet.why ?? "the reason is not known"}`);
    case "done":
      return state?.kind === "done" && state.inPlace
        ? "It did not land: it worked in the folder itself, where its result lies."
        : null;
    default:
      return null;
  }
}

function runningSentence({ phase, phaseSince, isAlive }: SheetView): string | null {
  const lasting = phaseSince === undefined ? "" : `, for ${duration(realWorld.now() - phaseSince)}`;
  if (phase === "preparing") return `Now its context is being prepared${lasting}.`;
  if (phase === "validating") return `Now its validations run${lasting}.`;
  return isAlive === false ? "Now its agent is starting: it gave no sign of life yet." : null;
}

function nextCommands({ job, view }: Known, sheet: SheetView, wait: Wait | null): readonly string[] {
  const aim = `${shellWord(sheet.id)} --job ${shellWord(job.id)}`;
  const resume = `tutti resume ${shellWord(job.id)}`;
  const isResumable = view.status === "paused" || view.status === "interrupted";
  switch (sheet.state) {
    case "failed":
    case "cancelled":
      return [
        `tutti logs ${aim}`,
        ...(sheet.kept === null ? [] : [`tutti show ${aim}`]),
        ...(sheet.agent === nobodyPlays ? [] : [`tutti retry ${shellWord(job.id)} ${shellWord(sheet.id)}`]),
      ];
    case "running":
      return [`tutti logs ${aim} --follow`];
    case "blocked":
      return [`tutti diagnose ${shellWord(job.id)}`];
    case "landed":
      return [`tutti verify ${shellWord(job.id)}`];
    default:
      break;
  }
  switch (wait?.view.kind) {
    case "approval":
      return [`tutti diff ${aim}`, `tutti approve ${shellWord(job.id)} ${shellWord(sheet.id)}`];
    case "money":
      return [
        `${isResumable ? resume : `tutti modify ${shellWord(job.id)}`} --max-cost ${maxCostFor(view.cost.limitUsd)}`,
      ];
    case "agent":
      return wait.view.until === null ? [`tutti agents check ${shellWord(sheet.agent)}`, resume] : [];
    default:
      return isResumable ? [resume] : [];
  }
}
