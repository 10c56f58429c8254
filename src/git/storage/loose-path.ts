import { join } from "node:path";

/** Where a single object lies in the repository itself. */
export function loosePath(gitDir: string, id: string): string {
  return join(gitDir, "objects", id.slice(0, 2), id.slice(2));
}
