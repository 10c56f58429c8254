import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { systemCode } from "./patience.ts";
import { refusal } from "../program.ts";

export interface DetachRequest {
  readonly args: readonly string[];
  /** Complete: nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Truncated first. */
  readonly output: string;
  /** For tests. */
  readonly program?: string;
}

export type Detached =
  /** `ended`: its exit code; `null`: a signal. */
  | { readonly kind: "started"; readonly pid: number; readonly ended: Promise<number | null> }
  | { readonly kind: "not-started"; readonly reason: string };

/** The bundle keeps this file at the same depth below `dist`. */
const launcher = fileURLToPath(new URL("../../../bin/tutti", import.meta.url));

/**
 * Starts Tutti as an independent process: a session of its own (no hang-up, no Ctrl-C), none of our files, and a folder
 * that is never unmounted.
 */
export async function detachTutti({ args, env, output, program = launcher }: DetachRequest): Promise<Detached> {
  let printed: number | undefined;
  try {
    printed = openSync(output, "w", 0o600);
    const child = spawn(process.execPath, [program, ...args], {
      cwd: "/",
      env,
      detached: true,
      stdio: ["ignore", printed, printed],
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.unref();
    return { kind: "started", pid: child.pid ?? 0, ended };
  } catch (error) {
    return { kind: "not-started", reason: refusal(process.execPath, systemCode(error)) };
  } finally {
    if (printed !== undefined) closeSync(printed);
  }
}
