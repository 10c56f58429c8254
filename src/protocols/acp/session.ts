import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { endingOf } from "../../api/contract/ending.ts";
import type { Accepted, JobView } from "../../api/contract/job.ts";
import type { Params } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import type { JobId } from "../../base/ids.ts";
import { readSettings } from "../../config/read.ts";
import { openScore, type ScoreAsText } from "../../score/load.ts";
import type { Door } from "../door.ts";
import { scoreOfPrompts } from "../task-score.ts";
import { type CommandName, readWritten } from "./commands.ts";
import { type Editor, say } from "./editor.ts";
import { followToRest } from "./follow.ts";
import { endText } from "./updates.ts";

/** `ask`: a result lands when the person agrees; `auto`: when it is valid. */
export type Mode = "ask" | "auto";

export interface Session {
  readonly folder: string;
  mode: Mode;
  /** The job that it is about; `null` before the first. */
  job: JobId | null;
  /** Ends the turn that is under way. */
  cancel: (() => void) | null;
}

/** One turn: what a person wrote, until what it led to comes to rest. */
export async function takeTurn(
  door: Door,
  session: Session,
  turn: { text: string; editor: Editor },
): Promise<"done" | "cancelled"> {
  const { editor } = turn;
  const stop = new AbortController();
  session.cancel = () => stop.abort();
  try {
    const accepted = await begin(door, session, turn);
    if (accepted === null) return "done";
    session.job = accepted.job;
    let from = accepted.position;
    for (;;) {
      const view = await followToRest(door, { job: accepted.job, from, editor, signal: stop.signal });
      if (stop.signal.aborted) return await pauseAll(door, accepted.job);
      const next = await askAbout(door, { view, folder: session.folder, editor });
      if (next === null) return "done";
      from = next.position;
    }
  } finally {
    session.cancel = null;
  }
}

/** A person who ends a turn wants agents to stop: what they have done is captured, and `/resume` goes on. */
async function pauseAll(door: Door, job: JobId): Promise<"cancelled"> {
  const key = randomUUID();
  await door.play((tutti) => tutti.call("job.pause", { job, now: true, key }));
  return "cancelled";
}

/** Lets the person decide about results that wait; `null`: the turn is over. */
async function askAbout(
  door: Door,
  { view, folder, editor }: { readonly view: JobView; readonly folder: string; readonly editor: Editor },
): Promise<Accepted | null> {
  const ending = endingOf(view);
  if (ending === undefined) return null;
  if (ending.kind === "approval") {
    const { items } = await door.look((tutti) => tutti.call("review.list", { job: view.id, folder }));
    const agreed: string[] = [];
    for (const item of items) {
      const word = await editor.mayLand(item);
      if (word === "gone") break;
      if (word === "land") agreed.push(item.sheet);
    }
    if (agreed.length > 0) return approve(door, view.id, agreed);
  }
  await say(editor, endText(view, ending));
  return null;
}

function approve(door: Door, job: JobId, sheets: readonly string[]): Promise<Accepted> {
  const how = { job, key: randomUUID(), environment: door.environment(), ...(sheets.length === 0 ? {} : { sheets }) };
  return door.play((tutti) => tutti.call("sheet.approve", how));
}

/** Starts what the person asked for; `null`: nothing is to be followed. */
async function begin(
  door: Door,
  session: Session,
  { text, editor }: { readonly text: string; readonly editor: Editor },
): Promise<Accepted | null> {
  const written = readWritten(text);
  if (written.kind === "command") return perform(door, session, { ...written, editor });
  const open = await openSheet(door, session);
  if (open !== null && session.job !== null) return tell(door, session.job, { sheet: open, text });
  return submit(
    door,
    session,
    await scoreOfPrompts(session.folder, { prompts: [text], approve: session.mode === "ask" }),
  );
}

/** The one sheet of the session's job that is not over: a message is for its agent. */
async function openSheet(door: Door, { job, folder }: Session): Promise<string | null> {
  if (job === null) return null;
  const view = await door.look((tutti) => tutti.call("job.status", { job, folder }));
  const open = (view?.sheets ?? []).filter(
    ({ state }) => state !== "landed" && state !== "done" && state !== "skipped",
  );
  return open.length === 1 ? (open[0]?.id ?? null) : null;
}

async function submit(door: Door, { folder }: Session, score: ScoreAsText): Promise<Accepted> {
  const { settings } = await readSettings({ env: process.env, project: folder });
  const how: Params<"job.submit"> = {
    score,
    folder,
    key: randomUUID(),
    environment: door.environment(),
    validateBase: settings.validate_base,
    ...(settings.parallel === null ? {} : { parallel: settings.parallel }),
  };
  return door.play((tutti) => tutti.call("job.submit", how));
}

function tell(
  door: Door,
  job: JobId,
  { sheet, text }: { readonly sheet: string; readonly text: string },
): Promise<Accepted> {
  const how = { job, sheet, text, key: randomUUID(), environment: door.environment() };
  return door.play((tutti) => tutti.call("sheet.tell", how));
}

interface Command {
  readonly name: CommandName;
  readonly rest: string;
  readonly editor: Editor;
}

async function perform(door: Door, session: Session, { name, rest, editor }: Command): Promise<Accepted | null> {
  const { folder } = session;
  if (name === "run") return submit(door, session, scoreAt(folder, rest));
  if (name === "new") {
    session.job = null;
    await say(editor, "The next message starts a new job.\n");
    return null;
  }
  const job = session.job ?? (await newest(door, folder));
  const how = { job, key: randomUUID(), environment: door.environment() };
  switch (name) {
    case "approve":
      return approve(door, job, rest === "" ? [] : [rest]);
    case "tell": {
      const [, sheet = "", text = ""] = /^(\S+)\s+([\s\S]+)$/.exec(rest) ?? [];
      if (text === "") throw usage("/tell needs a sheet and an instruction", "/tell SHEET what to do");
      return tell(door, job, { sheet, text });
    }
    case "retry":
      return door.play((tutti) => tutti.call("job.retry", how));
    case "resume":
      return door.play((tutti) => tutti.call("job.resume", { ...how, folder, retryFailed: false, force: false }));
    case "pause":
      await door.play((tutti) => tutti.call("job.pause", { job, key: how.key, now: false }));
      break;
    case "cancel":
      await door.play((tutti) => tutti.call("job.cancel", { job, key: how.key }));
      break;
    case "explain": {
      const found = await door.look((tutti) => tutti.call("job.diagnose", { job, folder }));
      await say(editor, `\`\`\`json\n${JSON.stringify(found, undefined, 2)}\n\`\`\`\n`);
      return null;
    }
    case "status":
      break;
  }
  await sayStatus(door, { job, folder, editor });
  return null;
}

async function sayStatus(
  door: Door,
  { job, folder, editor }: { readonly job: JobId; readonly folder: string; readonly editor: Editor },
): Promise<void> {
  const view = await door.look((tutti) => tutti.call("job.status", { job, folder }));
  if (view === null) return;
  const lines = view.sheets.map(({ id, state, why }) => `- ${id}: ${state}${why === null ? "" : `, ${why}`}`);
  await say(
    editor,
    `**${view.name}** (${view.id}) is ${view.status}${view.why === null ? "" : `: ${view.why}`}\n${lines.join("\n")}\n`,
  );
}

async function newest(door: Door, folder: string): Promise<JobId> {
  const view = await door.look((tutti) => tutti.call("job.status", { folder }));
  if (view !== null) return view.id;
  throw usage("this repository has no job yet", "Write what an agent shall do: that starts one.");
}

function scoreAt(folder: string, file: string): ScoreAsText {
  if (file === "") throw usage("/run needs the file of a score", "/run score.yaml");
  const path = resolve(folder, file);
  const { text, source } = openScore(path);
  return { path, shown: file, baseDir: source.baseDir, text };
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
