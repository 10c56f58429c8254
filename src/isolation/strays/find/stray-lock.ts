import { join } from "node:path";
import type { Repository } from "../../../git/repository.ts";
import { isGitAtWork } from "../../../git/stale-locks.ts";
import type { StrayLock } from "../stray.ts";
import { readData } from "./data-file.ts";

/** The lock of a worktree: a file with a reason, in which tools like to name the process that works there. */
export async function readStrayLock(repository: Repository, admin: string): Promise<StrayLock | null> {
  const text = await readData(join(admin, "locked"));
  if (text === undefined) return null;
  const reason = text.trim();
  const pid = pidIn(reason);
  return { reason, pid, owner: pid === null ? await ownerWithoutPid(reason, repository) : ownerOf(pid) };
}

/** The process that a reason names, as in `pid 123`, `pid=123` or `(PID: 123)`. */
export function pidIn(reason: string): number | null {
  const digits = /\bpid\b\W{0,3}(\d{1,7})\b/i.exec(reason)?.[1];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

/** A pid that was given away again counts as its owner: not being able to tell is no proof. */
function ownerOf(pid: number): StrayLock["owner"] {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH" ? "dead" : "alive";
  }
}

/** git itself locks a worktree while it makes it. Where no git works on the repository, the one that did is dead. */
async function ownerWithoutPid(reason: string, repository: Repository): Promise<StrayLock["owner"]> {
  if (reason !== "initializing") return "unknown";
  const isAtWork = await isGitAtWork([repository.commonDir, ...(repository.top === null ? [] : [repository.top])]);
  if (isAtWork === undefined) return "unknown";
  return isAtWork ? "alive" : "dead";
}
