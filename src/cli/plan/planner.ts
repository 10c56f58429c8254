import { mkdtemp, readFile, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endingOf } from "../../api/contract/ending.ts";
import { type Planning, planFile, planningScore } from "../../plan/draft/ask.ts";
import { type ReadDraft, readDraft } from "../../plan/draft/draft.ts";
import { exitCodes } from "../exit-codes.ts";
import { conclude } from "../front/conclude.ts";
import { playInFront } from "../play.ts";
import type { ProgressView } from "../progress/progress-view.ts";
import { environmentHere } from "../setting.ts";
import { showNotes } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface How {
  readonly folder: string;
  readonly json: boolean;
  readonly noStart: boolean;
  readonly validateBase: "auto" | "always" | "never";
}

export type Planned =
  | { readonly kind: "read"; readonly read: ReadDraft }
  /** The job says why; this is how the command ends. */
  | { readonly kind: "ended"; readonly code: number };

/** Has an agent write a plan: a job like any other, whose only result is a file in its workspace. */
export async function askPlanner(
  terminal: Terminal,
  planning: Omit<Planning, "workspace">,
  { folder, json, noStart, validateBase }: How,
): Promise<Planned> {
  const workspace = await mkdtemp(join(tmpdir(), "tutti-plan-"));
  let read: ReadDraft | undefined;
  const code = await playInFront(
    terminal,
    {
      json,
      noStart,
      ...(json ? { view: silent } : {}),
      atRest: async (end) => {
        const how = endingOf(end.job);
        const isDone = how?.kind === "finished" && how.failed === 0;
        if (!isDone) return conclude(terminal, { job: end.job.id, json }, end);
        read = readDraft(await readFile(join(workspace, planFile), "utf8").catch(() => ""));
        return exitCodes.good;
      },
    },
    async (tutti, key) => {
      const score = { path: null, baseDir: folder, text: planningScore({ ...planning, workspace }) };
      const accepted = await tutti.call("job.submit", {
        score,
        folder,
        validateBase,
        environment: environmentHere(),
        key,
      });
      showNotes(terminal, "plan", accepted.problems ?? []);
      return accepted;
    },
  );
  if (read === undefined) return { kind: "ended", code };
  // Only then: a job that goes on without this terminal still writes there.
  await unlink(join(workspace, planFile)).catch(() => undefined);
  await rmdir(workspace).catch(() => undefined);
  return { kind: "read", read };
}

/** Where one document is asked for, the events of the planner's job are no part of it. */
const silent: ProgressView = {
  begin: () => undefined,
  show: () => undefined,
  notice: () => undefined,
  close: () => undefined,
};
