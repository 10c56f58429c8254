import type { Change } from "../../../git/diff/changes.ts";

/**
 * The measure of a landing: the sheet's change and the target's. Others' changes may be left out where they touch none
 * of its paths: then each must be exactly as the sheet left it, which is stricter.
 */
export interface Footprint {
  /** From the sheet's base to its capture. */
  readonly sheet: readonly Change[];
  /** From the target to the candidate commit. */
  readonly landing: readonly Change[];
  /** From the sheet's base to the target. */
  readonly others?: readonly Change[];
  /** Renames among those, old path → new path. */
  readonly renames?: ReadonlyMap<string, string>;
  /** Renames the sheet made itself, old path → new path. */
  readonly ownRenames?: ReadonlyMap<string, string>;
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * Paths at which a landing differs from the sheet's change: lost or altered although no one else touched it, or outside
 * of its footprint. Empty: proven.
 */
export function doubts({
  sheet,
  landing,
  others = [],
  renames = none,
  ownRenames = none,
}: Footprint): readonly string[] {
  const [landed, touched, wanted] = [byPath(landing), byPath(others), byPath(sheet)];
  // Others' changes under an old name belong to the new one.
  const carried = new Set([...ownRenames].filter(([old]) => touched.has(old)).map(([, renamed]) => renamed));
  const isShared = (path: string): boolean => touched.has(path) || carried.has(path);
  const missing = sheet
    .filter((change) => !isShared(change.path) && !isSameResult(landed.get(change.path), change))
    .map((change) => change.path);
  const moved = new Set(sheet.map((change) => renames.get(change.path)));
  const foreign = landing
    .filter((change) => !wanted.has(change.path) && !moved.has(change.path))
    .map((change) => change.path);
  return [...missing, ...foreign];
}

function byPath(changes: readonly Change[]): ReadonlyMap<string, Change> {
  return new Map(changes.map((change) => [change.path, change]));
}

function isSameResult(landed: Change | undefined, wanted: Change): boolean {
  return landed !== undefined && landed.blob === wanted.blob && landed.mode === wanted.mode;
}
