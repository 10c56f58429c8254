import { lstatSync, statSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeFolder } from "../../base/make-folder.ts";
import { requireSocketPath } from "../socket-path.ts";

/**
 * Makes a path fit to listen on: in a folder that only we can enter, with nothing there. Only the holder of the writer
 * lock may call it: a socket that is there then has no conductor any more.
 */
export async function clearSocketPlace(path: string): Promise<void> {
  requireSocketPath(path);
  await makeFolder(dirname(path)).catch((error: unknown) => {
    throw noSocket(`the folder for the socket can't be made: ${messageOf(error)}`, error);
  });
  requireOwnFolder(dirname(path));
  removeStale(path);
}

export function noSocket(message: string, cause?: unknown): TuttiError {
  return new TuttiError("conductor.no_socket", message, {
    audience: "environment",
    hint: "It has to lie in a folder of your own that nobody else can enter (mode 0700): set XDG_RUNTIME_DIR to one, or TUTTI_HOME. Or do without: --local.",
    cause,
  });
}

/** One that others may enter is never narrowed: it may be everybody's, like /tmp. */
function requireOwnFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.getuid !== undefined && uid !== process.getuid())
    throw noSocket(`the folder for the socket belongs to somebody else: ${folder}`);
  if ((mode & 0o077) !== 0)
    throw noSocket(`others can enter the folder for the socket: ${folder} has mode ${(mode & 0o777).toString(8)}`);
}

function removeStale(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw noSocket(`something that is no socket lies at ${path}`);
  unlinkSync(path);
}
