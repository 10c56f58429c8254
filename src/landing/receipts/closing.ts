import type { CommitSha, EpochMs, JobId, TreeSha } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import type { LostPromise, PromiseReport } from "../../sheet/promises.ts";
import type { ReceiptPlace } from "./place.ts";

/** The receipt of a job's end: how many of its promises held, and on which tree. */
export interface Closing {
  readonly version: 1;
  readonly job: JobId;
  /** Full name of the ref. */
  readonly target: string;
  /** The target at the job's end. */
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly promised: number;
  readonly kept: number;
  readonly unasked: number;
  /** Without the output of failed validations: it may be anything, and a receipt is published. */
  readonly lost: readonly Omit<LostPromise, "reason">[];
  readonly at: EpochMs;
}

type Asked = Extract<PromiseReport, { readonly kind: "asked" }>;

export function closingOf(job: JobId, report: Asked, more: { readonly tree: TreeSha; readonly at: EpochMs }): Closing {
  const { target, commit, promised, kept, unasked, lost } = report;
  const { tree, at } = more;
  return { version: 1, job, target, commit, tree, promised, kept, unasked, lost: lost.map(withoutReason), at };
}

function withoutReason({ sheet, how, by }: LostPromise): Closing["lost"][number] {
  return { sheet, how, by };
}

/** As the job's status has it, without reasons. */
export function reportOf({ target, commit, promised, kept, unasked, lost }: Closing): Asked {
  return {
    kind: "asked",
    target,
    commit,
    promised,
    kept,
    unasked,
    lost: lost.map((one) => ({ ...one, reason: "" })),
  };
}

/** Whether both say the same of the same tree. */
export function saysSame(one: Asked, other: Asked): boolean {
  const facts = ({ target, commit, promised, kept, unasked, lost }: Asked): string =>
    JSON.stringify([target, commit, promised, kept, unasked, lost.map(({ sheet, how, by }) => [sheet, how, by])]);
  return facts(one) === facts(other);
}

/** Beside the receipts of the job's landings, whose folders have names of two digits. */
export function closingPlace(job: string): ReceiptPlace {
  return { job: nameOf(job), group: "end", file: "job.json" };
}

/** `undefined`: this is no receipt of a job's end. */
export function parseClosing(text: string): Closing | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isClosing(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

function isClosing(value: unknown): value is Closing {
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["lost"])) return false;
  return (
    ["job", "target", "commit", "tree"].every((key) => typeof value[key] === "string") &&
    ["promised", "kept", "unasked", "at"].every((key) => typeof value[key] === "number") &&
    value["lost"].every(isLost)
  );
}

function isLost(value: unknown): boolean {
  if (!isRecord(value) || typeof value["sheet"] !== "string") return false;
  const { how, by } = value;
  return (
    (how === "superseded" || how === "broken" || how === "gone") &&
    (by === null || (isRecord(by) && typeof by["commit"] === "string"))
  );
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
