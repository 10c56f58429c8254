import { readFile } from "node:fs/promises";

/** What changed, or in words why nobody can tell. */
export type Changed =
  | { readonly kind: "known"; readonly paths: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string };

/** The changed paths that a quick form of a gate is told of, as docs/gates.md says. */
export async function readChanged(env: Readonly<Record<string, string | undefined>>): Promise<Changed> {
  const [nul, lines] = [env["TUTTI_CHANGED_NUL"], env["TUTTI_CHANGED"]];
  const file = nul ?? lines;
  if (file === undefined) return unknown("TUTTI_CHANGED is not set");
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return unknown(`${JSON.stringify(file)} can't be read`);
  const text = bytes.toString("utf8");
  // No argument could name such a file.
  if (!Buffer.from(text).equals(bytes)) return unknown("a changed path is not UTF-8");
  const paths = text.split(nul === undefined ? "\n" : "\0").filter((path) => path !== "");
  // It may be one in quotes, or one that begins so.
  if (nul === undefined && paths.some((path) => path.startsWith('"'))) return unknown("a changed path is in quotes");
  return { kind: "known", paths };
}

function unknown(why: string): Changed {
  return { kind: "unknown", why };
}
