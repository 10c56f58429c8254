import type { Git } from "../../git/git.ts";
import { readEach } from "../../git/history/read-commits.ts";
import { type ReceiptStore, oldPathOf, pathOf, placeOf, refOf } from "./place.ts";
import { type Closing, type Fields, closingPlace, isRecord, parseClosing } from "./closing.ts";
import type { OldReceipt, Receipt } from "./receipt.ts";

/** `damaged`: something else is in its place. */
export type FoundReceipt =
  | { readonly kind: "none" }
  | { readonly kind: "damaged" }
  | { readonly kind: "new"; readonly receipt: Receipt }
  | { readonly kind: "old"; readonly receipt: OldReceipt };

interface About {
  readonly job: string;
  readonly sheet: string;
}

/** How many are asked for in one run of git. */
const most = 500;

/** In their order. A plain clone has none. */
export async function readReceipts(
  git: Git,
  store: ReceiptStore,
  landings: readonly About[],
): Promise<readonly FoundReceipt[]> {
  const found: FoundReceipt[] = [];
  for (let at = 0; at < landings.length; at += most)
    found.push(...(await readSome(git, store, landings.slice(at, at + most))));
  return found;
}

/** `undefined`: none, as in a plain clone. */
export async function readReceipt(
  git: Git,
  store: ReceiptStore,
  landing: About,
): Promise<Receipt | OldReceipt | undefined> {
  const [found] = await readReceipts(git, store, [landing]);
  return found === undefined || !("receipt" in found) ? undefined : found.receipt;
}

export type FoundClosing =
  | { readonly kind: "none" }
  | { readonly kind: "damaged" }
  | { readonly kind: "found"; readonly closing: Closing };

/** The receipts of jobs' ends, in the order of the jobs. */
export async function readClosings(
  git: Git,
  store: ReceiptStore,
  jobs: readonly string[],
): Promise<readonly FoundClosing[]> {
  const found: FoundClosing[] = [];
  for (let at = 0; at < jobs.length; at += most) {
    const names = jobs.slice(at, at + most).map((job) => closingName(refOf(store), job));
    for (const text of await readTexts(git, store, names)) found.push(closingIn(text));
  }
  return found;
}

/** Folders of jobs, by the names that `nameOf` gives. A plain clone has none. */
export async function listJobs(git: Git, store: ReceiptStore): Promise<readonly string[]> {
  const { gitDir } = store;
  const exit = await git.sealed({ gitDir, args: ["ls-tree", "-d", "-z", "--name-only", refOf(store)] });
  if (exit.code !== 0) return [];
  return exit.stdout
    .toString("latin1")
    .split("\0")
    .filter((name) => /^[a-z0-9-]+$/.test(name));
}

function closingIn(text: string | undefined): FoundClosing {
  if (text === undefined) return { kind: "none" };
  const closing = parseClosing(text);
  return closing === undefined ? { kind: "damaged" } : { kind: "found", closing };
}

function closingName(ref: string, job: string): string {
  try {
    return `${ref}:${pathOf(closingPlace(job))}`;
  } catch {
    return `${ref}:none`;
  }
}

async function readTexts(
  git: Git,
  { gitDir }: ReceiptStore,
  names: readonly string[],
): Promise<readonly (string | undefined)[]> {
  return (await readEach(git, gitDir, names)).map((object) => object?.bytes.toString("utf8"));
}

async function readSome(git: Git, store: ReceiptStore, landings: readonly About[]): Promise<readonly FoundReceipt[]> {
  const names = landings.flatMap((landing) => namesOf(refOf(store), landing));
  const texts = await readTexts(git, store, names);
  return landings.map((_, place) => {
    const text = texts[2 * place] ?? texts[2 * place + 1];
    if (text === undefined) return { kind: "none" };
    const receipt = parseReceipt(text);
    if (receipt === undefined) return { kind: "damaged" };
    return receipt.version === 2 ? { kind: "new", receipt } : { kind: "old", receipt };
  });
}

/** A trailer that is no id was written by hand. */
function namesOf(ref: string, landing: About): readonly [string, string] {
  try {
    const place = placeOf(landing);
    return [`${ref}:${pathOf(place)}`, `${ref}:${oldPathOf(place)}`];
  } catch {
    return [`${ref}:none`, `${ref}:none`];
  }
}

/** `undefined`: damaged. */
export function parseReceipt(text: string): Receipt | OldReceipt | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && (isReceipt(value) || isOldReceipt(value))) return value;
  } catch {
    // No JSON.
  }
  return undefined;
}

const oldTexts = ["job", "sheet", "target", "commit", "parent", "base", "capture", "level", "promptSha256"];

function isOldReceipt(value: Fields): value is Fields & OldReceipt {
  return (
    value["version"] === 1 &&
    hasTexts(value, oldTexts) &&
    typeof value["attempt"] === "number" &&
    isList(value["validations"], isJudged)
  );
}

function isReceipt(value: Fields): value is Fields & Receipt {
  return (
    value["version"] === 2 &&
    hasTexts(value, [...oldTexts, "title", "strategy", "tree"]) &&
    typeof value["attempt"] === "number" &&
    typeof value["signed"] === "boolean" &&
    isList(value["commits"], (item) => typeof item === "string") &&
    isList(value["validations"], isJudged) &&
    (value["promises"] === undefined ||
      isList(value["promises"], (promise) => isJudged(promise) && hasTexts(promise, ["tree"]))) &&
    isList(value["gates"], (gate) => isJudged(gate) && hasTexts(gate, ["name", "tree"]))
  );
}

function hasTexts(value: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "string");
}

function isList(value: unknown, isGood: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isGood);
}

function isJudged(item: unknown): item is Fields {
  return isRecord(item) && typeof item["passed"] === "boolean";
}
