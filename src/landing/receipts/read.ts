import { type Git, requireOk } from "../../git/git.ts";
import { type ReceiptStore, oldPathOf, pathOf, placeOf, refOf } from "./place.ts";
import type { OldReceipt, Receipt } from "./receipt.ts";

/** `damaged`: there is something in its place that is no receipt. */
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

/** What a repository has of these landings, in their order. A plain clone has none of them. */
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

/** The receipt of a landing; `undefined` when the repository has none, as in a plain clone. */
export async function readReceipt(
  git: Git,
  store: ReceiptStore,
  landing: About,
): Promise<Receipt | OldReceipt | undefined> {
  const [found] = await readReceipts(git, store, [landing]);
  return found === undefined || !("receipt" in found) ? undefined : found.receipt;
}

async function readSome(git: Git, store: ReceiptStore, landings: readonly About[]): Promise<readonly FoundReceipt[]> {
  const names = landings.flatMap((landing) => namesOf(refOf(store), landing));
  const exit = await git.sealed({
    gitDir: store.gitDir,
    args: ["cat-file", "--batch"],
    stdin: names.map((name) => `${name}\n`).join(""),
  });
  const texts = splitBatch(requireOk(exit, "reading receipts"));
  return landings.map((_, place) => {
    const text = texts[2 * place] ?? texts[2 * place + 1];
    if (text === undefined) return { kind: "none" };
    const receipt = parseReceipt(text);
    if (receipt === undefined) return { kind: "damaged" };
    return receipt.version === 2 ? { kind: "new", receipt } : { kind: "old", receipt };
  });
}

/** What can't be an id has no receipt: somebody wrote the trailer by hand. */
function namesOf(ref: string, landing: About): readonly [string, string] {
  try {
    const place = placeOf(landing);
    return [`${ref}:${pathOf(place)}`, `${ref}:${oldPathOf(place)}`];
  } catch {
    return [`${ref}:none`, `${ref}:none`];
  }
}

/** The texts in what `cat-file --batch` prints; `undefined` for each object that is not there. */
function splitBatch(output: Buffer): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(output.toString("latin1", at, end))?.[1];
    const start = end + 1;
    const length = size === undefined ? undefined : Number(size);
    texts.push(length === undefined ? undefined : output.toString("utf8", start, start + length));
    at = length === undefined ? start : start + length + 1;
  }
  return texts;
}

/** A receipt as it lies in git; `undefined`: somebody damaged it. */
export function parseReceipt(text: string): Receipt | OldReceipt | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && (isReceipt(value) || isOldReceipt(value))) return value;
  } catch {
    // No JSON.
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
