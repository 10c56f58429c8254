import { basename, dirname, join } from "node:path";
import type { ConfinedLevel } from "../../score/plan/sandbox.ts";
import type { Grants } from "../../process/sandbox/sandbox.ts";

/** Files that belong to a confined program. */
export interface Belongings {
  /** Its context, workspace, temporary files and home, and what its profile names. */
  readonly write: readonly string[];
  /** Files it needs besides the system and the programs on its PATH. */
  readonly read: readonly string[];
  /** Below what it writes, and not to be written. */
  readonly fixed?: readonly string[];
}

/** The machine as the program sees it. */
export interface Surroundings {
  readonly path: string | undefined;
  /** The home of the person. */
  readonly home: string | undefined;
}

/**
 * Every program may write these. Block devices and `/proc` are not among them, because root could leave through them,
 * nor is `/dev/shm`, which all programs of the machine share.
 */
const devices = ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts"].map((name) => `/dev/${name}`);

/** Programs, libraries and what they read; nothing of a person, no keys of the machine. */
const system = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/snap", "/proc", "/sys"],
  "/run/systemd/resolve",
  "/run/current-system",
  ...[
    ...["alternatives", "bash.bashrc", "ca-certificates", "ca-certificates.conf", "debian_version", "environment"],
    ...["fonts", "gai.conf", "gitconfig", "group", "host.conf", "hostname", "hosts", "inputrc", "java-17-openjdk"],
    ...["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias", "locale.conf", "localtime", "login.defs"],
    ...["magic", "mime.types", "nsswitch.conf", "os-release", "passwd", "pki/tls/certs", "pki/ca-trust/extracted"],
    ...["profile", "profile.d", "protocols", "python3", "resolv.conf", "services", "ssl/certs", "ssl/openssl.cnf"],
    ...["terminfo", "timezone", "xdg"],
  ].map((name) => `/etc/${name}`),
];

export function grantsFor(level: ConfinedLevel, { write, read }: Belongings, { path, home }: Surroundings): Grants {
  const writable = [...write, ...devices];
  if (level === "write") return { read: ["/"], write: writable };
  return { read: [...system, ...toolFolders(path, home), ...inHome(home), ...read], write: writable };
}

/** Where version managers and package managers keep what builds need; logins are not among them. */
const toolHomes = [
  ...[".rustup", ".cargo/bin", ".cargo/registry", ".cargo/git", ".cargo/config.toml", ".cargo/env", ".m2/repository"],
  ...[
    ".pyenv",
    ".nvm",
    ".volta",
    ".asdf",
    ".rbenv",
    ".sdkman/candidates",
    ".local/share/mise",
    "go/pkg",
    ".npm/_cacache",
  ],
  ...[".cache/pip", ".cache/uv", ".cache/go-build", ".cache/yarn", ".cache/pnpm", ".cache/ms-playwright"],
  ...[".local/share/uv", ".local/share/pnpm", ".pnpm-store", ".gradle/caches", ".gradle/wrapper", ".nuget/packages"],
];

/** Where tools write in a person's home: settings and logins among them are read as the person may. */
const writtenHomes = [
  ...[
    ".cargo",
    ".rustup",
    ".m2",
    ".gradle",
    ".ivy2",
    ".sbt",
    ".npm",
    ".yarn",
    ".pnpm-store",
    ".bun",
    ".deno",
    ".cache",
  ],
  ...[".pyenv", ".rbenv", ".nvm", ".volta", ".asdf", ".sdkman", ".nuget", ".dotnet", ".gem", ".bundle", ".composer"],
  ...[
    ".config",
    ".local/bin",
    ".local/lib",
    ".local/state",
    ".local/share/uv",
    ".local/share/pnpm",
    ".local/share/mise",
  ],
  ...["go/pkg", "go/bin", ".node-gyp"],
];

/**
 * Folders that programs find as they are and may change, each run for itself: what an agent places in them is not there
 * for programs outside of the sandbox.
 */
export function layeredFolders(level: ConfinedLevel, home: string | undefined): readonly string[] {
  const below =
    home === undefined ? [] : (level === "write" ? writtenHomes : toolHomes).map((name) => join(home, name));
  return level === "write" ? ["/tmp", ...below] : below;
}

function inHome(home: string | undefined): readonly string[] {
  return home === undefined ? [] : toolHomes.map((folder) => join(home, folder));
}

/** Beside a folder of programs lie the libraries they load; the folder above them may hold a person's files. */
const besidePrograms = ["lib", "libexec", "include"];

function toolFolders(path: string | undefined, home: string | undefined): readonly string[] {
  const folders = (path ?? "")
    .split(":")
    .filter((folder) => folder.startsWith("/") && folder !== "/" && folder !== home);
  return folders.flatMap((folder) =>
    basename(folder) === "bin" && dirname(folder) !== home
      ? [folder, ...besidePrograms.map((name) => join(dirname(folder), name))]
      : [folder],
  );
}

/** The folder of a program, by its real path, or all packages that it was installed with. */
export function packageOf(program: string): readonly string[] {
  const packages = "/node_modules/";
  const at = program.indexOf(packages);
  if (at !== -1) return [program.slice(0, at + packages.length - 1)];
  const folder = dirname(program);
  return basename(folder) === "bin" ? [folder, ...besidePrograms.map((name) => join(dirname(folder), name))] : [folder];
}
