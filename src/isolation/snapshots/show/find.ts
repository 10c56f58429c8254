import type { SheetId } from "../../../base/ids.ts";
import { type Snapshot, readSnapshots } from "../list.ts";
import { adoptedJob } from "../../strays/stray.ts";
import type { SnapshotRequest } from "../../../api/contract/sheet.ts";
import { type CustodyParts, type JobSnapshots, findJobSnapshots } from "./job-snapshots.ts";
import { refused } from "../../../conductor/find/refused.ts";

export interface Aimed {
  readonly place: JobSnapshots;
  readonly aim: Aim;
}

export interface Found extends Aimed {
  readonly snapshot: Snapshot;
  /** The older one of two; `null`: the snapshot's own base. */
  readonly older: Snapshot | null;
}

export async function findAim(parts: CustodyParts, request: SnapshotRequest): Promise<Aimed> {
  const place = await findJobSnapshots(parts, request);
  return {
    place,
    aim: request.isWorkspace
      ? requireWorkspaceAim(request.what)
      : requireAim(request.what, { ids: place.sheets, arePaths: place.job === adoptedJob }),
  };
}

/** The snapshot a person means. */
export async function findSnapshot(parts: CustodyParts, request: SnapshotRequest): Promise<Found> {
  const { place, aim } = await findAim(parts, request);
  const snapshots = await readSnapshots(parts.git, place.gitDir, { job: place.job, sheet: aim.sheet });
  const newest = snapshots.at(-1);
  if (newest === undefined)
    throw refused(
      `there is no snapshot of ${nameFor(aim)} in ${place.job}`,
      "Snapshots are taken from the first attempt on.",
    );
  const numbered = (number: number): Snapshot => {
    const found = snapshots.find((snapshot) => snapshot.number === number);
    if (found !== undefined) return found;
    throw refused(
      `${nameFor(aim)} has no snapshot ${String(number)}`,
      `The newest is ${String(newest.number)}; tutti snapshots lists them.`,
    );
  };
  return {
    place,
    aim,
    snapshot: aim.to === null ? newest : numbered(aim.to),
    older: aim.from === null ? null : numbered(aim.from),
  };
}

function nameFor(aim: Aim): string {
  return aim.sheet === null ? "the workspace" : aim.sheet;
}

/** What a person wants to see. `null` for the newest snapshot, and for the base in place of an older one. */
interface Aim {
  /** `null`: the workspace. */
  readonly sheet: SheetId | null;
  readonly from: number | null;
  readonly to: number | null;
}

export interface Sheets {
  readonly ids: readonly SheetId[];
  /** Whether ids are paths, and one may be named by its last part. */
  readonly arePaths: boolean;
}

/**
 * Reads `SHEET`, `SHEET@n` or `SHEET@m..n`. An id may hold an @ itself: one that is a sheet's as it stands is taken so.
 */
export function requireAim(text: string | undefined, sheets: Sheets): Aim {
  if (text === undefined) throw refused("which sheet?", `Name one by its id or its number: ${someOf(sheets.ids)}.`);
  const whole = sheetNamed(text, sheets);
  if (whole !== undefined) return { sheet: whole, from: null, to: null };
  const at = text.lastIndexOf("@");
  const sheet = at < 0 ? undefined : sheetNamed(text.slice(0, at), sheets);
  const range = at < 0 ? undefined : rangeIn(text.slice(at + 1));
  if (sheet === undefined)
    throw refused(
      `there is no sheet ${JSON.stringify(at < 0 ? text : text.slice(0, at))} in this job`,
      `It has ${someOf(sheets.ids)}.`,
    );
  if (range === undefined) throw noRange(text.slice(at));
  return { sheet, ...range };
}

/** Reads `@n`, `@m..n`, with or without the @, or nothing. */
export function requireWorkspaceAim(text: string | undefined): Aim {
  const range = text === undefined ? { from: null, to: null } : rangeIn(text.replace(/^@/, ""));
  if (range === undefined) throw noRange(text ?? "");
  return { sheet: null, ...range };
}

const mostNamed = 10;

function someOf(sheets: readonly SheetId[]): string {
  const rest = sheets.length - mostNamed;
  return [...sheets.slice(0, mostNamed), ...(rest > 0 ? [`and ${String(rest)} more`] : [])].join(", ");
}

/** By its id, else by its number in the job, counted from 1. */
function sheetNamed(text: string, { ids, arePaths }: Sheets): SheetId | undefined {
  const named = ids.find((sheet) => sheet === text) ?? (arePaths ? sheetEnding(text, ids) : undefined);
  return named ?? (/^[1-9]\d{0,5}$/.test(text) ? ids[Number(text) - 1] : undefined);
}

function sheetEnding(text: string, ids: readonly SheetId[]): SheetId | undefined {
  const found = ids.filter((id) => id.slice(id.lastIndexOf("/") + 1) === text);
  if (found.length > 1)
    throw refused(
      `${JSON.stringify(text)} may be any of ${String(found.length)}`,
      `Name one in full: ${someOf(found)}.`,
    );
  return found[0];
}

function rangeIn(text: string): { from: number | null; to: number } | undefined {
  const found = /^(?:([1-9]\d{0,14})\.\.)?([1-9]\d{0,14})$/.exec(text);
  if (found === null) return undefined;
  return { from: found[1] === undefined ? null : Number(found[1]), to: Number(found[2]) };
}

function noRange(text: string): Error {
  return refused(
    `${JSON.stringify(text)} names no snapshot`,
    "Write SHEET@2 for one, or SHEET@2..4 for what changed from one to another.",
  );
}
