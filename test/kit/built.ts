import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** How the built command line came to its end. */
export interface CliEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built command line in a process of its own. */
export interface Running {
  kill(): void;
  gone(): Promise<void>;
}

export interface CliPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The launcher, as people call it: it keeps what it has compiled, which a quarter of a short command's time goes to.
 */
export const program = fileURLToPath(new URL("../../bin/tutti", import.meta.url));

export function runBuilt({ folder, env }: CliPlace, args: readonly string[]): CliEnd {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", program, ...args], {
    cwd: folder,
    env: { ...env },
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

export function startBuilt({ folder, env }: CliPlace, args: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...env }, stdio: "ignore" });
  const exit = once(child, "exit");
  return {
    kill: () => void child.kill("SIGKILL"),
    gone: async () => {
      await exit;
    },
  };
}

/** The same, with all of its output; the caller may answer it meanwhile. */
export function begin({ folder, env }: CliPlace, args: readonly string[]): { readonly ended: Promise<CliEnd> } {
  const child = spawn(process.execPath, ["--no-warnings", program, ...args], {
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (texts.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (texts.err += data.toString()));
  return { ended: new Promise((resolve) => child.once("close", (code) => resolve({ code, ...texts }))) };
}
