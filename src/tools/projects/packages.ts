import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";

interface PackageHome {
  /** The program that starts the tool; it belongs to the package. */
  readonly program: string;
  /**
   * The other folder to search, with all folders above; `null`: none, because an agent that works there could have
   * put one.
   */
  readonly folder: string | null;
}

/**
 * Loads a package as the tool's program would: from where that really lies, else from where it is linked, else from the
 * folder upwards.
 */
export async function loadPackage(name: string, home: PackageHome): Promise<unknown> {
  // A broken one is not replaced by another of unknown origin.
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
