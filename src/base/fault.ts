import { TuttiError } from "./error.ts";

/**
 * Whether an effect failed for a reason of the machine's own, which may be gone the next moment: a git that was killed
 * or failed, no files, processes or memory left, a disk that does not answer. It says nothing about the work, so it
 * costs no sheet an attempt: the effect is done again. An agent's failure is never one of these.
 */
export function isFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!(error instanceof TuttiError)) return passing.has((error as NodeJS.ErrnoException).code ?? "");
  if (error.audience !== "environment" || !faults.has(error.code)) return false;
  return error.cause === undefined || isFault(error.cause);
}

const faults: ReadonlySet<string> = new Set([
  "git.failed",
  "git.missing",
  "context.create_failed",
  "context.capture_failed",
  "resources.short",
  "fleet.claim_lost",
]);

const passing: ReadonlySet<string> = new Set([
  "EAGAIN",
  "EBUSY",
  "EDQUOT",
  "EINTR",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOLCK",
  "ENOMEM",
  "ENOSPC",
  "ESTALE",
  "ETIMEDOUT",
  "ETXTBSY",
]);

/**
 * Does a thing again that failed. For what may be broken for good, so that its failure is an answer: what is broken is
 * so the second time too, and a fault of the machine is gone by then.
 */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    return ask();
  }
}
