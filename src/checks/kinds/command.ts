import { oneLine } from "../../base/text.ts";
import { endWords, type ProcessEnd } from "../../process/process.ts";
import { runLogCap } from "../../base/files/run-log.ts";
import type { ConcreteCommand, FilePlace } from "../../score/plan/command.ts";
import { makeExcerpt } from "../../process/output/excerpt.ts";
import { type Roots, missingFailure, rootOf, shown } from "../file-place.ts";
import type { Failure, RunCheck } from "../place.ts";
import { findInside } from "../read-inside.ts";

/** Passes when the command exits 0; else the reason has an excerpt of what it printed. */
export const runCommand: RunCheck<"command_succeeds"> = async ({ command, timeoutMs }, place, parts) => {
  const cwd = await workingFolder(place, command.cwd);
  if (typeof cwd !== "string") return cwd;
  const { argv } = command;
  const printed = makeExcerpt();
  const { path, cleaner } = await place.keepOutput();
  const end = await parts.run({
    argv,
    cwd,
    env: { ...place.env, ...command.env },
    output: {
      kind: "files",
      stdoutPath: path,
      capBytes: runLogCap,
      cleaner,
      onLine: (stream, line) => {
        printed.add(stream, line);
      },
    },
    limits: { timeoutMs, cancel: place.cancel },
    tree: "contained",
    role: "check",
  });
  if (end.how.kind === "exited" && end.how.code === 0) return undefined;
  const text = printed.text();
  return {
    reason: `${oneLine(command.shown)} ${endWords(end, timeoutMs)}${text === "" ? "" : `: ${text}`}`,
    hint: endHint(end, command),
    ...(text === "" ? {} : { log: path }),
  };
};

/** Below its root, after links are resolved. */
export async function workingFolder(place: Roots, cwd: FilePlace): Promise<string | Failure> {
  const found = await findInside(rootOf(place, cwd), cwd.path);
  if (found.kind === "folder") return found.real;
  return found.kind === "missing" || found.kind === "outside"
    ? missingFailure(place, cwd)
    : { reason: `${shown(cwd)} is not a folder to run a command in` };
}

function endHint({ how }: ProcessEnd, command: ConcreteCommand): string {
  if (how.kind === "timed-out")
    return "Make it end sooner; one that waits for input, or serves something, never ends by itself";
  if (how.kind === "not-started") return `See that ${command.argv[0]} is installed where sheets are validated`;
  return "Run it yourself and fix what it reports";
}
