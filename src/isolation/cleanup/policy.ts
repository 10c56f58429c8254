import { plural, sizeText } from "../../base/text.ts";
import type { ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { DiskLevel } from "../disk/govern.ts";
import type { CleanupSettings } from "./settings.ts";

/** `unknown`: no record, so it may be the only copy. `done`: its result is where it belongs. */
export type ContextOutcome = "live" | "paused" | "failed" | "done" | "unknown";

export interface ContextItem {
  readonly id: ContextId;
  readonly path: string;
  readonly job: JobId;
  /** `null`: all sheets of its job share it. */
  readonly sheet: SheetId | null;
  readonly outcome: ContextOutcome;
  /** Artefacts included. */
  readonly bytes: number;
  /** Ignored files: they can be made again, and no capture has them. */
  readonly artefactBytes: number;
  readonly lastUsedAt: EpochMs;
  readonly isLocked: boolean;
}

export interface TrashItem {
  readonly name: string;
  readonly bytes: number;
  readonly trashedAt: EpochMs;
}

export type Step =
  | EmptyTrash
  | { readonly kind: "drop-artefacts"; readonly id: ContextId; readonly bytes: number; readonly why: string }
  | { readonly kind: "remove-context"; readonly id: ContextId; readonly bytes: number; readonly why: string };

export interface CleanupCase {
  readonly contexts: readonly ContextItem[];
  readonly trash: readonly TrashItem[];
  readonly settings: CleanupSettings;
  readonly now: EpochMs;
  /** Too little room costs trash and artefacts, never work. */
  readonly pressure: DiskLevel;
}

/** In this order: what can be made again first, the oldest first. Stopping after any step is safe. */
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

type Reasoned = readonly [ContextItem, string];

/** Not in use, not locked, and its outcome is known. */
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

/** Shrinks the failed ones to a size: artefacts first, contexts only if that is not enough. */
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

/** Its size without dropped artefacts. */
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

/** The oldest first: all of it when the disk is short, else what is too old or too much. */
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

export const dayMs = 24 * 3600 * 1000;

function isOld(ageMs: number, limitDays: number): boolean {
  return ageMs >= limitDays * dayMs;
}

/** "8 days old, limit 7": never rounded up. */
export function ageAgainst(ageMs: number, limitDays: number): string {
  const steps = Number.isInteger(limitDays) ? 1 : 10;
  const days = Math.floor((ageMs / dayMs) * steps) / steps;
  return `${plural(days, "day")} old, limit ${limitDays}`;
}

function sizeAgainst(bytes: number, what: string, limitBytes: number): string {
  return `${sizeText(bytes)} of ${what}, limit ${sizeText(limitBytes)}`;
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

/** A context as recorded, without a look into its folder. */
export interface RecordedContext {
  readonly id: ContextId;
  readonly outcome: ContextOutcome;
  readonly madeAt: EpochMs;
}

interface DueCase {
  readonly settings: Pick<CleanupSettings, "ageDays" | "keepFailed" | "maxContexts" | "maxBytes">;
  readonly now: EpochMs;
  readonly pressure: DiskLevel;
}

/**
 * The contexts that a rule may be about. Measuring one reads all its files, and every job's end asks: a home may keep
 * thousands.
 */
export function dueAmong(
  contexts: readonly RecordedContext[],
  { settings, now, pressure }: DueCase,
): ReadonlySet<ContextId> {
  const { ageDays, keepFailed, maxContexts, maxBytes } = settings;
  const failed = contexts.filter(({ outcome }) => outcome === "failed").length;
  const isLimited = pressure !== "ample" || maxBytes !== null || (maxContexts !== null && failed > maxContexts);
  const due = contexts.filter(({ outcome, madeAt }) => {
    if (isLimited || outcome === "done") return true;
    return outcome === "failed" && (!keepFailed || isOld(now - madeAt, ageDays));
  });
  return new Set(due.map(({ id }) => id));
}
