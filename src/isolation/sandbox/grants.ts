import { basename, dirname, join } from "node:path";
import type { SandboxLevel } from "../../score/plan/sandbox.ts";
import type { Grants } from "../../process/sandbox/sandbox.ts";

/** What belongs to a confined program. */
export interface Belongings {
  /** Its context, workspace, temporary files and home, and what its profile names. */
  readonly write: readonly string[];
  /** What it needs besides the system and the programs on its PATH. */
  readonly read: readonly string[];
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

export function grantsFor(
  level: Exclude<SandboxLevel, "off">,
  { write, read }: Belongings,
  { path, home }: Surroundings,
): Grants {
  const writable = [...write, ...devices];
  if (level === "write") return { read: ["/"], write: writable };
  return { read: [...system, ...toolFolders(path, home), ...toolHomes(home), ...read], write: writable };
}

/** Where version managers and package managers keep what builds need; logins are not among them. */
function toolHomes(home: string | undefined): readonly string[] {
  if (home === undefined) return [];
  const folders = [
    ...[".rustup", ".cargo/bin", ".cargo/registry", ".cargo/git", ".cargo/config.toml", ".cargo/env"],
    ...[".pyenv", ".nvm", ".volta", ".asdf", ".rbenv", ".sdkman/candidates", ".local/share/mise", "go/pkg"],
  ];
  return folders.map((folder) => join(home, folder));
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
