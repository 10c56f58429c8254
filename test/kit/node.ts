import type { ProcessEnd } from "../../src/process/process.ts";
import { run } from "./git.ts";

/**
 * Runs a module's text in a Node of its own, which can load our sources. `limit`: shell commands that the process runs
 * under.
 */
export async function runNode(
  text: string,
  args: readonly string[],
  how: { limit?: string; cancel?: AbortSignal } = {},
): Promise<ProcessEnd> {
  const node = [
    process.execPath,
    "--experimental-strip-types",
    "--no-warnings",
    "--input-type=module",
    "--eval",
    text,
    "--",
    ...args,
  ];
  return run({
    argv:
      how.limit === undefined
        ? (node as [string, ...string[]])
        : ["sh", "-c", `${how.limit}; exec "$@"`, "sh", ...node],
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "" },
    output: { kind: "memory", capBytes: 10_000_000 },
    limits: { timeoutMs: 50_000, ...(how.cancel === undefined ? {} : { cancel: how.cancel }) },
    tree: "group",
  });
}
