import type { EpochMs } from "../../base/ids.ts";
import type { MergeConflict } from "../../git/history/merge-many.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { calmestFirst } from "../line/order.ts";
import type { Pair, Work } from "./collisions.ts";
import type { Survey } from "./survey.ts";
import type {
  CollisionKind,
  RadarCollision,
  RadarName,
  RadarPair,
  RadarSheet,
  RadarView,
} from "../../api/contract/landing.ts";
import type { LiveSheet } from "./live-sheets.ts";

/** An answer is one message: what does not fit is counted. */
const mostBytes = 1024 * 1024;
const mostPaths = 10;
const longestPath = 400;

type Judged = LiveSheet & { readonly work: Work };

/** The survey's indexes are those of sheets whose work is known. */
export function radarView(sheets: readonly LiveSheet[], survey: Survey): RadarView {
  const judged = sheets.filter((sheet): sheet is Judged => sheet.work !== null);
  const pairOf = (pair: Pair): RadarPair | undefined => {
    const [left, right] = [judged[pair.left], pair.right === null ? null : judged[pair.right]];
    if (left === undefined || right === undefined) return undefined;
    return { left: nameOf(left), right: right === null ? null : nameOf(right), since: sinceOf(left, right) };
  };
  const collisions = fitting(survey.collisions, pairOf, ({ conflicts }) => placesOf(conflicts));
  const meetings = fitting(survey.meetings, pairOf, ({ paths }) => ({
    at: paths.slice(0, mostPaths).map(fitPath),
    paths: paths.length,
  }));
  const unjudged = fitting(survey.unjudged, pairOf, ({ why }) => ({ why: fitPath(why) }));
  return {
    sheets: sheets.map(sheetView),
    collisions,
    meetings,
    unjudged,
    order: calmestFirst(judged.length, survey.collisions).flatMap((place) => [judged[place] ?? []].flat().map(nameOf)),
    more: {
      collisions: survey.collisions.length - collisions.length,
      meetings: survey.meetings.length - meetings.length,
      unjudged: survey.unjudged.length - unjudged.length,
      pairs: survey.unlooked,
    },
  };
}

function sheetView({ job, sheet, state, ref, live, at, work }: LiveSheet): RadarSheet {
  const files = work === null || work.reach.isWide ? null : work.reach.paths.size;
  return {
    job: job.id,
    sheet,
    state: state.kind,
    target: ref,
    from: live.from,
    why: live.from === null ? live.why : null,
    at,
    files,
  };
}

function nameOf({ job, sheet }: LiveSheet): RadarName {
  return { job: job.id, sheet };
}

function sinceOf(left: Judged, right: Judged | null): EpochMs {
  return Math.max(left.at ?? 0, (right === null ? left.work.target.head?.at : right.at) ?? 0) as EpochMs;
}

/** Every path once, with the first kind that git names for it. */
function placesOf(conflicts: readonly MergeConflict[]): Pick<RadarCollision, "at" | "paths"> {
  const kinds = new Map<string, CollisionKind>();
  for (const { kind, paths } of conflicts)
    for (const path of paths) if (!kinds.has(path)) kinds.set(path, kindOf(kind));
  return {
    at: [...kinds].slice(0, mostPaths).map(([path, kind]) => ({ kind, path: fitPath(path) })),
    paths: kinds.size,
  };
}

const knownKinds: ReadonlyMap<string, CollisionKind> = new Map([
  ["contents", "same lines"],
  ["add/add", "both added"],
  ["modify/delete", "edit against delete"],
  ["file/directory", "file against folder"],
  ["binary", "binary"],
  ["distinct modes", "file type"],
]);

/** In the words of people; a later git may have others. */
function kindOf(kind: string): CollisionKind {
  const known = knownKinds.get(kind);
  if (known !== undefined) return known;
  if (kind.startsWith("directory rename")) return "folder renamed";
  if (kind.startsWith("rename")) return "rename";
  return kind.startsWith("submodule") ? "submodule" : "other";
}

function fitPath(path: string): string {
  return shownPath(path.slice(0, longestPath)) + (path.length > longestPath ? "…" : "");
}

/** As many as fit into their part of a message. */
function fitting<S extends Pair, T>(
  items: readonly S[],
  pairOf: (pair: Pair) => RadarPair | undefined,
  tell: (item: S) => T,
): readonly (RadarPair & T)[] {
  const told: (RadarPair & T)[] = [];
  let bytes = 0;
  for (const item of items) {
    const pair = pairOf(item);
    if (pair === undefined) continue;
    const next = { ...pair, ...tell(item) };
    bytes += Buffer.byteLength(JSON.stringify(next)) + 1;
    if (bytes > mostBytes) break;
    told.push(next);
  }
  return told;
}
