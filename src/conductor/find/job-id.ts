import type { JobId } from "../../base/ids.ts";
import { slugOf } from "../../base/names.ts";
import type { World } from "../../base/world/world.ts";

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const tailLength = 6;

/**
 * A name people can say, and a tail that makes it unlike any other. No dots: a context's id is put together with them.
 */
export function newJobId(name: string, world: World): JobId {
  const tail = Array.from({ length: tailLength }, () => letters[Math.floor(world.random() * letters.length)]).join("");
  return `${slugOf(name)}-${tail}` as JobId;
}

/**
 * Whether an id may be a job's. Names of contexts that the library isolates, and of adopted ones, have another form.
 */
export function isJobId(id: string): id is JobId {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*-[a-z2-7]{6}$/.test(id);
}
