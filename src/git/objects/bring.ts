import { TuttiError } from "../../base/error.ts";
import type { Objects } from "./objects.ts";
import type { NewObject } from "./bytes/pack.ts";

/** Beyond this git packs better. */
const most = { bytes: 16 * 1024 * 1024, ofOne: 512 * 1024 };
/** Read at once, to bound memory. */
const atOnce = 32;

/**
 * Copies objects between repositories; they reach the disk with the next flush. False, and nothing is copied, when
 * there are too many.
 */
export async function bringObjects(
  { from, to }: { readonly from: Objects; readonly to: Objects },
  ids: readonly string[],
): Promise<boolean> {
  const found = new Map<string, NewObject>();
  let bytes = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const read = await Promise.all(some.map((id) => from.readAny(id, most.ofOne)));
    for (const [place, id] of some.entries()) {
      const object = read[place];
      bytes += object?.bytes.length ?? Infinity;
      if (object === undefined || bytes > most.bytes) return false;
      found.set(id, object);
    }
  }
  for (const [id, object] of found) {
    if (to.write(object) !== id)
      throw new TuttiError("git.failed", `${object.type} ${id} is not what its name says`, { audience: "environment" });
  }
  return true;
}
