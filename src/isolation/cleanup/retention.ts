import type { EpochMs } from "../../base/ids.ts";
import type { DiskLevel } from "../disk/govern.ts";
import type { TrashItem } from "./inventory.ts";
import type { CleanupSettings } from "./settings.ts";
import { ageAgainst, isOld, roomOf, sizeAgainst } from "./words.ts";

export interface EmptyTrash {
  readonly kind: "empty-trash";
  readonly name: string;
  readonly bytes: number;
  readonly why: string;
}

export interface TrashCase {
  readonly trash: readonly TrashItem[];
  readonly settings: Pick<CleanupSettings, "trashDays" | "trashBytes">;
  readonly now: EpochMs;
  readonly pressure: DiskLevel;
}

/**
 * Which trash goes, the oldest first: all of it when the disk lacks room, else what is too old, and the oldest of what
 * is too much.
 */
export function planTrash({ trash, settings, now, pressure }: TrashCase): readonly EmptyTrash[] {
  const { trashDays, trashBytes } = settings;
  const steps: EmptyTrash[] = [];
  let total = trash.reduce((sum, item) => sum + item.bytes, 0);
  for (const item of [...trash].sort(byAge)) {
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

function byAge(one: TrashItem, other: TrashItem): number {
  return one.trashedAt - other.trashedAt || (one.name < other.name ? -1 : 1);
}
