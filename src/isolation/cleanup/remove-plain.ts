import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";

/** Then other work gets its turn. */
const mostAtOnce = 64;
const slash = Buffer.from("/");

/** Entry by entry, each at once. False: something is in the way, or is no folder. */
export async function removePlain(root: Buffer): Promise<boolean> {
  let count = 0;
  const removeBelow = async (folder: Buffer): Promise<void> => {
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: "buffer" })) {
      const path = Buffer.concat([folder, slash, entry.name]);
      if (entry.isDirectory()) await removeBelow(path);
      else unlinkSync(path);
      count += 1;
      if (count % mostAtOnce === 0) await new Promise(setImmediate);
    }
    rmdirSync(folder);
  };
  try {
    const stats = lstatSync(root, { throwIfNoEntry: false });
    if (stats === undefined) return true;
    // A link is removed, never followed.
    if (!stats.isDirectory()) return false;
    await removeBelow(root);
    return true;
  } catch {
    return false;
  }
}
