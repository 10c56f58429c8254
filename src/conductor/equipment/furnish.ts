import { firstFew } from "../../base/text.ts";
import { listChanged } from "../../git/index.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { readSmall } from "../../base/files/read-small.ts";
import { openScratch } from "../../isolation/levels/scratch.ts";
import type { Context } from "../../isolation/context.ts";
import type { FreshContext, FurnishRequest, Furnished, Unfurnished } from "../../isolation/prepare/recipe/furnish.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { SharedRecipe } from "../../score/plan/recipe.ts";
import { sharedFiller } from "../../score/resolve/fill.ts";
import { emptyScene } from "../../score/resolve/scene.ts";
import type { Trouble, TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Attempt } from "../hands.ts";
import { type Equipment, type Programs, resolverOf, workspaceOf } from "./equipment.ts";
import type { CopyRequest, OpenCopy } from "./copies/idle-copies.ts";
import { preparationRun } from "./sandbox.ts";

interface Folder {
  readonly path: string;
  /** A new context, in which commands have to run; `null`: one in which they did. */
  readonly fresh: FreshContext | null;
  readonly isUsers?: boolean;
  /** For what programs keep outside of it. */
  readonly state: string;
  /** The git dir whose objects its repository borrows. */
  readonly store: string;
  readonly workspace?: string;
  /** For what commands print. */
  readonly logs: string;
  readonly cancel?: AbortSignal;
  /** See `FurnishRequest`. */
  readonly confine?: NonNullable<FurnishRequest["environment"]["confine"]>;
}

/** Makes a folder ready by the recipe of its job; the trouble where that fails. */
async function furnishFolder(
  equipment: Equipment,
  { job, sheet, attempt }: Attempt,
  folder: Omit<Folder, "logs" | "workspace">,
): Promise<Trouble | null> {
  const workspace = workspaceOf(equipment, job);
  const scene = emptyScene(workspace, folder.path);
  const confine = await preparationRun(equipment, job, [folder.path, folder.state, workspace]);
  const done = await furnish(
    equipment,
    { recipe: job.plan.prepare, fill: resolverOf(job.plan).text(sheet, scene) },
    {
      ...folder,
      workspace,
      ...(confine === null ? {} : { confine }),
      logs: equipment.places.outputs(job.id, sheet.id, attempt),
    },
  );
  if (done.kind !== "ready") return troubleOf(done);
  sayPrepared(equipment, done.told);
  return null;
}

/** The same for a folder of no sheet. */
export async function furnishShared(
  parts: FurnishParts,
  shared: SharedRecipe,
  folder: Folder,
): Promise<Trouble | null> {
  const done = await furnish(parts, { recipe: shared.recipe, fill: sharedFiller(shared, folder.path) }, folder);
  return done.kind === "ready" ? null : troubleOf(done);
}

interface FurnishParts extends Pick<Equipment, "notice"> {
  readonly programs: Pick<Programs, "furnisher" | "client" | "environment">;
}

function furnish(
  { programs, notice }: FurnishParts,
  what: Pick<FurnishRequest, "recipe" | "fill">,
  { path, fresh, isUsers = false, logs, cancel, state, store, workspace, confine }: Folder,
): Promise<Furnished> {
  const { furnisher, client, environment: usual } = programs;
  const around = { state, store, ...(workspace === undefined ? {} : { workspace }) };
  const about = {
    folder: path,
    fresh,
    isUsers,
    environment: { client, usual, around, ...(confine === undefined ? {} : { confine }) },
    record: { notice, logs },
  };
  return furnisher.furnish({ ...what, ...about, ...(cancel === undefined ? {} : { cancel }) });
}

/** The context of an attempt: its commands run once, however often it is entered. */
export async function furnishContext(
  equipment: Equipment,
  attempt: Attempt,
  { context, cancel }: { readonly context: Context; readonly cancel: AbortSignal },
): Promise<Trouble | null> {
  const { commands } = attempt.job.plan.prepare ?? {};
  const digest = createHash("sha256")
    .update(JSON.stringify(commands ?? []))
    .digest("hex");
  const mark = join(equipment.places.admin(context.id), "prepared");
  const read = await readSmall(mark);
  const isDone = isInPlace(context.level) || (read.kind === "read" && read.text === digest);
  const { path, index } = context;
  const fresh = isDone ? null : { index, store: equipment.store.gitDir };
  const isToRun = fresh !== null && commands !== undefined && commands.length > 0;
  const place = { gitDir: equipment.store.gitDir, workTree: path, index, lent: context.lent ?? [] };
  const before = new Set(isToRun ? await listChanged(equipment.git, place) : []);
  const around = { state: context.state, store: equipment.store.gitDir };
  const isUsers = isInPlace(context.level);
  const trouble = await furnishFolder(equipment, attempt, { path, fresh, isUsers, cancel, ...around });
  if (trouble === null && isToRun) {
    const made = (await listChanged(equipment.git, place)).filter((one) => !before.has(one));
    if (made.length > 0) return notIgnored(made);
    await mkdir(equipment.places.admin(context.id), { recursive: true, mode: 0o700 });
    await writeFile(mark, digest);
  }
  return trouble;
}

/** They would land as the sheet's work. */
function notIgnored(paths: readonly string[]): Trouble {
  const detail = `prepare.commands changed files that git does not ignore, which would land as the sheet's work: ${firstFew(paths.map(shownPath).toSorted())}. Add them to .gitignore, or use a command that leaves them alone, such as npm ci`;
  return { code: "E607", detail, resetAt: null };
}

const codes: Readonly<Record<Unfurnished["kind"], TroubleCode>> = {
  failed: "E607",
  cancelled: "E607",
  "timed-out": "E608",
  missing: "E609",
};

function troubleOf({ kind, why, printed = "" }: Unfurnished): Trouble {
  return { code: codes[kind], detail: `${why}${printed === "" ? "" : `: ${printed}`}`, resetAt: null };
}

export function notPrepared(trouble: Trouble): TuttiError {
  const { code, detail } = trouble;
  return new TuttiError("context.not_prepared", `the context could not be prepared (${code}): ${detail}`, {
    audience: "user",
    hint: "See what prepare.commands say in the score and the settings, and run them in a fresh checkout.",
    cause: trouble,
  });
}

/** The trouble that `openCopy` threw; throws what is none. */
export function unprepared(error: unknown): Trouble {
  if (error instanceof TuttiError && error.code === "context.not_prepared") return error.cause as Trouble;
  throw error;
}

/** A tree that can't be prepared meets no validation. */
export function unpreparedVerdict(error: unknown): Verdict {
  const { code, detail } = unprepared(error);
  return {
    kind: "judged",
    results: [{ index: 0, description: `the tree can be prepared (${code})`, passed: false, reason: detail }],
  };
}

/** Each sentence once for all contexts of a job. */
function sayPrepared({ notice, records }: Equipment, told: readonly string[]): void {
  const { said } = records.workspace;
  for (const text of told) {
    const what = text.replace(/, [\d.]+ s$/, "");
    if (said.has(what)) continue;
    said.add(what);
    notice(text);
  }
}

/** `unprepared` reads what it throws where the folder can't be prepared. */
export async function openCopy(
  equipment: Equipment,
  attempt: Attempt,
  { commit, purpose, cancel }: CopyRequest,
): Promise<OpenCopy> {
  const { git, places, store, programs } = equipment;
  const { job, sheet, attempt: number } = attempt;
  const { identity, plan } = job;
  const whose = { job: job.id, sheet: sheet.id, attempt: number };
  const about = { store, whose, commit, identity, recipe: plan.prepare };
  const scratch = await openScratch(
    { git, places, showInstalled: programs.showInstalled },
    { ...about, purpose, borrow: plan.prepare?.container === undefined ? plan.isolation.borrow : [] },
  );
  const { path, index, state } = scratch.context;
  const leave = async (): Promise<void> => {
    try {
      await programs.furnisher.leave(path);
    } finally {
      await scratch.leave();
    }
  };
  const folder = { path, fresh: { index, store: store.gitDir }, state, store: store.gitDir };
  try {
    const trouble = await furnishFolder(equipment, attempt, { ...folder, ...(cancel === undefined ? {} : { cancel }) });
    if (trouble !== null) throw notPrepared(trouble);
  } catch (error) {
    await leave();
    throw error;
  }
  const isPlain = plan.prepare === undefined && programs.furnisher.isContained === true;
  return { ...scratch, purpose, isPlain: isPlain && scratch.context.prepared === undefined, leave };
}
