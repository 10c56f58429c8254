import { endWords, type ProcessEnd } from "../../process/process.ts";
import { oneLine } from "../../score/one-line.ts";
import type { ConcreteCommand, FilePlace } from "../../score/plan/command.ts";
import { missingFailure, rootOf, shown } from "../file-place.ts";
import type { CheckPlace, Failure, RunCheck } from "../place.ts";
import { findInside } from "../read-inside.ts";

/** The end of the output is what explains a failure, so nearly all of it is kept until then. */
const outputCap = 16 * 1024 * 1024;
const shownTail = 600;

/** Passes when the command exits 0. The last lines it printed are part of the reason when it does not. */
export const runCommand: RunCheck<"command_succeeds"> = async ({ command, timeoutMs }, place, parts) => {
  const cwd = await workingFolder(place, command.cwd);
  if (typeof cwd !== "string") return cwd;
  const { argv } = command;
  const end = await parts.run({
    argv,
    cwd,
    env: { ...place.env, ...command.env },
    output: { kind: "memory", capBytes: outputCap },
    timeoutMs,
    tree: "contained",
    cancel: place.cancel,
  });
  if (end.how.kind === "exited" && end.how.code === 0) return undefined;
  return { reason: `${oneLine(command.shown)} ${endWords(end, timeoutMs)}${tail(end)}`, hint: endHint(end, command) };
};

/** The folder a command is run in: below its root, whatever links lead there. */
export async function workingFolder(place: CheckPlace, cwd: FilePlace): Promise<string | Failure> {
  const found = await findInside(rootOf(place, cwd), cwd.path);
  if (found.kind === "folder") return found.real;
  return found.kind === "missing" || found.kind === "outside"
    ? missingFailure(place, cwd)
    : { reason: `${shown(cwd)} is not a folder to run a command in` };
}

/** The end of both streams: some programs explain themselves on one, some on the other. */
function tail({ stdout, stderr }: ProcessEnd): string {
  const ends = [stdout, stderr]
    .map((output) => output.toString("utf8").trim().slice(-shownTail).toWellFormed())
    .filter((text) => text !== "");
  return ends.length === 0 ? "" : `: ${ends.join("\n")}`;
}

function endHint({ how }: ProcessEnd, command: ConcreteCommand): string {
  if (how.kind === "timed-out")
    return "Make it end sooner; one that waits for input, or serves something, never ends by itself";
  if (how.kind === "not-started") return `See that ${command.argv[0]} is installed where sheets are validated`;
  return "Run it yourself, and mend what it reports";
}
