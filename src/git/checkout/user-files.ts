import { type Git, requireOk } from "../git.ts";
import type { PrivateIndex } from "../index.ts";

/** The object name of a file, with the user's own conversions. */
export async function hashFile(git: Git, checkout: PrivateIndex, path: string): Promise<string> {
  const exit = await git.checkout({ ...checkout, args: ["hash-object", "--stdin-paths"], stdin: `${quoted(path)}\n` });
  return requireOk(exit, "hashing a file").toString("utf8").trim();
}

/** The object name a symbolic link with this text would get. */
export async function hashLink(git: Git, checkout: PrivateIndex, text: Buffer): Promise<string> {
  const exit = await git.checkout({ ...checkout, args: ["hash-object", "--no-filters", "--stdin"], stdin: text });
  return requireOk(exit, "hashing a link").toString("utf8").trim();
}

/** A blob as git would write it at this path. */
export async function readSmudged(
  git: Git,
  checkout: PrivateIndex,
  file: { blob: string; path: string },
): Promise<Buffer> {
  const exit = await git.checkout({
    ...checkout,
    args: ["cat-file", "--filters", `--path=${Buffer.from(file.path, "latin1").toString("utf8")}`, file.blob],
  });
  return requireOk(exit, "reading a file");
}

/** The only form in which a line can hold any byte of a path. */
function quoted(path: string): string {
  return `"${path.replace(/[^\w./ -]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}
