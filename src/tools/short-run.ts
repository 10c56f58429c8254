import type { RunProcess } from "../process/process.ts";

export type Answer =
  | { readonly kind: "exited"; readonly code: number; readonly out: string; readonly err: string }
  | { readonly kind: "none"; readonly why: string };

// Only against hangs: the first start of a tool from a cold disk, beside other work, was seen to take half a minute, and
// a tool that does not answer is left out.
const timeoutMs = 120_000;
const capBytes = 64 * 1024;

interface QuestionPlace {
  readonly run: RunProcess;
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
}

/** For questions that a program answers at once, such as its version. */
export async function shortRun(
  { run, top, env, cancel }: QuestionPlace,
  argv: readonly [string, ...string[]],
): Promise<Answer> {
  const { how, stdout, stderr } = await run({
    argv,
    cwd: top,
    env,
    output: { kind: "memory", capBytes },
    limits: { timeoutMs, cancel },
    tree: "contained",
  });
  if (how.kind === "exited")
    return { kind: "exited", code: how.code, out: stdout.toString("utf8"), err: stderr.toString("utf8") };
  return {
    kind: "none",
    why:
      how.kind === "not-started" ? how.reason : how.kind === "timed-out" ? "it did not answer in time" : "it was ended",
  };
}
