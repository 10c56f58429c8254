import { lstat, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Larger files are programs, not scripts that name a path. */
const largestScript = 256 * 1024;

/**
 * Environments of Python name their own folder, and that of packages installed for editing, by full paths: scripts in
 * `bin`, and small files beside the packages. In a context they must name the context, or programs there would use and
 * change the checkout. Writes those that differ to `own`, which may be the context itself where it has a copy.
 */
export async function relocatePython(
  layer: string,
  environment: string,
  to: { readonly top: string; readonly folder: string; readonly own: string },
): Promise<void> {
  const here = join(layer, environment);
  for (const file of [...(await filesIn(join(here, "bin"))), ...(await packageFiles(here))]) {
    const { mode, size } = await lstat(file);
    if (size > largestScript) continue;
    const text = await readFile(file);
    if (text.includes(0) || !text.includes(to.top)) continue;
    const path = join(to.own, file.slice(layer.length + 1));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, relocated(text.toString("utf8"), to.top, to.folder), { mode });
  }
}

/** The path only where it ends or goes on below: not that of a folder whose name begins alike. */
export function relocated(text: string, top: string, folder: string): string {
  const literal = top.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(`${literal}(?=$|[/\\s"':;,)\\]}])`, "gm"), () => folder);
}

async function packageFiles(environment: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const version of await namesIn(join(environment, "lib"))) {
    const packages = join(environment, "lib", version, "site-packages");
    for (const name of await namesIn(packages)) {
      if (/\.(?:pth|egg-link)$|^__editable__/.test(name)) found.push(join(packages, name));
      else if (name.endsWith(".dist-info")) found.push(...(await filesIn(join(packages, name), "direct_url.json")));
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

async function filesIn(folder: string, name?: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && (name === undefined || entry.name === name))
    .map((entry) => join(folder, entry.name));
}
