import { oneLine } from "../../base/text.ts";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { endWords } from "../../process/process.ts";
import { runValidations } from "../../checks/validate.ts";
import type { Attempt, Readiness } from "../hands.ts";
import type { Context } from "../../isolation/context.ts";
import { emptyScene, type Scene } from "../../score/resolve/scene.ts";
import type { Trouble } from "../../sheet/trouble/trouble.ts";
import { failedOf, failureText } from "../../sheet/verdict.ts";
import { checkEnvironment, checkParts, checkPlace, rememberBefore } from "./checking.ts";
import { withCopy } from "./copies/copies.ts";
import { furnishContext, unprepared } from "./furnish.ts";
import { type Equipment, resolverOf, workspaceOf } from "./equipment.ts";
import { runFor } from "./sandbox.ts";

/**
 * Whether a sheet's agent is to start. Skip command and preconditions are run on a copy of the base: what they write is
 * not the sheet's work, and what an earlier attempt did, which may be in the context, is nothing that they ask for.
 */
export async function prepareSheet(
  equipment: Equipment,
  attempt: Attempt,
  now: { context: Context; cancel: AbortSignal },
): Promise<Readiness> {
  const { sheet, job } = attempt;
  const resolver = resolverOf(job.plan);
  const { context, cancel } = now;
  const workspace = workspaceOf(equipment, job);
  const trouble = await makeFolder(workspace).then(() => undefined, messageOf);
  if (trouble !== undefined) return { kind: "not-met", failed: [`the workspace can't be made: ${trouble}`] };
  const isAsked = sheet.skipCommand !== null && !(await isBegun(equipment, attempt));
  const look = async (folder: string): Promise<Readiness> => {
    const scene = emptyScene(workspace, folder);
    const skipped = isAsked ? await skipReason(equipment, attempt, { scene, cancel }) : undefined;
    if (skipped !== undefined) return skipped;
    const preconditions = resolver.preconditions(sheet, scene);
    await rememberBefore(equipment, attempt, [...preconditions, ...resolver.validations(sheet, scene)]);
    const place = await checkPlace(equipment, attempt, {
      folder,
      base: context.base,
      result: context.base,
      leftOut: [],
      cancel,
      isBefore: true,
    });
    const parts = await checkParts(equipment, attempt, folder);
    const failed = failedOf(await runValidations(parts, preconditions, place));
    return failed.length === 0 ? { kind: "ready" } : { kind: "not-met", failed: failed.map(failureText) };
  };
  const isBare = !isAsked && sheet.preconditions.length === 0;
  const readiness = isBare
    ? await look(context.path)
    : await withCopy(equipment, attempt, { commit: context.base, purpose: "check", use: look, cancel }).catch(
        (error: unknown) => notReady(unprepared(error)),
      );
  if (readiness.kind !== "ready") return readiness;
  const unmade = await furnishContext(equipment, attempt, { context, cancel });
  return unmade === null ? readiness : notReady(unmade);
}

function notReady(trouble: Trouble): Readiness {
  return { kind: "not-met", failed: [trouble.detail], trouble };
}

/**
 * Whether an agent has been at work on the sheet: what it left in the workspace must not make its own sheet look done.
 */
async function isBegun({ places }: Equipment, { job, sheet, attempt }: Attempt): Promise<boolean> {
  for (let earlier = 1; earlier < attempt; earlier++) {
    if (await exists(join(places.attempt(job.id, sheet.id, earlier), "prompt.md"))) return true;
  }
  return false;
}

/** A skip command that succeeds skips the sheet, one that fails does not; one that could not be run says neither. */
async function skipReason(
  equipment: Equipment,
  attempt: Attempt,
  now: { scene: Scene; cancel: AbortSignal },
): Promise<Readiness | undefined> {
  const { skipCommand } = attempt.sheet;
  const command = resolverOf(attempt.job.plan).skipCommand(attempt.sheet, now.scene);
  if (skipCommand === null || command === null) return undefined;
  const what = skipCommand.description ?? "skip_when_command";
  if (command.kind === "wrong") return { kind: "not-met", failed: [`${what}: ${command.why}`] };
  const { argv, env, shown } = command.value;
  const run = await runFor(equipment, attempt.job, { write: [now.scene.worktree], read: [] });
  const end = await run({
    argv,
    cwd: now.scene.worktree,
    env: { ...checkEnvironment(equipment, attempt), ...env },
    output: { kind: "memory", capBytes: 64 * 1024 },
    limits: { timeoutMs: skipCommand.timeoutMs, cancel: now.cancel },
    tree: "contained",
  });
  if (end.how.kind === "exited")
    return end.how.code === 0 ? { kind: "skip", why: skipCommand.description ?? oneLine(shown) } : undefined;
  if (end.how.kind === "timed-out" && skipCommand.playsOnTimeout === true) {
    equipment.notice(`${attempt.sheet.id}: ${what} ${endWords(end, skipCommand.timeoutMs)}, so the sheet is played`);
    return undefined;
  }
  return { kind: "not-met", failed: [`${what}: ${endWords(end, skipCommand.timeoutMs)}`] };
}
