import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../base/error.ts";
import { withFlatFolder } from "../base/flat-folder.ts";
import type { CommitSha, JobId } from "../base/ids.ts";
import { nameOf } from "../base/names.ts";
import { type Git, requireOk } from "../git/git.ts";
import { setEntries } from "../git/index.ts";
import { readRef, swapRef } from "../git/refs.ts";
import { writeTree } from "../git/trees.ts";
import type { Job } from "../sheet/job.ts";
import type { Stacked } from "./candidate.ts";

/** The proof of one landing, kept in the user's repository beside what it is about. */
export interface Receipt {
  readonly version: 1;
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly target: string;
  readonly commit: CommitSha;
  readonly parent: CommitSha;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  readonly level: Stacked["level"];
  readonly validations: readonly { readonly description: string; readonly passed: boolean }[];
  /** Of the prompt as it was written, before its templates were filled in. */
  readonly promptSha256: string;
}

/**
 * Points at a tree, `<job>/<sheet>.json`, not at a commit: it travels and is kept from gc like any ref, and does not
 * appear in the user's `git log --all`.
 */
const receiptsRef = "refs/tutti/receipts";

export function receiptOf(job: Job, ref: string, stacked: Stacked): Receipt {
  const { candidate } = stacked;
  return {
    version: 1,
    job: job.id,
    sheet: candidate.sheet.id,
    attempt: candidate.attempt,
    target: ref,
    commit: stacked.commit,
    parent: stacked.parent,
    base: candidate.base,
    capture: candidate.capture,
    level: stacked.level,
    validations: candidate.verdict.kind === "judged" ? candidate.verdict.results.map(({ description, passed }) => ({ description, passed })) : [],
    promptSha256: createHash("sha256")
      .update(job.plan.texts[candidate.sheet.prompt]?.text ?? "")
      .digest("hex"),
  };
}

const tries = 20;

/** Adds receipts to those the repository has; writing the same ones again changes nothing. */
export async function writeReceipts(git: Git, way: { gitDir: string; scratch: string }, receipts: readonly Receipt[]): Promise<void> {
  await withFlatFolder(way.scratch, async (folder) => {
    const entries = await storeReceipts(git, { gitDir: way.gitDir, folder }, receipts);
    for (let count = 0; count < tries; count += 1) {
      if (await addEntries(git, { gitDir: way.gitDir, folder, index: join(folder, `index-${String(count)}`) }, entries)) return;
    }
    throw new TuttiError("git.failed", `${receiptsRef} is moved by somebody else all the time`, { audience: "environment" });
  });
}

type Entries = Parameters<typeof setEntries>[2];

/** False when somebody else moved the ref meanwhile. */
async function addEntries(git: Git, way: { gitDir: string; folder: string; index: string }, entries: Entries): Promise<boolean> {
  const { gitDir, index } = way;
  const current = (await readRef(git, gitDir, receiptsRef)) ?? null;
  if (current !== null) requireOk(await git.sealed({ gitDir, index, args: ["read-tree", current] }), "reading receipts");
  await setEntries(git, { gitDir, workTree: way.folder, index }, entries);
  const next = await writeTree(git, gitDir, index);
  return next === current || swapRef(git, gitDir, { ref: receiptsRef, next, expected: current, why: "tutti: receipts" });
}

async function storeReceipts(git: Git, way: { gitDir: string; folder: string }, receipts: readonly Receipt[]): Promise<Entries> {
  const files = receipts.map((_, place) => join(way.folder, `${String(place)}.json`));
  await Promise.all(receipts.map((receipt, place) => writeFile(files[place] ?? "", `${JSON.stringify(receipt, undefined, 2)}\n`)));
  const exit = await git.sealed({ gitDir: way.gitDir, args: ["hash-object", "-w", "--no-filters", "--stdin-paths"], stdin: `${files.join("\n")}\n` });
  const blobs = requireOk(exit, "storing receipts").toString("utf8").trim().split("\n");
  return receipts.map((receipt, place) => ({ mode: "100644", blob: blobs[place] ?? "", path: receiptPath(receipt.job, receipt.sheet) }));
}

function receiptPath(job: string, sheet: string): string {
  return `${nameOf(job)}/${nameOf(sheet)}.json`;
}

/** The receipt of a landing; `undefined` when the repository has none, as in a plain clone. */
export async function readReceipt(git: Git, gitDir: string, landing: { job: string; sheet: string }): Promise<Receipt | undefined> {
  const exit = await git.sealed({ gitDir, args: ["cat-file", "blob", `${receiptsRef}:${receiptPath(landing.job, landing.sheet)}`] });
  if (exit.code !== 0) return undefined;
  try {
    return JSON.parse(exit.stdout.toString("utf8")) as Receipt;
  } catch {
    return undefined;
  }
}
