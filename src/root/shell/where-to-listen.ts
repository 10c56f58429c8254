import { createHash } from "node:crypto";
import { chmod, lstat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { longestSocketPath } from "../../api/socket-path.ts";
import type { ConductorPlaces } from "../../base/home/conductor-places.ts";
import { TuttiError } from "../../base/error.ts";
import { makeFolder } from "../../base/files/make-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const longest = longestSocketPath(process.platform);

/**
 * A path that fits, in a folder that is only ours. The runtime folder comes first: its paths are short, and it lies on
 * no network disk.
 */
export async function readyToListen(places: ConductorPlaces, env: Environment): Promise<string> {
  const path = (await inRuntimeFolder(places, env)) ?? places.socket;
  const bytes = Buffer.byteLength(path);
  if (bytes > longest) {
    throw new TuttiError(
      "conductor.no_socket",
      `the path of the conductor's socket has ${String(bytes)} bytes, and ${String(longest)} are possible: ${path}`,
      {
        audience: "environment",
        hint: "Name a home with a shorter path (TUTTI_HOME=<folder>), or set XDG_RUNTIME_DIR to a folder that only you can enter. Or do without: --local.",
      },
    );
  }
  await makeFolder(dirname(path));
  await chmod(dirname(path), 0o700);
  return path;
}

/** `undefined` where there is none, where it is not only ours, or where even that path is too long. */
async function inRuntimeFolder({ home }: ConductorPlaces, env: Environment): Promise<string | undefined> {
  const runtime = env["XDG_RUNTIME_DIR"] ?? "";
  const path = join(runtime, "tutti", `${createHash("sha256").update(home).digest("hex").slice(0, 16)}.sock`);
  if (!isAbsolute(runtime) || Buffer.byteLength(path) > longest) return undefined;
  const [above, own] = [await look(runtime), await look(dirname(path))];
  return above === "ours" && own !== "not ours" ? path : undefined;
}

async function look(path: string): Promise<"ours" | "not ours" | "nothing"> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return "nothing";
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0 ? "ours" : "not ours";
}
