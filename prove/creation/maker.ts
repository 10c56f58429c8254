import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { plainEnv } from "../contexts/raw-git.ts";
import type { Order, Told } from "./child.ts";

/** A process that makes contexts, and what it told until its end. */
export interface Maker {
  readonly pid: number;
  /** Calls back at every line, as it comes. */
  onTold(listen: (told: Told) => void): void;
  readonly ended: Promise<readonly Told[]>;
}

export function startMaker(order: Order): Maker {
  const child = spawn(
    process.execPath,
    [
      "--experimental-strip-types",
      "--no-warnings",
      fileURLToPath(new URL("child.ts", import.meta.url)),
      JSON.stringify(order),
    ],
    {
      env: { ...plainEnv, HOME: order.home },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const told: Told[] = [];
  const listeners: ((told: Told) => void)[] = [];
  let complaints = "";
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const one = JSON.parse(line) as Told;
    told.push(one);
    for (const listen of listeners) listen(one);
  });
  const ended = new Promise<readonly Told[]>((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => {
      if (code === 0 || signal === "SIGKILL") resolve(told);
      else
        reject(
          new Error(
            `the process that makes contexts ended with ${String(code ?? signal)}: ${complaints.slice(-2_000)}`,
          ),
        );
    });
  });
  return { pid: child.pid ?? 0, onTold: (listen) => void listeners.push(listen), ended };
}
