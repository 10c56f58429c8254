import { type OldReceipt, type Receipt, receiptDigest } from "../receipts/receipt.ts";
import type { FoundReceipt } from "../receipts/read.ts";
import type { LandingRun } from "../receipts/runs.ts";

/** A missing receipt claims nothing. */
export function claimProblems(run: LandingRun, found: FoundReceipt): readonly string[] {
  switch (found.kind) {
    case "none":
      return run.commits[0].parents.length === 0 || run.last.parents.length > 2
        ? ["is not a commit with one parent, or a merge"]
        : [];
    case "damaged":
      return ["its receipt is damaged"];
    case "old":
      return [
        ...(run.last.receipt === "" ? [] : ["its receipt is not the one that it names"]),
        ...oneParent(run),
        ...differences(run, found.receipt),
      ];
    case "new":
      return [
        ...digestProblems(run, found.receipt),
        ...shapeProblems(run, found.receipt),
        ...differences(run, found.receipt),
        ...levelProblems(found.receipt),
      ];
  }
}

/** By Tutti's own store, which a forger of landing, receipt and record may forget. */
export function meantProblems({ last }: LandingRun, meant: FoundReceipt): readonly string[] {
  return meant.kind === "new" && meant.receipt.commit !== last.commit
    ? [`is not what this home landed for its sheet: that is ${meant.receipt.commit}`]
    : [];
}

function digestProblems({ last }: LandingRun, receipt: Receipt): readonly string[] {
  return last.receipt === receiptDigest(receipt) ? [] : ["its receipt is not the one that it names"];
}

function differences({ commits, last }: LandingRun, receipt: Receipt | OldReceipt): readonly string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ["job", receipt.job, last.job],
    ["sheet", receipt.sheet, last.sheet],
    ["commit", receipt.commit, last.commit],
    ["parent", receipt.parent, commits[0].parents[0]],
    ["base", receipt.base, last.base],
    ["attempt", String(receipt.attempt), last.attempt],
    ["level", receipt.level, last.validated],
    ...(receipt.version === 2 ? ([["tree", receipt.tree, last.tree]] as const) : []),
  ];
  return pairs
    .filter(([, said, is]) => said !== is)
    .map(([what, said, is]) => `its receipt says ${what} ${String(said)}, git says ${String(is)}`);
}

/** A strategy tells what its commits have to look like. */
function shapeProblems(run: LandingRun, receipt: Receipt): readonly string[] {
  const { commits, last } = run;
  const said = receipt.commits.join(" ");
  if (receipt.strategy !== "merge") {
    const other = said === commits.map(({ commit }) => commit).join(" ") ? [] : ["its receipt names other commits"];
    return [
      ...other,
      ...oneParent(run),
      ...(receipt.strategy === "squash" && commits.length > 1 ? ["is more than one commit"] : []),
    ];
  }
  // The joined commits come first; the newest is its second parent.
  const isJoined =
    receipt.commits.at(-1) === last.commit &&
    last.parents.length === 2 &&
    (receipt.commits.at(-2) ?? last.parents[1]) === last.parents[1];
  return isJoined ? [] : ["is not the merge that its receipt tells of"];
}

function oneParent({ commits }: LandingRun): readonly string[] {
  return commits.every(({ parents }) => parents.length === 1) ? [] : ["is not a commit with one parent"];
}

/**
 * `validated-as-landed` is about exactly the landed tree: something passed there, and nothing failed.
 * `merged-not-revalidated`: all passed somewhere; `partial`: not all did.
 */
function levelProblems({ level, validations, gates, tree }: Receipt): readonly string[] {
  const isPartial = validations.some(({ passed }) => !passed);
  if (level === "partial")
    return isPartial ? [] : ["claims to be validated in part, and its receipt names nothing that does not pass"];
  if (level === "merged-not-revalidated" && isPartial)
    return ["claims that its validations passed, and its receipt names one that did not"];
  if (level !== "validated-as-landed") return [];
  const here = gates.filter((gate) => gate.tree === tree);
  const isValidated = validations.length > 0 && validations.every(({ passed }) => passed);
  const isGated = here.length > 0 && here.every(({ passed }) => passed);
  const failed = here.filter(({ passed, isFlaky }) => !passed && !isFlaky);
  return (isValidated || isGated) && failed.length === 0
    ? []
    : ["claims to be validated as it landed, which nothing in its receipt proves"];
}
