import { unreachable } from "../base/error.ts";
import type { RunProcess } from "../process/process.ts";
import type { Validation } from "../score/plan.ts";
import type { CheckPlace } from "./place.ts";

/** The end of the output is what explains a failure, so nearly all of it is kept until then. */
const outputCap = 16 * 1024 * 1024;
const shownTail = 600;

/** Why a command fails; `undefined` when it exits 0. The last lines it printed are part of the reason. */
export async function runCommandCheck(
  run: RunProcess,
  validation: Extract<Validation, { kind: "command_succeeds" }>,
  place: CheckPlace,
): Promise<string | undefined> {
  const end = await run({
    argv: validation.argv,
    cwd: place.folder,
    env: place.env,
    output: { kind: "memory", capBytes: outputCap },
    timeoutMs: validation.timeoutMs,
    tree: "contained",
    cancel: place.cancel,
  });
  switch (end.how.kind) {
    case "exited":
      return end.how.code === 0 ? undefined : `exited ${String(end.how.code)}${tail(end.stdout, end.stderr)}`;
    case "signalled":
      return `was ended by ${end.how.signal}${tail(end.stdout, end.stderr)}`;
    case "timed-out":
      return `did not end within ${String(validation.timeoutMs / 1000)} s${tail(end.stdout, end.stderr)}`;
    case "idle":
      return "printed nothing for too long";
    case "cancelled":
      return "was cancelled";
    case "not-started":
      return `could not be started: ${end.how.reason}`;
    default:
      return unreachable(end.how);
  }
}

/** The end of both: some programs explain themselves on one, some on the other. */
function tail(stdout: Buffer, stderr: Buffer): string {
  const ends = [stdout, stderr].map((output) => output.toString("utf8").trim().slice(-shownTail)).filter((text) => text !== "");
  return ends.length === 0 ? "" : `: ${ends.join("\n")}`;
}
