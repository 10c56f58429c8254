import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../../base/files/exists.ts";
import { requireOk } from "../../../git/git.ts";
import { openRepository, type Repository } from "../../../git/repository.ts";
import type { MergeDesk } from "./desk.ts";

/**
 * The set-up that makes git call Tutti where both sides changed a file: two settings and lines of attributes, of one
 * repository.
 */
export interface DriverSetup {
  readonly config: { readonly path: string; readonly lines: readonly string[] };
  readonly attributes: { readonly path: string; readonly lines: readonly string[] };
}

export interface DriverWish {
  readonly folder: string;
  /** How Tutti is called. */
  readonly program: string;
  /** Of the attributes; all files by default. */
  readonly patterns: readonly string[];
  readonly isDryRun: boolean;
}

const name = "Tutti's merge by syntax";

/** Attributes of the repository alone: nothing that is committed changes. */
export async function installDriver({ git }: Pick<MergeDesk, "git">, wish: DriverWish): Promise<DriverSetup> {
  const repository = await openRepository(git, wish.folder);
  const driver = `${wish.program} merge-driver run %O %A %B %P`;
  const lines = wish.patterns.map((pattern) => `${pattern} merge=tutti`);
  const setup = setupIn(repository, [`merge.tutti.name=${name}`, `merge.tutti.driver=${driver}`], lines);
  if (wish.isDryRun) return setup;
  await setConfig(git, repository, ["merge.tutti.name", name]);
  await setConfig(git, repository, ["merge.tutti.driver", driver]);
  const before = await attributesIn(setup.attributes.path);
  await mkdir(dirname(setup.attributes.path), { recursive: true });
  await writeFile(setup.attributes.path, withLines(without(before), lines));
  return setup;
}

/** Removes what `installDriver` wrote, and says what that was; other lines stay. */
export async function uninstallDriver(
  { git }: Pick<MergeDesk, "git">,
  { folder, isDryRun }: Pick<DriverWish, "folder" | "isDryRun">,
): Promise<DriverSetup> {
  const repository = await openRepository(git, folder);
  const asked = await git.ask(folder, ["config", "--local", "--get-regexp", "^merge\\.tutti\\."]);
  const config = asked.stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(" ", "="));
  const path = join(repository.commonDir, "info", "attributes");
  const text = await attributesIn(path);
  const setup = setupIn(repository, config, text.split("\n").filter(isOurs));
  if (isDryRun) return setup;
  if (config.length > 0) await setConfig(git, repository, ["--remove-section", "merge.tutti"]);
  if (setup.attributes.lines.length > 0) await writeFile(path, without(text));
  return setup;
}

function setupIn({ commonDir }: Repository, config: readonly string[], attributes: readonly string[]): DriverSetup {
  return {
    config: { path: join(commonDir, "config"), lines: config },
    attributes: { path: join(commonDir, "info", "attributes"), lines: attributes },
  };
}

async function setConfig(git: MergeDesk["git"], { commonDir }: Repository, args: readonly string[]): Promise<void> {
  requireOk(
    await git.checkout({ gitDir: commonDir, args: ["config", "--local", ...args] }),
    "writing a setting of git",
  );
}

async function attributesIn(path: string): Promise<string> {
  return (await exists(path)) ? readFile(path, "utf8") : "";
}

function isOurs(line: string): boolean {
  return / merge=tutti$/.test(line);
}

function without(text: string): string {
  return text
    .split("\n")
    .filter((line) => !isOurs(line))
    .join("\n");
}

function withLines(text: string, lines: readonly string[]): string {
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${start}${lines.join("\n")}\n`;
}
