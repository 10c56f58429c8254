import { join } from "node:path";
import { newRunLog, runLogCap } from "../../base/files/run-log.ts";
import type { Programs } from "../../conductor/equipment/equipment.ts";
import type { Places } from "../../isolation/home/places.ts";
import { makeExcerpt } from "../../process/output/excerpt.ts";
import { endWords } from "../../process/process.ts";
import type { FilledCommand } from "../../score/follow/fill.ts";
import type { World } from "../../base/world/world.ts";
import type { Successor } from "../successor.ts";

export interface CommandParts {
  readonly programs: Pick<Programs, "run" | "environment" | "cleanerFor">;
  readonly places: Pick<Places, "jobs">;
  readonly world: Pick<World, "now">;
  readonly cancel: AbortSignal;
}

/** Runs a command that follows an end, in the environment that validations have. Says why it failed. */
export async function runCommand(
  { programs, places, world, cancel }: CommandParts,
  { job, sheet, root, step: { title } }: Successor,
  step: FilledCommand,
): Promise<string | null> {
  const path = await newRunLog(join(places.jobs, job, "follows"), { name: title, at: world.now() });
  const printed = makeExcerpt();
  const end = await programs.run({
    argv: step.argv,
    cwd: step.cwd,
    env: {
      ...programs.environment,
      TUTTI_JOB: job,
      TUTTI_ROOT_JOB: root,
      ...(sheet === null ? {} : { TUTTI_SHEET: sheet }),
      ...step.env,
    },
    output: {
      kind: "files",
      stdoutPath: path,
      capBytes: runLogCap,
      // No variable with a secret is handed over: what looks like one is taken out all the same.
      cleaner: programs.cleanerFor([]),
      onLine: (stream, line) => {
        printed.add(stream, line);
      },
    },
    limits: { timeoutMs: step.timeoutMs, cancel },
    tree: "contained",
  });
  if (end.how.kind === "exited" && end.how.code === 0) return null;
  const text = printed.text();
  return `it ${endWords(end, step.timeoutMs)}${text === "" ? "" : `: ${text}`} (all of it: ${path})`;
}
