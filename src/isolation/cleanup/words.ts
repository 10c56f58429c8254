import type { DiskLevel } from "../disk/govern.ts";
import { gigabyte } from "./variables.ts";

const dayMs = 24 * 3600 * 1000;

export function isOld(ageMs: number, limitDays: number): boolean {
  return ageMs >= limitDays * dayMs;
}

/** "8 days old, limit 7": never rounded up, so that no age is shown that it does not have. */
export function ageAgainst(ageMs: number, limitDays: number): string {
  const steps = Number.isInteger(limitDays) ? 1 : 10;
  const days = Math.floor((ageMs / dayMs) * steps) / steps;
  return `${days} ${days === 1 ? "day" : "days"} old, limit ${limitDays}`;
}

/** "3.2 GB of trash, limit 2.0 GB" */
export function sizeAgainst(bytes: number, what: string, limitBytes: number): string {
  return `${size(bytes)} of ${what}, limit ${size(limitBytes)}`;
}

function size(bytes: number): string {
  return bytes >= gigabyte / 10 || bytes === 0 ? `${(bytes / gigabyte).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}

export function roomOf(pressure: DiskLevel): string {
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
