import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Mount } from "../score/plan/container.ts";
import type { Bind } from "./argv.ts";

/** Of two at one place, the first counts. */
export function distinct(binds: readonly Bind[]): readonly Bind[] {
  const places = new Set<string>();
  return binds.filter(({ to }) => !places.has(to) && places.add(to));
}

/** At the same path inside as outside, so that what programs are told and what they tell means the same on both sides. */
export function samePlace(paths: readonly string[], isReadOnly: boolean): readonly Bind[] {
  return paths.filter((path) => existsSync(path)).map((path) => ({ from: path, to: path, isReadOnly }));
}

/** As the user wrote them, or why one can't be had. A link may lead to what its name does not say. */
export function userBinds(
  mounts: readonly Mount[],
  { home, sockets }: { readonly home: string; readonly sockets: readonly string[] },
): readonly Bind[] | string {
  const binds: Bind[] = [];
  for (const { from: written, to, isReadOnly } of mounts) {
    const from = written.startsWith("~") ? join(home, written.slice(1)) : resolve(written);
    const stats = statSync(from, { throwIfNoEntry: false });
    if (stats === undefined) return `there is no ${written} to mount`;
    if (stats.isSocket() || sockets.some((socket) => isWithin(socket, from)))
      return `${written} leads to a socket of a container engine: a program that reaches it has the whole machine`;
    binds.push({ from, to, isReadOnly });
  }
  return binds;
}

/** Sockets of engines, as far as variables and usual places tell. */
export function engineSockets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const runtime = env["XDG_RUNTIME_DIR"] ?? "/run/user/0";
  const named = [env["DOCKER_HOST"], env["CONTAINER_HOST"]].flatMap((address) =>
    address?.startsWith("unix://") === true ? [address.slice("unix://".length)] : [],
  );
  const usual = ["/run/docker.sock", "/var/run/docker.sock", "/run/podman/podman.sock"];
  return [...named, ...usual, join(runtime, "docker.sock"), join(runtime, "podman/podman.sock")].filter((path) =>
    existsSync(path),
  );
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Folders of objects that a store consists of: its own, and those that it borrows. No agent writes in them. */
export function objectFolders(gitDir: string): readonly string[] {
  const folders = [join(gitDir, "objects")];
  // A list grows while it is walked.
  for (const folder of folders)
    for (const line of linesOf(join(folder, "info", "alternates"))) {
      const path = resolve(folder, line);
      if (!folders.includes(path) && folders.length < mostFolders) folders.push(path);
    }
  return folders;
}

/** As git itself follows them. */
const mostFolders = 20;

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
  } catch {
    return [];
  }
}
