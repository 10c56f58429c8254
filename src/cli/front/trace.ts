import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import type { TuttiEvent } from "../../api/contract/events.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { PlayHow } from "../play.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeNew } from "../write-new.ts";
import { chromeTrace } from "./chrome-trace.ts";
import { conclude } from "./conclude.ts";

/** Writes where the time of a job went, once the job rests. */
export interface TraceFile {
  /** Before the job is submitted. */
  begin(tutti: Tutti): Promise<void>;
  readonly how: Pick<PlayHow, "watch" | "atRest">;
}

export function openTraceFile(terminal: Terminal, asked: { readonly path: string; readonly json: boolean }): TraceFile {
  const path = resolve(asked.path);
  const events: TuttiEvent[] = [];
  let number: number | undefined;
  const write = async (tutti: Tutti): Promise<void> => {
    if (number === undefined) return;
    const trace = await tutti.call("conductor.trace", { end: number });
    await writeNew(path, `${JSON.stringify(chromeTrace(events, trace))}\n`, true);
    terminal.err(`${terminal.dim("trace:")} ${path} (open it at https://ui.perfetto.dev)`);
  };
  return {
    begin: async (tutti) => {
      number ??= (await tutti.call("conductor.trace", {})).number;
    },
    how: {
      watch: (event) => events.push(event),
      atRest: async (end, tutti) => {
        // The job is over: what became of it is said in any case.
        await write(tutti).catch((error: unknown) => {
          terminal.err(`${terminal.yellow("note:")} the trace could not be written: ${messageOf(error)}`);
        });
        return conclude(terminal, { job: end.job.id, json: asked.json }, end);
      },
    },
  };
}

/** A trace is written by the command that waits for the job. Told before the job, which may take hours. */
export function refuseUntraceable(
  path: string,
  options: { readonly detach?: boolean; readonly dryRun?: boolean },
): void {
  if (options.detach !== true && options.dryRun !== true) {
    requireWritable(path);
    return;
  }
  throw new TuttiError("cli.usage", "--trace needs a command that waits for the job", {
    audience: "user",
    hint: options.detach === true ? "Leave out --detach." : "Leave out --dry-run.",
  });
}

function requireWritable(path: string): void {
  try {
    accessSync(dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw new TuttiError("cli.usage", `the trace can't be written to ${path}: ${messageOf(error)}`, {
      audience: "user",
      hint: "Name a file in a folder that you can write to.",
    });
  }
}
