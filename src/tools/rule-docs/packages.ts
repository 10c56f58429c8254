import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Loads a package as the tool's program would: from where that really lies, else from the folder upwards. */
export async function loadPackage(name: string, { program, folder }: { readonly program: string; readonly folder: string }): Promise<unknown> {
  const places = [() => realpathSync(program), () => program, () => join(folder, "package.json")];
  let failure: unknown = null;
  for (const place of places) {
    try {
      const file = createRequire(place()).resolve(name);
      return (await import(pathToFileURL(file).href)) as unknown;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Where a package lies that can be reached from a folder; `null`: nowhere. */
export function packageFolder(name: string, folder: string): string | null {
  const mark = `/node_modules/${name}/`;
  try {
    const file = createRequire(join(folder, "package.json")).resolve(name);
    const at = file.lastIndexOf(mark);
    return at === -1 ? null : file.slice(0, at + mark.length);
  } catch {
    return null;
  }
}
