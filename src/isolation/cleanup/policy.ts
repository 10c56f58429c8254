import type { ContextId, EpochMs } from "../../base/ids.ts";
import type { DiskLevel } from "../disk/govern.ts";
import type { ContextItem, TrashItem } from "./inventory.ts";
import { type EmptyTrash, planTrash } from "./retention.ts";
import type { CleanupSettings } from "./settings.ts";
import { ageAgainst, isOld, roomOf, sizeAgainst } from "./words.ts";

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
