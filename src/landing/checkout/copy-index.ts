import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { copyPlain } from "../../base/files/read-plain.ts";
import type { PublishHands } from "../hands.ts";

/** Copies an index to work on. A repository that has nothing checked out yet has none, and so has the copy. */
export async function copyIndex(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyPlain(from, to).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}

/** Where such a copy lies: one for each checkout, since several repositories are landed in at the same time. */
export function scratchIndex({ scratch, owner }: PublishHands, gitDir: string, use: "checkout" | "recover"): string {
  const checkout = createHash("sha256").update(gitDir).digest("hex").slice(0, 16);
  return join(scratch, `${use}-${owner}-${checkout}.index`);
}
