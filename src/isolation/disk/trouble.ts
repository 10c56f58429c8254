import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import { type DiskLevel, type DiskRoom, easing, type DiskLimits, floorOf } from "./govern.ts";

/** What a level means, with the figures; `null`: there is room. */
export function diskTrouble(level: DiskLevel, room: DiskRoom, limits: DiskLimits): DiskTrouble | null {
  if (level === "ample") return null;
  const { limitBytes, words } = meaningOf(level, room, limits);
  return {
    level,
    freeBytes: room.freeBytes,
    limitBytes,
    what: `${size(room.freeBytes)} free on the disk, ${words}`,
    next,
  };
}

const next = "Free space on the disk of Tutti's folder; tutti clean shows what Tutti could give back.";

function meaningOf(
  level: Exclude<DiskLevel, "ample">,
  { totalBytes }: DiskRoom,
  limits: DiskLimits,
): { readonly limitBytes: number; readonly words: string } {
  const floor = floorOf(limits, totalBytes);
  switch (level) {
    case "low":
      return {
        limitBytes: limits.warningBytes,
        words: `and the warning is at ${size(limits.warningBytes)} (limits.disk_warning): the trash and build artefacts of kept contexts are cleared`,
      };
    case "short":
      return {
        limitBytes: floor,
        words: `and the floor is ${size(floor)} (limits.disk_floor): no sheet starts until ${size(floor * easing)} are free`,
      };
    case "full":
      return {
        limitBytes: floor / 4,
        words: `and the floor is ${size(floor)} (limits.disk_floor): agents are halted until ${size((floor / 4) * easing)} are free`,
      };
  }
}

export function size(bytes: number): string {
  return bytes < 1e9 ? `${String(Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
