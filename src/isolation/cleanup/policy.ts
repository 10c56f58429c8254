import type { ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { DiskLevel } from "../disk/govern.ts";
import type { CleanupSettings } from "./settings.ts";
import { gigabyte } from "./variables.ts";

/**
 * `unknown`: no record tells what became of it, so it may be somebody's only copy. `done`: its result is where it
 * belongs.
 */
export type ContextOutcome = "live" | "paused" | "failed" | "done" | "unknown";

/** One context as clean-up sees it. */
export interface ContextItem {
  readonly id: ContextId;
  readonly path: string;
  readonly job: JobId;
  /** `null` for one that all sheets of its job share. */
  readonly sheet: SheetId | null;
  readonly outcome: ContextOutcome;
  /** What it takes on the disk, artefacts included. */
  readonly bytes: number;
  /** What of it git ignores: it can be made again, and no capture has it. */
  readonly artefactBytes: number;
  readonly lastUsedAt: EpochMs;
  readonly isLocked: boolean;
}

/** A destroyed context that is still on the disk. */
export interface TrashItem {
  readonly name: string;
  readonly bytes: number;
  readonly trashedAt: EpochMs;
}

/** One thing to do, what it gives back, and why. */
export type Step =
  | EmptyTrash
  | { readonly kind: "drop-artefacts"; readonly id: ContextId; readonly bytes: number; readonly why: string }
  | { readonly kind: "remove-context"; readonly id: ContextId; readonly bytes: number; readonly why: string };

export interface CleanupCase {
  readonly contexts: readonly ContextItem[];
  readonly trash: readonly TrashItem[];
  readonly settings: CleanupSettings;
  readonly now: EpochMs;
  /** How much room the disk has. Too little of it costs trash and artefacts, never work. */
  readonly pressure: DiskLevel;
}

/**
 * What to do, in this order: what can be made again before what was worked on, the oldest first. One may stop after any
 * step.
 */
export function planCleanup({ contexts, trash, settings, now, pressure }: CleanupCase): readonly Step[] {
  const items = [...contexts].sort(byAge);
  const free = items.filter(isFree);
  const squeezed = new Map(pressure === "ample" ? [] : artefactsOf(free, roomOf(pressure)));
  const unwanted = new Map([...uselessAmong(free), ...outdatedAmong(free, settings, now)]);
  const wanted = items.filter((item) => item.outcome === "failed" && !unwanted.has(item));
  const surplus = new Map(surplusAmong(wanted, settings.maxContexts));
  const size = shrink(
    wanted.filter((item) => !surplus.has(item)),
    squeezed,
    settings.maxBytes,
  );

  const drops = new Map([...squeezed, ...size.drops]);
  const removals = new Map([...unwanted, ...surplus, ...size.removals]);
  return [
    ...planTrash({ trash, settings, now, pressure }),
    ...items.flatMap((item): Step[] =>
      stepFor("drop-artefacts", item, { bytes: item.artefactBytes, why: drops.get(item) }),
    ),
    ...items.flatMap((item): Step[] =>
      stepFor("remove-context", item, { bytes: leftOf(item, drops), why: removals.get(item) }),
    ),
  ];
}

function stepFor(
  kind: "drop-artefacts" | "remove-context",
  { id }: ContextItem,
  { bytes, why }: { bytes: number; why: string | undefined },
): Step[] {
  return why === undefined ? [] : [{ kind, id, bytes, why }];
}

/** An item, and why. */
type Reasoned = readonly [ContextItem, string];

/** Nobody works in it or waits for it, nobody locked it, and it is known what became of it. */
function isFree(item: ContextItem): boolean {
  return !item.isLocked && (item.outcome === "failed" || item.outcome === "done");
}

function artefactsOf(free: readonly ContextItem[], why: string): Reasoned[] {
  return free.filter((item) => item.artefactBytes > 0).map((item) => [item, why]);
}

function uselessAmong(free: readonly ContextItem[]): Reasoned[] {
  return free.filter((item) => item.outcome === "done").map((item) => [item, "its result is where it belongs"]);
}

function outdatedAmong(
  free: readonly ContextItem[],
  { ageDays, keepFailed }: CleanupSettings,
  now: EpochMs,
): Reasoned[] {
  const failed = free.filter((item) => item.outcome === "failed");
  if (!keepFailed) return failed.map((item) => [item, "contexts of failed sheets are not kept"]);
  return failed
    .filter((item) => isOld(now - item.lastUsedAt, ageDays))
    .map((item) => [item, ageAgainst(now - item.lastUsedAt, ageDays)]);
}

/** Locked ones count, but others go for them. */
function surplusAmong(failed: readonly ContextItem[], limit: number | null): Reasoned[] {
  if (limit === null || failed.length <= limit) return [];
  const surplus = failed.filter(isFree).slice(0, failed.length - limit);
  return surplus.map((item) => [item, `one of ${failed.length} contexts of failed sheets, limit ${limit}`]);
}

interface Shrinking {
  readonly drops: readonly Reasoned[];
  readonly removals: readonly Reasoned[];
}

/**
 * Gets the failed ones down to a size: first without their artefacts, and only if that is not enough, without
 * themselves.
 */
function shrink(
  failed: readonly ContextItem[],
  squeezed: ReadonlyMap<ContextItem, string>,
  maxBytes: number | null,
): Shrinking {
  const limit = maxBytes ?? Infinity;
  let total = failed.reduce((sum, item) => sum + leftOf(item, squeezed), 0);
  const why = sizeAgainst(total, "contexts of failed sheets", limit);
  const dropped = new Map(squeezed);
  const removals: Reasoned[] = [];
  const free = failed.filter(isFree);
  for (const item of free) {
    if (total <= limit) break;
    total -= leftOf(item, dropped);
    if (item.artefactBytes > 0) dropped.set(item, squeezed.get(item) ?? why);
    total += leftOf(item, dropped);
  }
  for (const item of free) {
    if (total <= limit) break;
    removals.push([item, why]);
    total -= leftOf(item, dropped);
  }
  return { drops: [...dropped], removals };
}

/** What it takes on the disk once its artefacts are dropped. */
function leftOf(item: ContextItem, drops: ReadonlyMap<ContextItem, string>): number {
  return drops.has(item) ? Math.max(0, item.bytes - item.artefactBytes) : item.bytes;
}

function byAge(one: ContextItem, other: ContextItem): number {
  return one.lastUsedAt - other.lastUsedAt || (one.id < other.id ? -1 : 1);
}

interface EmptyTrash {
  readonly kind: "empty-trash";
  readonly name: string;
  readonly bytes: number;
  readonly why: string;
}

interface TrashCase {
  readonly trash: readonly TrashItem[];
  readonly settings: Pick<CleanupSettings, "trashDays" | "trashBytes">;
  readonly now: EpochMs;
  readonly pressure: DiskLevel;
}

/**
 * Which trash goes, the oldest first: all of it when the disk lacks room, else what is too old, and the oldest of what
 * is too much.
 */
function planTrash({ trash, settings, now, pressure }: TrashCase): readonly EmptyTrash[] {
  const { trashDays, trashBytes } = settings;
  const steps: EmptyTrash[] = [];
  let total = trash.reduce((sum, item) => sum + item.bytes, 0);
  for (const item of [...trash].sort(byTrashAge)) {
    const ageMs = now - item.trashedAt;
    const isTooMuch = total > trashBytes;
    if (pressure === "ample" && !isOld(ageMs, trashDays) && !isTooMuch) continue;
    const oldness = isOld(ageMs, trashDays) ? ageAgainst(ageMs, trashDays) : sizeAgainst(total, "trash", trashBytes);
    steps.push({
      kind: "empty-trash",
      name: item.name,
      bytes: item.bytes,
      why: pressure === "ample" ? oldness : roomOf(pressure),
    });
    total -= item.bytes;
  }
  return steps;
}

function byTrashAge(one: TrashItem, other: TrashItem): number {
  return one.trashedAt - other.trashedAt || (one.name < other.name ? -1 : 1);
}

const dayMs = 24 * 3600 * 1000;

function isOld(ageMs: number, limitDays: number): boolean {
  return ageMs >= limitDays * dayMs;
}

/** "8 days old, limit 7": never rounded up, so that no age is shown that it does not have. */
function ageAgainst(ageMs: number, limitDays: number): string {
  const steps = Number.isInteger(limitDays) ? 1 : 10;
  const days = Math.floor((ageMs / dayMs) * steps) / steps;
  return `${days} ${days === 1 ? "day" : "days"} old, limit ${limitDays}`;
}

/** "3.2 GB of trash, limit 2.0 GB" */
function sizeAgainst(bytes: number, what: string, limitBytes: number): string {
  return `${size(bytes)} of ${what}, limit ${size(limitBytes)}`;
}

function size(bytes: number): string {
  return bytes >= gigabyte / 10 || bytes === 0 ? `${(bytes / gigabyte).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}

function roomOf(pressure: DiskLevel): string {
  switch (pressure) {
    case "ample":
      return "the disk has room";
    case "low":
      return "the disk is low on room";
    case "short":
      return "the disk is short of room";
    case "full":
      return "the disk is full";
  }
}
