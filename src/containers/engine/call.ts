import type { ProcessEnd, RunProcess } from "../../process/process.ts";
import type { Argv } from "../../process/tree/containment.ts";
import { clientEnvironment } from "./engine.ts";

/** How the engine's own program is run. */
export interface Call {
  readonly run: RunProcess;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const mostBytes = 1_000_000;

/** A short answer of the engine's. */
export function callEngine(
  { run, env }: Call,
  argv: Argv,
  { timeoutMs, cancel }: { readonly timeoutMs: number; readonly cancel?: AbortSignal | undefined },
): Promise<ProcessEnd> {
  return run({
    argv,
    cwd: "/",
    env: clientEnvironment(env),
    output: { kind: "memory", capBytes: mostBytes },
    limits: { timeoutMs, ...(cancel === undefined ? {} : { cancel }) },
    tree: "group",
  });
}
