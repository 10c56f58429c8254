import { mkdir, mkdtemp, rmdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../../../git/git.ts";
import type { Objects } from "../../../git/objects/objects.ts";

export interface Contents {
  readonly before: string;
  readonly after: string;
  readonly now: string;
}

/** A larger file is not looked into. */
const mostBytes = 1024 * 1024;

/**
 * Whether nothing of a change is left in a file that went on since: taking the change back once more would change
 * nothing. False where that is not clear.
 */
export async function isTakenOut(
  { git, objects, scratch }: { git: Git; objects: Objects; scratch: string },
  blobs: Contents,
): Promise<boolean> {
  const [before, after, now] = await Promise.all(
    [blobs.before, blobs.after, blobs.now].map((id) => objects.readBlob(id, mostBytes).catch(() => undefined)),
  );
  if (before === undefined || after === undefined || now === undefined) return false;
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(join(scratch, "undone-"));
  const paths = { before: join(folder, "before"), after: join(folder, "after"), now: join(folder, "now") };
  try {
    await Promise.all([writeFile(paths.before, before), writeFile(paths.after, after), writeFile(paths.now, now)]);
    const exit = await git.sealed({
      gitDir: objects.gitDir,
      args: ["merge-file", "-p", "-q", paths.now, paths.after, paths.before],
      timeoutMs: 10_000,
    });
    return exit.code === 0 && exit.stdout.equals(now);
  } finally {
    await Promise.all(Object.values(paths).map((path) => unlink(path).catch(() => undefined)));
    await rmdir(folder).catch(() => undefined);
  }
}
