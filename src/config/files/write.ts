import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeFolder } from "../../base/make-folder.ts";

/** Puts a text in a settings file's place in one step. A link stays a link, and the mode stays. */
export async function writeConfigFile(path: string, text: string, newMode: number): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const real = await realpath(path).catch(() => path);
    const mode = await stat(real).then(
      (status) => status.mode & 0o7777,
      () => newMode,
    );
    await replace(real, text, mode);
  } catch (error) {
    throw new TuttiError("config.invalid", `${path} can't be written: ${messageOf(error)}`, {
      audience: "environment",
      hint: "Nothing was changed.",
      cause: error,
    });
  }
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  // A name that nobody can have prepared: in a checkout that was cloned, a draft with a known name could be a link to
  // anywhere.
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  const file = await open(draft, "wx", 0o600);
  try {
    await file
      .writeFile(text)
      .then(() => file.chmod(mode))
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
