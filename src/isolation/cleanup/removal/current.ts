import { removePlain } from "./plain.ts";
import { type RemovalThread, startRemovalThread } from "./thread.ts";

/** Starting the thread costs as much as removing some ten small trees. */
const ownTrees = 16;
/** A thread that ends by itself is not tried for ever. */
const mostStarts = 3;

let trees = 0;
let starts = 0;
let current: RemovalThread | null = null;

/** In the thread of this process once it has removed a few itself. False: something is in the way. */
export async function removeWhole(path: string): Promise<boolean> {
  trees += 1;
  if (current?.isOver() !== false && trees > ownTrees && starts < mostStarts) {
    starts += 1;
    current = startRemovalThread();
  }
  return (await current?.remove(path)) === true || removePlain(Buffer.from(path));
}
