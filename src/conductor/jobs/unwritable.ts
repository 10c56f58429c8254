import { TuttiError, messageOf } from "../../base/error.ts";

/**
 * Does something that writes in Tutti's home. A refusal of the system there (a full disk, a quota) is the machine's
 * matter, no fault of ours.
 */
export async function writing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefusal(error) ? unwritable(what, error) : error;
  }
}

/** An error of a system call, and not one of ours. */
function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    !(error instanceof TuttiError) &&
    typeof (error as NodeJS.ErrnoException).syscall === "string"
  );
}

function unwritable(what: string, error: NodeJS.ErrnoException): TuttiError {
  const isFull = error.code === "ENOSPC" || error.code === "EDQUOT";
  return new TuttiError(
    "store.write_failed",
    `${what} could not be written, so nothing was begun: ${isFull ? "the disk is full" : messageOf(error)}`,
    {
      audience: "environment",
      hint: isFull
        ? "Make room on the disk that Tutti's home lies on (tutti clean, tutti doctor), and try again."
        : "See to it that Tutti's home can be written (tutti doctor looks at it), and try again.",
      cause: error,
    },
  );
}
