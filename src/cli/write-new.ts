import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TuttiError, messageOf } from "../base/error.ts";

/** Writes a file for a person who named it. One that is there stays as it is, unless it may be written over. */
export async function writeNew(path: string, text: string, mayReplace: boolean): Promise<void> {
  // Beside it first: a full disk must not cost the file that was there.
  const draft = mayReplace ? join(dirname(path), `.${basename(path)}.${process.pid}.new`) : path;
  try {
    await writeFile(draft, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") await rm(draft, { force: true }).catch(() => undefined);
    throw refused(path, error);
  }
  if (draft === path) return;
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw refused(path, error);
  }
}

function refused(path: string, error: unknown): TuttiError {
  if ((error as NodeJS.ErrnoException).code === "EEXIST") {
    return new TuttiError("cli.usage", `${path} is there already`, {
      audience: "user",
      hint: "--force writes over it.",
      cause: error,
    });
  }
  return new TuttiError("cli.usage", `${path} can't be written: ${messageOf(error)}`, {
    audience: "user",
    cause: error,
  });
}
