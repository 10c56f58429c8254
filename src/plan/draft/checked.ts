import { draftFaults } from "./check.ts";
import type { Draft, ReadDraft } from "./draft.ts";
import type { Fault } from "./fault.ts";
import { type OrderedDraft, orderOverlaps } from "./graph.ts";
import type { Requirement } from "./requirements.ts";

export type Checked =
  | { readonly kind: "faults"; readonly faults: readonly Fault[] }
  /** `written`: before tasks that touch the same files were made to wait for each other. */
  | { readonly kind: "good"; readonly ordered: OrderedDraft; readonly written: Draft };

export interface PlanGround {
  readonly requirements: readonly Requirement[];
  /** Of the commit that the work starts from. */
  readonly files: ReadonlySet<string>;
}

export function checkedDraft(read: ReadDraft, { requirements, files }: PlanGround): Checked {
  if (read.kind === "wrong") return { kind: "faults", faults: read.faults };
  const faults = draftFaults(read.draft, {
    requirements: requirements.map(({ id }) => id),
    exists: (path) => files.has(path),
  });
  return faults.length > 0
    ? { kind: "faults", faults }
    : { kind: "good", ordered: orderOverlaps(read.draft), written: read.draft };
}
