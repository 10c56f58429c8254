import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterwards } from "./afterwards.ts";
import { tempFolder } from "./folders.ts";

/** A podman with a storage of its own, and an image of programs of this machine. */
export interface Podman {
  /** Leads podman to that storage. */
  readonly env: Readonly<Record<string, string>>;
  readonly image: string;
  /** Names of all containers, ended ones too. */
  list(): readonly string[];
}

const programs = [
  ..."sh cat cp ls sleep mkdir rm mv ln chmod sed awk grep git head tail tr wc env id touch kill printf seq find".split(
    " ",
  ),
  ..."basename dirname date dd expr sort stat setsid cut test true uname readlink mktemp rmdir mkfifo xargs".split(" "),
];

let opened: Podman | string | undefined;

// Its folder goes with the file of tests that opened it.
afterwards("each file", () => {
  opened = undefined;
});

/** Once for a file of tests; a text says why this machine runs no containers. */
export function openPodman(): Podman | string {
  opened ??= open();
  return opened;
}

function open(): Podman | string {
  if (spawnSync("podman", ["--version"]).status !== 0) return "podman is not installed";
  const runtime = ["crun", "runc"].find((name) => spawnSync(name, ["--version"]).status === 0);
  if (runtime === undefined) return "neither crun nor runc is installed";
  const root = tempFolder();
  writeFileSync(join(root, "storage.conf"), storageConf(root));
  writeFileSync(join(root, "containers.conf"), `[engine]\nruntime = "${runtime}"\nevents_logger = "none"\n`);
  const env = {
    CONTAINERS_STORAGE_CONF: join(root, "storage.conf"),
    CONTAINERS_CONF: join(root, "containers.conf"),
  };
  const podman = (...args: readonly string[]): string =>
    execFileSync("podman", args, { env: { ...process.env, ...env }, encoding: "utf8", stdio: "pipe" });
  const image = "localhost/tutti-test:1";
  try {
    execFileSync("tar", ["-C", fillRoot(join(root, "image")), "-cf", join(root, "image.tar"), "."]);
    podman("import", "--quiet", join(root, "image.tar"), image);
    podman(
      "run",
      "--rm",
      "--network",
      "none",
      "--ulimit",
      "nofile=1024:1024",
      "--ulimit",
      "nproc=1024:1024",
      image,
      "true",
    );
  } catch (error) {
    return `podman runs no container here: ${String((error as { stderr?: string }).stderr ?? error).trim()}`;
  }
  return { env, image, list: () => podman("ps", "--all", "--format", "{{.Names}}").split(/\s+/).filter(Boolean) };
}

/** It works everywhere, and needs no rights. */
function storageConf(root: string): string {
  return `[storage]\ndriver = "vfs"\ngraphroot = "${join(root, "storage")}"\nrunroot = "${join(root, "run")}"\n`;
}

/** No registry is asked: the programs of this machine, with the libraries that they need. */
function fillRoot(root: string): string {
  const copy = (path: string): void => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(realpathSync(path), join(root, path));
  };
  for (const name of programs) {
    const path = execFileSync("sh", ["-c", 'command -v -- "$1"', "sh", name], { encoding: "utf8" }).trim();
    const file = path.startsWith("/") ? path : `/usr/bin/${name}`;
    if (!existsSync(file)) continue;
    copy(file);
    for (const library of librariesOf(realpathSync(file))) copy(library);
  }
  if (!existsSync(join(root, "bin/sh"))) copy("/bin/sh");
  for (const folder of ["tmp", "proc", "sys", "dev", "etc"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "etc/image"), "of the image\n");
  return root;
}

function librariesOf(file: string): readonly string[] {
  const { stdout } = spawnSync("ldd", [file], { encoding: "utf8" });
  return stdout.match(/\/\S+/g)?.filter((path) => existsSync(path)) ?? [];
}
