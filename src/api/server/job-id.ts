import type { JobId } from "../../base/ids.ts";
import { nameOf } from "../../base/names.ts";
import type { World } from "../../base/world.ts";

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const longestName = 30;

/** A name people can say, and a tail that makes it unlike any other. */
export function newJobId(name: string, world: World): JobId {
  const tail = Array.from({ length: 6 }, () => letters[Math.floor(world.random() * letters.length)]).join("");
  return `${nameOf(name).slice(0, longestName).replace(/-+$/, "")}-${tail}` as JobId;
}
