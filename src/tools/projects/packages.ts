import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";

interface PackageHome {
  readonly program: string;
  /** Searched next, with all folders above; `null`: not, because an agent could have put a package there. */
  readonly folder: string | null;
}

/** As the tool's program would: from its real path, else from its link, else from the folder upwards. */
export async function loadPackage(name: string, home: PackageHome): Promise<unknown> {
  // A broken package is not replaced by another.
  return (await import(pathToFileURL(fileOf(name, home)).href)) as unknown;
}

function fileOf(name: string, { program, folder }: PackageHome): string {
  // A relative path depends on the folder.
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

/** `null`: unreachable from the folder. */
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

/** The part of ESLint's interface used here: `loadESLint` since 8.57, `ESLint` since 7.29. */
interface EslintPackage<Engine> {
  readonly ESLint?: Engine;
  readonly loadESLint?: (options: { readonly cwd: string }) => Promise<Engine>;
  readonly default?: EslintPackage<Engine>;
}

/** ESLint's class for the folder's kind of configuration; `undefined`: its version has none. */
export async function loadEslint<Engine>(home: PackageHome, cwd: string): Promise<Engine | undefined> {
  const loaded = (await loadPackage("eslint", home)) as EslintPackage<Engine>;
  const { ESLint, loadESLint } = loaded.default ?? loaded;
  return loadESLint === undefined ? ESLint : loadESLint({ cwd });
}
