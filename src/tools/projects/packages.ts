import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";

interface PackageHome {
  /** What starts the tool: a package is the one that this belongs to. */
  readonly program: string;
  /**
   * Where it is looked for else, and in all folders above; `null`: nowhere, since whoever works there could have put
   * one.
   */
  readonly folder: string | null;
}

/**
 * Loads a package as the tool's program would: from where that really lies, else from where it is linked, else from the
 * folder upwards.
 */
export async function loadPackage(name: string, home: PackageHome): Promise<unknown> {
  // One that is found and broken is not made good by another, of which nobody knows whose it is.
  return (await import(pathToFileURL(fileOf(name, home)).href)) as unknown;
}

function fileOf(name: string, { program, folder }: PackageHome): string {
  // Any other path means something else in each folder; as a place it is refused.
  const real = isAbsolute(program) ? [() => realpathSync(program)] : [];
  const places = [...real, () => program, ...(folder === null ? [] : [() => join(folder, "package.json")])];
  let failure: unknown = null;
  for (const place of places) {
    try {
      return createRequire(place()).resolve(name);
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
