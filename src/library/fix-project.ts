import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { knownAgents, programAgents } from "../agents/known/known.ts";
import type { JobView } from "../api/contract/job.ts";
import { endingOf } from "../api/contract/ending.ts";
import type { FixAnswer } from "../api/contract/fix.ts";
import { TuttiError } from "../base/error.ts";
import { homeFrom } from "../base/home/home.ts";
import { readSettings } from "../config/read.ts";
import { lookAgain } from "../fix/collect/look-again.ts";
import { prepareFix } from "../fix/collect/prepare.ts";
import { recordOf } from "../fix/collect/record.ts";
import { openWorkshop, type Workshop } from "../fix/collect/workshop.ts";
import type { FixFlags } from "../fix/options/table.ts";
import { reportOf } from "../fix/report/report.ts";
import type { FixReport } from "../fix/report/shape.ts";
import { requireHomeApart } from "../isolation/home/outside.ts";
import { knownAgents as usualAgents } from "../score/known-agents.ts";
import type { FixOptions } from "./fix-types.ts";
import { playJob } from "./play-job.ts";
import { environmentHere } from "./submission.ts";

/** As `tutti fix` does it: the tools are run, their findings fixed by agents, verified and landed, and counted again. */
export async function fixProject(options: FixOptions): Promise<FixReport> {
  const folder = resolve(options.folder ?? ".");
  const home = options.home ?? homeFrom(process.env);
  const { settings } = await readSettings({ env: process.env, project: folder });
  await requireHomeApart({ home }, folder);
  const cancel = cancelledBy(options);
  const notice = options.notice ?? (() => undefined);
  const workshop = await openWorkshop({ home, env: process.env }, { folder, cancel: cancel.signal, notice });
  try {
    const agents = (await knownAgents(process.env, folder)).agents ?? usualAgents;
    const programs = await programAgents(process.env, folder);
    const made = await prepareFix(workshop, {
      folder,
      flags: await flagsOf(options, { folder, top: workshop.top }),
      usualAgent: settings["agents.default"],
      onlyExplain: false,
      onlyPlan: false,
      isAgent: (name) => agents.has(name),
      isProgram: (name) => programs.has(name),
      tried: [],
      onProgress: () => undefined,
    });
    if (cancel.signal.aborted)
      throw new TuttiError("execute.cancelled", "cancelled before anything started", { audience: "user" });
    const record = recordOf(made);
    if (made.score === null) return reportOf(record, []);
    const score = { path: null, baseDir: folder, text: made.score.text };
    const { validate_base: validateBase } = settings;
    let answer: FixAnswer | undefined;
    const view = await playJob(
      { score, folder, validateBase, environment: environmentHere(), fix: record },
      {
        connection: options,
        signal: options.signal,
        atRest: async ({ id }, tutti) => {
          answer = await tutti.call("fix.report", { job: id });
        },
      },
    );
    return answer === undefined ? reportOf(record, []) : await finalReport(workshop, { view, answer, folder });
  } finally {
    cancel.release();
  }
}

interface Ended {
  readonly view: JobView;
  readonly answer: FixAnswer;
  readonly folder: string;
}

/** With a new look at the whole project, where nothing is left to do. */
async function finalReport(workshop: Workshop, { view, answer, folder }: Ended): Promise<FixReport> {
  const { record, outcomes, job } = answer;
  const target = job.landsOn ?? job.target;
  const isOver = endingOf(view)?.kind === "finished" || job.finalFailure !== null;
  const recheck =
    isOver && target !== null && record.isCut !== true ? await lookAgain(workshop, { folder, target, record }) : null;
  return reportOf(record, outcomes, { recheck, job });
}

/** The tools that collect findings end with the signal too. */
function cancelledBy({ signal }: FixOptions): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  signal?.addEventListener("abort", abort);
  if (signal?.aborted === true) abort();
  return {
    signal: controller.signal,
    release: () => {
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** Paths are given from the folder, and tools and git take them from the top. */
async function flagsOf(
  options: FixOptions,
  { folder, top }: { readonly folder: string; readonly top: string },
): Promise<FixFlags> {
  const {
    folder: _,
    home: __,
    start: ___,
    notice: ____,
    signal: _____,
    workers,
    maxCostUsd,
    paths = [],
    ...flags
  } = options;
  const [here, above] = await Promise.all([realpath(folder), realpath(top)]);
  const below = paths.map((path) => relative(above, resolve(here, path)));
  const outside = below.find((path) => path === ".." || path.startsWith("../"));
  if (outside !== undefined)
    throw new TuttiError("execute.invalid", `${outside} is not in ${above}`, {
      audience: "user",
      hint: "Name files, folders or globs of the repository.",
    });
  return { ...flags, paths: below.includes("") ? [] : below, parallel: workers, costPerJobUsd: maxCostUsd };
}
