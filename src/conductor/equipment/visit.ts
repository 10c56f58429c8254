import { makeFolder } from "../../base/files/write/make-folder.ts";
import type { Context } from "../../isolation/context.ts";
import type { EnclosedLaunch, Outside } from "../../process/enclosure.ts";
import type { FolderView } from "../../process/overlay.ts";
import type { Argv } from "../../process/tree/containment.ts";
import type { Owner } from "../../process/tree/owner.ts";
import { levels } from "../../score/plan/levels.ts";
import type { Attempt } from "../hands.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";
import { furnishContext } from "./furnish.ts";
import { contextEnvironment } from "./play.ts";

/** A program that a person starts in the context of a sheet. */
interface VisitProgram {
  readonly context: Context;
  readonly argv: Argv;
  /** In addition to the variables that programs have there anyway. */
  readonly env: Readonly<Record<string, string>>;
  /** Paths that it needs besides the context; absent: none. */
  readonly outside?: Outside | undefined;
  readonly visitor: Owner;
  readonly token: string;
  readonly hasTerminal: boolean;
  readonly cancel: AbortSignal;
}

type Launched = Pick<EnclosedLaunch, "env"> & { readonly argv: readonly string[] };

/** How a person starts it, so that it sees the files that the sheet's agent saw. A text says why they can't. */
export async function launchForPerson(
  equipment: Equipment,
  attempt: Attempt,
  program: VisitProgram & { readonly viewAt: (folder: string) => Promise<FolderView | string | null> },
): Promise<Launched | string> {
  const { context, argv, env } = program;
  if (levels[context.level].hasContainer) return launchInContainer(equipment, attempt, program);
  const view = await program.viewAt(context.path);
  if (typeof view === "string") return view;
  return { argv: view?.wrap(argv) ?? argv, env };
}

async function launchInContainer(
  equipment: Equipment,
  attempt: Attempt,
  { context, argv, env, outside = {}, visitor, token, hasTerminal, cancel }: VisitProgram,
): Promise<Launched | string> {
  const trouble = await furnishContext(equipment, attempt, { context, cancel });
  if (trouble !== null) return `its context can't be prepared (${trouble.code}): ${trouble.detail}`;
  const { environment, furnisher } = equipment.programs;
  const workspace = workspaceOf(equipment, attempt.job);
  await makeFolder(workspace);
  const launched = furnisher.launch({
    argv,
    cwd: context.path,
    env: { ...environment, ...contextEnvironment(context), ...env },
    outside: { ...outside, write: [...(outside.write ?? []), workspace] },
    run: token,
    person: { owner: visitor, hasTerminal },
  });
  if (launched !== null && typeof launched !== "string") return launched;
  await furnisher.leave(context.path);
  return launched ?? "its context has no container";
}
