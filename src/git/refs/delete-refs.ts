import { type Git, requireOk } from "../git.ts";

/** Deletes refs, each only while it points to what it is said to point to; one that moved keeps all of them. */
export async function deleteRefs(git: Git, gitDir: string, refs: ReadonlyMap<string, string>): Promise<void> {
  if (refs.size === 0) return;
  const lines = [...refs].map(([ref, object]) => `delete ${ref} ${object}\n`);
  requireOk(
    await git.sealed({ gitDir, args: ["update-ref", "--no-deref", "--stdin"], stdin: lines.join("") }),
    "deleting refs",
  );
}
