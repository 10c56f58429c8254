import { TuttiError } from "../base/error.ts";

/** The bytes that a socket's address has room for; macOS and the BSDs have four less. */
export function longestSocketPath(platform: NodeJS.Platform): number {
  return platform === "linux" ? 107 : 103;
}

/** Node cuts a longer path off without a word, and would listen or connect somewhere else. */
export function requireSocketPath(path: string, platform: NodeJS.Platform = process.platform): void {
  const bytes = new TextEncoder().encode(path).length;
  const most = longestSocketPath(platform);
  if (bytes <= most && !path.includes("\0")) return;
  throw new TuttiError(
    "conductor.no_socket",
    `the path of the socket has ${bytes} bytes, and ${most} are possible: ${path}`,
    {
      audience: "environment",
      hint: "Name a home with a shorter path (TUTTI_HOME=<folder>), or set XDG_RUNTIME_DIR to a folder that only you can enter. Or do without: --local.",
    },
  );
}
