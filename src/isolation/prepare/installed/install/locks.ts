import type { DependencyKind } from "../dependencies.ts";

type Argv = readonly [string, ...string[]];

/** How a package manager installs from its lock file. */
export interface Installer {
  /** The lock file's name. */
  readonly lock: string;
  readonly kind: DependencyKind;
  /** The folder that it fills, beside the lock file and below. */
  readonly folder: string;
  /**
   * It adds to a copy of the checkout's folder, which may hold more than the lock file names, such as tools for tests.
   */
  readonly isOnTop?: true;
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Commands that do it; the first whose program is installed counts. None of them runs scripts of packages, since
   * this install was not asked for. Exceptions: Bundler builds extensions of gems, and Poetry before version 2 what has no
   * wheel.
   */
  readonly commands: (about: {
    readonly lock: string;
    /** Only from the tool's own cache. */
    readonly isOffline: boolean;
    /** The folder, from the project's. */
    readonly folder: string;
  }) => readonly Argv[];
}

/** The first whose lock file lies beside a project counts. Cargo and Go check their folders themselves. */
export const installers: readonly Installer[] = [
  {
    lock: "pnpm-lock.yaml",
    kind: "node",
    folder: "node_modules",
    commands: ({ isOffline }) => [
      ["pnpm", "install", "--frozen-lockfile", "--ignore-scripts", isOffline ? "--offline" : "--prefer-offline"],
    ],
  },
  {
    lock: "yarn.lock",
    kind: "node",
    folder: "node_modules",
    commands: ({ lock, isOffline }) => [
      lock.includes("__metadata:")
        ? ["yarn", "install", "--immutable", "--mode=skip-build"]
        : [
            ...(["yarn", "install", "--frozen-lockfile", "--ignore-scripts", "--non-interactive"] as const),
            isOffline ? "--offline" : "--prefer-offline",
          ],
    ],
  },
  {
    lock: "package-lock.json",
    kind: "node",
    folder: "node_modules",
    commands: ({ isOffline }) => [
      [
        ...(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"] as const),
        isOffline ? "--offline" : "--prefer-offline",
      ],
    ],
  },
  {
    lock: "uv.lock",
    kind: "python",
    folder: ".venv",
    commands: ({ isOffline }) => [
      ["uv", "sync", "--frozen", "--no-build", "--no-install-project", ...(isOffline ? ["--offline"] : [])],
    ],
  },
  {
    lock: "composer.lock",
    kind: "php",
    folder: "vendor",
    commands: () => [["composer", "install", "--no-scripts", "--no-plugins", "--no-interaction"]],
  },
  {
    lock: "poetry.lock",
    kind: "python",
    folder: ".venv",
    isOnTop: true,
    environment: { POETRY_VIRTUALENVS_IN_PROJECT: "true", POETRY_INSTALLER_ONLY_BINARY: ":all:" },
    commands: ({ isOffline }) => (isOffline ? [] : [["poetry", "install", "--no-root", "--no-interaction"]]),
  },
  {
    lock: "requirements.txt",
    kind: "python",
    folder: ".venv",
    isOnTop: true,
    commands: ({ isOffline, folder }) => {
      const python = `${folder}/bin/python`;
      const wanted = ["--only-binary", ":all:", "-r", "requirements.txt"] as const;
      return [
        ["uv", "pip", "install", "--python", python, ...wanted, ...(isOffline ? ["--offline"] : [])],
        ...(isOffline ? [] : [[python, "-m", "pip", "install", "--no-input", ...wanted] as const]),
      ];
    },
  },
  {
    lock: "Gemfile.lock",
    kind: "ruby",
    folder: "vendor/bundle",
    isOnTop: true,
    environment: { BUNDLE_PATH: "vendor/bundle", BUNDLE_FROZEN: "true" },
    commands: ({ isOffline }) => [["bundle", "install", ...(isOffline ? ["--local"] : [])]],
  },
];

/** Facts about a folder and the lock file that it belongs to. */
export interface LockFacts {
  /** Of the context. */
  readonly wanted: string;
  /** Of the checkout; `null`: it has none. */
  readonly checkout: string | null;
  /** npm's own notes on what it installed; `null`: none. */
  readonly notes: string | null;
}

/** Whether the checkout's folder is what the context's lock file asks for, as far as can be known. */
export function doesMatch({ wanted, checkout, notes }: LockFacts): boolean {
  const [asked, installed] = [packagesIn(wanted), packagesIn(notes)];
  // The installed packages prove more than the lock file beside them, which may have changed since.
  if (asked !== null && installed !== null) return isInstalled(asked, installed);
  return wanted === checkout;
}

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly link?: boolean;
}

type Packages = ReadonlyMap<string, LockedPackage>;

function packagesIn(text: string | null): Packages | null {
  if (text?.trimStart().startsWith("{") !== true) return null;
  try {
    const { packages } = JSON.parse(text) as { packages?: Record<string, LockedPackage> };
    if (packages === undefined) return null;
    const own = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);
    return new Map(own);
  } catch {
    return null;
  }
}

/** Optional packages of other systems are not installed, nor are those for development where none is. */
function isInstalled(asked: Packages, installed: Packages): boolean {
  const hasDev = [...installed.values()].some(({ dev }) => dev === true);
  return [...asked].every(([path, one]) => {
    const found = installed.get(path);
    if (found !== undefined) return found.version === one.version && found.integrity === one.integrity;
    return one.optional === true || one.devOptional === true || one.peer === true || (one.dev === true && !hasDev);
  });
}

/** The project that a folder belongs to: the nearest folder at or above it with a lock file. */
export function foldersUp(path: string): readonly string[] {
  const steps = path.split("/").slice(0, -1);
  return Array.from({ length: steps.length + 1 }, (_, at) => steps.slice(0, steps.length - at).join("/"));
}
