import { spawn } from "node:child_process";
import { systemCode } from "./patience.ts";
import { refusal } from "../program.ts";

export interface InteractiveRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Complete: nothing else is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type InteractiveEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "not-started"; readonly reason: string };

/** Keys are for the program in front; other signals are passed on. */
const keys = ["SIGINT", "SIGQUIT"] as const;
const handedOn = ["SIGTERM", "SIGHUP"] as const;

/** Runs a program in this terminal, for a person. */
export async function runInteractive({ argv, cwd, env }: InteractiveRequest): Promise<InteractiveEnd> {
  const [program = "", ...args] = argv;
  const quiet = (): void => undefined;
  for (const signal of keys) process.on(signal, quiet);
  const child = spawn(program, args, { cwd, env, stdio: "inherit" });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of handedOn) process.on(signal, pass);
  try {
    return await new Promise<InteractiveEnd>((resolve) => {
      child.once("error", (error) => {
        resolve({ kind: "not-started", reason: refusal(program, systemCode(error)) });
      });
      child.once("exit", (code, signal) => {
        resolve(code === null ? { kind: "signalled", signal: signal ?? "" } : { kind: "exited", code });
      });
    });
  } finally {
    for (const signal of keys) process.off(signal, quiet);
    for (const signal of handedOn) process.off(signal, pass);
  }
}
