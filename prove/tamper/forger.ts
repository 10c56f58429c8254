import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Closing, closingPlace } from "../../src/landing/receipts/closing.ts";
import { type Receipt, receiptDigest } from "../../src/landing/receipts/receipt.ts";
import { pathOf, placeOf } from "../../src/landing/receipts/place.ts";
import type { Ground } from "./ground.ts";

/** The means of a person who wants a landing to look like another. */

const eve = {
  GIT_AUTHOR_NAME: "Eve",
  GIT_AUTHOR_EMAIL: "eve@example.com",
  GIT_COMMITTER_NAME: "Eve",
  GIT_COMMITTER_EMAIL: "eve@example.com",
};

export function gitAt(
  folder: string,
  args: readonly string[],
  how: { readonly input?: string; readonly env?: object } = {},
): string {
  const env = {
    PATH: process.env["PATH"],
    HOME: "/",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...eve,
    ...how.env,
  };
  return execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    input: how.input ?? "",
    env,
    stdio: ["pipe", "pipe", "ignore"],
  }).trim();
}

export function gitOf({ kit }: Ground, ...args: readonly string[]): string {
  return gitAt(kit.repository, args);
}

/** A commit on main that changes one file, with a message of the forger's. */
export function commitFile(
  ground: Ground,
  file: { readonly path: string; readonly text: string | null },
  message: string,
): string {
  if (file.text === null) gitOf(ground, "rm", "-q", "--", file.path);
  else {
    ground.kit.write(file.path, file.text);
    gitOf(ground, "add", "--", file.path);
  }
  gitOf(ground, "commit", "-q", "--allow-empty", "-m", message);
  return gitOf(ground, "rev-parse", "HEAD");
}

interface Trailers {
  readonly job: string;
  readonly sheet: string;
  readonly base: string;
  readonly receipt?: string;
  readonly level?: string;
}

export function trailers({ job, sheet, base, receipt, level = "validated-as-landed" }: Trailers): string {
  const lines = [
    `Tutti-Job: ${job}`,
    `Tutti-Sheet: ${sheet}`,
    "Tutti-Attempt: 1",
    `Tutti-Base: ${base}`,
    `Tutti-Validated: ${level}`,
  ];
  return [...lines, ...(receipt === undefined ? [] : [`Tutti-Receipt: ${receipt}`])].join("\n");
}

/** The same commit with another tree, message or parent; main moves there when it was the tip. */
export function rewrite(
  ground: Ground,
  commit: string,
  how: { readonly tree?: string; readonly message?: (text: string) => string; readonly parent?: string },
): string {
  const message = gitOf(ground, "log", "-1", "--format=%B", commit);
  const tree = how.tree ?? gitOf(ground, "rev-parse", `${commit}^{tree}`);
  const parent = how.parent ?? gitOf(ground, "rev-parse", `${commit}^`);
  const made = gitAt(ground.kit.repository, ["commit-tree", tree, "-p", parent], {
    input: `${(how.message ?? String)(message)}\n`,
  });
  if (gitOf(ground, "rev-parse", "main") === commit) gitOf(ground, "reset", "-q", "--hard", made);
  return made;
}

export function readReceipt(ground: Ground, about: { readonly job: string; readonly sheet: string }): Receipt {
  return JSON.parse(gitOf(ground, "show", `refs/tutti/receipts:${pathOf(placeOf(about))}`)) as Receipt;
}

interface ReceiptPlace {
  readonly job: string;
  /** Without it, the receipt of the job's end. */
  readonly sheet?: string;
  /** Tutti's own store has those that are meant. */
  readonly where?: "store";
}

export function readEnd(ground: Ground, job: string): Closing {
  return JSON.parse(gitOf(ground, "show", `refs/tutti/receipts:${pathOf(closingPlace(job))}`)) as Closing;
}

/** Puts a text in a receipt's place, or takes it away. */
export function putReceipt(ground: Ground, { where, job, sheet }: ReceiptPlace, text: string | null): void {
  const folder = where === "store" ? ground.store : ground.kit.repository;
  const ref = where === "store" ? "refs/tutti/meant" : "refs/tutti/receipts";
  const index = join(ground.kit.root, "forged-index");
  const env = { GIT_INDEX_FILE: index };
  const path = pathOf(sheet === undefined ? closingPlace(job) : placeOf({ job, sheet }));
  gitAt(folder, ["read-tree", ref], { env });
  const blob = text === null ? "" : gitAt(folder, ["hash-object", "-w", "--stdin"], { input: text });
  // A bare repository has no other way.
  if (text === null) gitAt(folder, ["update-index", "--index-info"], { env, input: `0 ${"0".repeat(40)}\t${path}\n` });
  else gitAt(folder, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env });
  gitAt(folder, ["update-ref", ref, gitAt(folder, ["write-tree"], { env })]);
  rmSync(index);
}

/**
 * A commit and a receipt that fit each other, made from what a sheet landed as: only who keeps a record of its own can
 * tell.
 */
export function consistent(
  ground: Ground,
  sheet: string,
  change: Partial<Receipt>,
): { readonly commit: string; readonly receipt: string } {
  const before = readReceipt(ground, { job: ground.job, sheet });
  const claim = { ...before, ...change };
  const message = (text: string): string =>
    text
      .replace(/^Tutti-Validated: .*$/m, `Tutti-Validated: ${claim.level}`)
      .replace(/^Tutti-Receipt: .*$/m, `Tutti-Receipt: ${receiptDigest(claim)}`);
  const commit = rewrite(ground, before.commit, { message, tree: claim.tree });
  return { commit, receipt: JSON.stringify({ ...claim, commit, commits: [commit] }) };
}

/** Writes into the journal's database, behind Tutti's back. */
function editDatabase({ kit }: Ground, edit: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(kit.home, "tutti.db"));
  try {
    edit(database);
  } finally {
    database.close();
  }
}

/** Everywhere that the journal says something of a sheet, it says something else. */
export function replaceInJournal(ground: Ground, sheet: string, [from, to]: readonly [string, string]): void {
  editDatabase(ground, (database) => {
    database
      .prepare("UPDATE journal SET body = replace(body, ?, ?) WHERE job = ? AND sheet = ?")
      .run(from, to, ground.job, sheet);
    database
      .prepare("UPDATE sheet SET body = replace(body, ?, ?) WHERE job = ? AND id = ?")
      .run(from, to, ground.job, sheet);
  });
}

/** The same for the end of the job. */
export function replaceInEnd(ground: Ground, [from, to]: readonly [string, string]): void {
  editDatabase(ground, (database) => {
    for (const sql of [
      "UPDATE journal SET body = replace(body, ?, ?) WHERE job = ? AND sheet IS NULL",
      "UPDATE job SET body = replace(body, ?, ?) WHERE id = ?",
    ])
      database.prepare(sql).run(from, to, ground.job);
  });
}
