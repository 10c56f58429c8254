import type { Entry, Manifest } from "./manifest.ts";

/** What there is to show for a context's content after its end. */
export interface Evidence {
  /** The trees of its snapshots, as `mode blob` by path. */
  readonly trees: readonly ReadonlyMap<string, string>[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** What still lies where the context was, or where it was put. */
  readonly onDisk: readonly ReadonlyMap<string, Entry>[];
  /** Whether an object is kept: reachable from a ref of Tutti's, or in a repository that is still there. */
  readonly hasObject: (name: string) => boolean;
}

/** Everything of a context that is neither captured, nor still there, nor listed as left out and waste. */
export function lostOf(manifest: Manifest, evidence: Evidence): readonly string[] {
  return [
    ...[...manifest.entries]
      .filter(([path, entry]) => !isKept(path, entry, evidence))
      .map(([path, entry]) => `${shownPath(path)} (${entry.kind}) is lost`),
    ...manifest.commits.filter((commit) => !evidence.hasObject(commit)).map((commit) => `commit ${commit} is lost`),
    ...manifest.staged.filter((blob) => !evidence.hasObject(blob)).map((blob) => `what was staged as ${blob} is lost`),
  ];
}

/** Everything that could not be captured and was not reported, although it may still be there. */
export function untoldOf(manifest: Manifest, evidence: Pick<Evidence, "trees" | "leftOut">): readonly string[] {
  return [...manifest.entries]
    .filter(([path, entry]) => !isCaptured(path, entry, evidence) && listedAs(path, evidence) === undefined)
    .map(([path, entry]) => `${shownPath(path)} (${entry.kind}) is neither captured nor listed`);
}

function isKept(path: string, entry: Entry, evidence: Evidence): boolean {
  return (
    isCaptured(path, entry, evidence) ||
    evidence.onDisk.some((place) => isSame(place.get(path), entry)) ||
    listedAs(path, evidence) === "ignored"
  );
}

function isCaptured(path: string, entry: Entry, evidence: Pick<Evidence, "trees">): boolean {
  return entry.kept !== null && evidence.trees.some((tree) => tree.get(path) === entry.kept);
}

function isSame(one: Entry | undefined, other: Entry): boolean {
  return one !== undefined && one.kind === other.kind && one.kept === other.kept;
}

/**
 * Why it is on the list, by itself or with the folder it is in. What was ignored is waste by the user's own word; the
 * rest is the only copy.
 */
function listedAs(path: string, evidence: Pick<Evidence, "leftOut">): string | undefined {
  return evidence.leftOut.find(
    (item) => item.path === path || (item.path.endsWith("/") && `${path}/`.startsWith(item.path)),
  )?.reason;
}

function shownPath(path: string): string {
  return JSON.stringify(path.length > 120 ? `${path.slice(0, 120)}…` : path);
}
