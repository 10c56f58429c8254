import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObjectName } from "../../../base/ids.ts";
import { readData } from "../find/data-file.ts";
import type { Stray } from "../stray.ts";

/** Branches and tags of a clone that name one of these objects, as `heads/topic` or `tags/v1`. Read as data. */
export async function readRefNames(stray: Stray, objects: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (stray.kind !== "clone" || stray.gitDir === null) return new Map();
  const named = new Map<string, string>();
  for (const line of ((await readData(join(stray.gitDir, "packed-refs"))) ?? "").split("\n")) {
    const [object, ref] = line.split(" ");
    if (object !== undefined && ref !== undefined && /^refs\/(?:heads|tags)\//.test(ref))
      named.set(ref.slice("refs/".length), object);
  }
  // What lies in a file of its own is newer than what was packed.
  for (const kind of ["heads", "tags"]) {
    for (const name of await looseIn(join(stray.gitDir, "refs"), kind, 0)) {
      named.set(name, ((await readData(join(stray.gitDir, "refs", name))) ?? "").trim());
    }
  }
  return new Map([...named].filter(([name, object]) => isObjectName(object) && objects.has(object) && isPlain(name)));
}

async function looseIn(refs: string, folder: string, depth: number): Promise<readonly string[]> {
  const found: string[] = [];
  if (depth > 16) return found;
  for (const entry of await readdir(join(refs, folder), { withFileTypes: true }).catch(() => [])) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await looseIn(refs, name, depth + 1)));
    else found.push(name);
  }
  return found;
}

/** One name that git refuses would keep it from taking the others, and a clone's files may be called anything. */
function isPlain(name: string): boolean {
  return (
    name.length < 200 &&
    name
      .split("/")
      .every(
        (part) =>
          /^[\p{L}\p{N}_+#=,@-](?:\.?[\p{L}\p{N}_+#=,@-])*$/u.test(part) && !part.endsWith(".lock") && part !== "@",
      )
  );
}
