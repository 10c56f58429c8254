import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Playground } from "../playground.ts";
import { runTutti } from "../tutti.ts";
import { type Planted, workFile } from "./ground.ts";

/** As `tutti status --json` tells. */
export interface JobTold {
  readonly id: string;
  readonly status: string;
  readonly store: string | null;
  readonly sheets: readonly {
    readonly id: string;
    readonly state: string;
    readonly why: string | null;
    readonly leftOut: readonly string[];
    readonly context: { readonly path: string; readonly exists: boolean } | null;
  }[];
}

export interface Judged {
  readonly id: string;
  readonly outcome: string;
  readonly why: string | null;
  readonly lost: readonly string[];
  readonly untrue: readonly string[];
  readonly hung: readonly string[];
}

export async function tellJob(ground: Playground, job: string): Promise<JobTold | undefined> {
  const { said } = await runTutti(ground, ["status", job, "--json"]);
  const line = said.split("\n").find((text) => text.startsWith("{"));
  return line === undefined ? undefined : (JSON.parse(line) as JobTold);
}

/**
 * What became of one sheet: its own work is landed or kept, what no capture holds is told and still there, and what is
 * said is true.
 */
export function judge(ground: Playground, job: JobTold | undefined, planted: Planted): Judged {
  const sheet = job?.sheets.find(({ id }) => id === planted.id);
  const none = {
    id: planted.id,
    outcome: sheet?.state ?? "unknown",
    why: sheet?.why ?? null,
    lost: [],
    untrue: [],
    hung: [],
  };
  if (job === undefined || sheet === undefined) return { ...none, hung: ["nothing is told of it"] };
  if (!ended.has(sheet.state)) return { ...none, hung: [`it is ${sheet.state}`] };
  const isOnMain = holds(join(ground.repository, ".git"), "refs/heads/main", workFile(planted.id));
  const isHere = sheet.context !== null && existsSync(join(sheet.context.path, workFile(planted.id)));
  const isKept =
    job.store !== null && refsOf(job.store).some((ref) => holds(job.store ?? "", ref, workFile(planted.id)));
  const isOnlyCopy = planted.place.kind === "files" && !planted.thing.canBeTaken;
  return {
    ...none,
    lost: [
      ...(isOnMain || isHere || isKept ? [] : [`${workFile(planted.id)} is nowhere: ${sheet.why ?? ""}`]),
      ...(isOnlyCopy && !isStillThere(sheet.context?.path, planted) ? ["what could not be captured is gone"] : []),
    ],
    untrue: [
      ...(sheet.state === "landed" && !isOnMain ? ["it is told as landed, and is not on the target"] : []),
      ...(sheet.state === "failed" && (sheet.why ?? "") === "" ? ["it failed, and nothing says why"] : []),
      ...(isOnlyCopy && sheet.leftOut.length === 0 && sheet.state !== "failed"
        ? ["what could not be captured is not told"]
        : []),
    ],
  };
}

const ended: ReadonlySet<string> = new Set(["landed", "done", "failed", "cancelled", "skipped"]);

function isStillThere(context: string | undefined, { place, id }: Planted): boolean {
  if (context === undefined) return false;
  try {
    lstatSync(join(context, place.path.replaceAll("$ID", id)));
    return true;
  } catch {
    return false;
  }
}

function refsOf(gitDir: string): readonly string[] {
  return (
    git(gitDir, ["for-each-ref", "--format=%(refname)"])
      ?.split("\n")
      .filter((ref) => ref !== "") ?? []
  );
}

function holds(gitDir: string, ref: string, path: string): boolean {
  return git(gitDir, ["cat-file", "-e", `${ref}:${path}`]) !== undefined;
}

function git(gitDir: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", [`--git-dir=${gitDir}`, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 20_000,
    });
  } catch {
    return undefined;
  }
}

/** The processes that a text names. */
export function processesIn(text: string): readonly number[] {
  return [...text.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid));
}

export function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
