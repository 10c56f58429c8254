import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Git } from "../../../git/git.ts";
import { listIgnoredFolders } from "../../../git/index.ts";
import type { Repository } from "../../../git/repository.ts";

/** A folder of installed or built things that a checkout has and git does not. */
export interface Dependency {
  /** From the top of the checkout. */
  readonly path: string;
  readonly kind: DependencyKind;
}

export type DependencyKind = "node" | "python" | "rust" | "php" | "ruby" | "go" | "gradle" | "elixir" | "yarn";

interface Sign {
  readonly kind: DependencyKind;
  /** The folder's path ends so. */
  readonly name: string;
  /** One of these lies in the folder. */
  readonly inside?: readonly string[];
  /** One of these lies beside it. */
  readonly beside?: readonly string[];
}

/** A name alone proves little: `vendor` and `target` may hold anything, so that something near must agree. */
const signs: readonly Sign[] = [
  { kind: "node", name: "node_modules" },
  { kind: "yarn", name: ".yarn/cache" },
  { kind: "yarn", name: ".yarn/unplugged" },
  { kind: "python", name: ".venv", inside: ["pyvenv.cfg"] },
  { kind: "python", name: "venv", inside: ["pyvenv.cfg"] },
  { kind: "python", name: "env", inside: ["pyvenv.cfg"] },
  { kind: "rust", name: "target", beside: ["Cargo.toml"] },
  { kind: "php", name: "vendor", beside: ["composer.json"] },
  { kind: "ruby", name: "vendor/bundle", beside: ["../Gemfile"] },
  { kind: "go", name: "vendor", beside: ["go.mod"] },
  {
    kind: "gradle",
    name: ".gradle",
    beside: ["settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts"],
  },
  { kind: "elixir", name: "deps", beside: ["mix.exs"] },
  { kind: "elixir", name: "_build", beside: ["mix.exs"] },
];

/** Those that git ignores in the user's checkout: every context has what is tracked. */
export async function findDependencies(git: Git, { top, gitDir }: Repository): Promise<readonly Dependency[]> {
  if (top === null) return [];
  const ignored = dependenciesAmong(top, await listIgnoredFolders(git, { gitDir, workTree: top }), isOwnFolder);
  const found = new Set(ignored.map(({ path }) => path));
  const others = usualAtTop.filter((name) => !found.has(name));
  return [...ignored, ...dependenciesAmong(top, others, isFolder)];
}

/** Git may not ignore these, or they may be links to folders that several checkouts share. */
const usualAtTop = ["node_modules", ".venv", "venv"];

function dependenciesAmong(
  top: string,
  folders: readonly string[],
  isThere: (path: string) => boolean,
): readonly Dependency[] {
  return folders.flatMap((path) => {
    const sign = signs.find((one) => doesMatch(top, path, one));
    return sign === undefined || !isThere(join(top, path)) ? [] : [{ path, kind: sign.kind }];
  });
}

function doesMatch(top: string, path: string, { name, inside, beside }: Sign): boolean {
  if (path !== name && !path.endsWith(`/${name}`)) return false;
  const folder = join(top, path);
  if (inside?.some((file) => existsSync(join(folder, file))) === false) return false;
  return beside?.some((file) => existsSync(join(dirname(folder), file))) !== false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Not a link: it leads to a folder that others share. */
function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
