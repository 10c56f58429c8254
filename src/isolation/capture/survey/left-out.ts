/** A path that a capture does not hold, and why. Paths are raw bytes as latin1. */
export interface LeftOut {
  readonly path: string;
  readonly reason:
    | "ignored"
    | "ignored by a rule of its own"
    | "special file"
    | "special file in place of a tracked one"
    | "unreadable"
    | "too large"
    | "nested repository's history"
    | "submodule"
    | "refused by git"
    | "in a borrowed folder"
    | "link of a borrowed folder"
    | "unreadable history";
  readonly bytes: number | null;
  readonly detail?: string;
}

/** Whether nothing is lost with it: it can be made again, or leads to what stays where it is. */
export function mayGo({ reason }: Pick<LeftOut, "reason">): boolean {
  return reason === "ignored" || reason === "in a borrowed folder" || reason === "link of a borrowed folder";
}

/** Above this a single file is left where it is and listed. */
export const largestFile = 256 * 1024 * 1024;
