import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Git, requireOk } from "../git.ts";
import type { Identity } from "../identity.ts";

/** A key of two words, and a value that needs no quotes. */
type Setting = readonly [key: string, value: string];

export interface StoreSource {
  /** Borrowed objects; `null`: none. */
  readonly objects: string | null;
  readonly format: "sha1" | "sha256";
  readonly settings?: readonly Setting[];
}

/**
 * Makes Tutti's bare store beside the user's repository. It borrows the user's objects, so nothing is copied;
 * `preciousObjects` keeps any gc, a task's too, from pruning what no ref reaches yet.
 */
export async function initStore(git: Git, path: string, source: StoreSource): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  requireOk(
    await git.sealed({
      gitDir: path,
      args: ["init", "--quiet", "--bare", "--template=", `--object-format=${source.format}`],
    }),
    "making Tutti's object store",
  );
  await mkdir(join(path, "objects", "info"), { recursive: true });
  if (source.objects !== null)
    await writeFile(join(path, "objects", "info", "alternates"), alternatesLine(source.objects));
  const file = join(path, "config");
  await writeFile(file, configured(await readFile(file, "utf8"), source.settings ?? []));
}

const usual: readonly Setting[] = [
  ["extensions.preciousObjects", "true"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["core.logAllRefUpdates", "false"],
];

/** Written directly: git would need a process for each. */
function configured(written: string, settings: readonly Setting[]): string {
  const lines = [...new Map([...usual, ...settings])].map(([key, value]) => {
    const [section = "", name = ""] = key.split(".");
    return `[${section}]\n\t${name} = ${value}\n`;
  });
  return `${written.replace(/repositoryformatversion = \d+/, "repositoryformatversion = 1")}${lines.join("")}`;
}

/** Quoted C-style where git would misread it. */
export function alternatesLine(path: string): string {
  return /^["#]|[\n\\]/.test(path) ? `${JSON.stringify(path)}\n` : `${path}\n`;
}

/** On `main`, with everything in the folder as the first commit. */
export async function initRepository(git: Git, folder: string, by: Identity): Promise<void> {
  const steps: readonly (readonly string[])[] = [
    ["init", "--quiet", "--initial-branch=main", "--template="],
    ["config", "user.name", by.name],
    ["config", "user.email", by.email],
    ["add", "--all"],
    ["-c", "commit.gpgSign=false", "commit", "--quiet", "--no-verify", "--message", "Begin"],
  ];
  for (const args of steps) requireOk(await git.ask(folder, args), `git ${args[0] ?? ""}`);
}
