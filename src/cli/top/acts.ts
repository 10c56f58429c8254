import { join } from "node:path";
import type { SheetView } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { messageOf } from "../../base/error.ts";
import { runInteractive } from "../../process/run/interactive.ts";
import { newKey } from "../ask.ts";
import { environmentHere } from "../setting.ts";
import { visit } from "../sheet/visit.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Screen } from "./screen.ts";
import type { Deed, Visit } from "./model/screen-state.ts";

interface Hands {
  readonly terminal: Terminal;
  readonly tutti: Pick<Tutti, "call">;
  readonly screen: Pick<Screen, "aside">;
}

/** Does what a person asked for, and says in one line what became of it. */
export async function perform(hands: Hands, act: Deed): Promise<string> {
  try {
    return await done(hands, act);
  } catch (error) {
    return messageOf(error);
  }
}

async function done({ terminal, tutti, screen }: Hands, act: Deed): Promise<string> {
  const { job } = act;
  const key = newKey();
  const environment = environmentHere();
  switch (act.kind) {
    case "pause":
      await tutti.call("job.pause", { job, key });
      return `${job}: running sheets finish, no new ones start`;
    case "resume":
      await tutti.call("job.resume", { job, folder: "/", environment, key });
      return `${job} goes on`;
    case "retry-job":
      await tutti.call("job.retry", { job, environment, key });
      return `${job}: what failed is tried again`;
    case "cancel-job":
      await tutti.call("job.cancel", { job, answerWithinMs: 0, key });
      return `${job} is cancelled; its work is kept`;
    case "retry":
      await tutti.call("sheet.retry", { job, sheet: act.sheet, environment, key });
      return `${act.sheet} is tried again`;
    case "cancel":
      await tutti.call("sheet.cancel", { job, sheet: act.sheet, key });
      return `${act.sheet} is cancelled; its work is kept`;
    case "approve":
      await tutti.call("sheet.approve", { job, sheets: [act.sheet], environment, key });
      return `${act.sheet} lands when its turn comes`;
    case "tell":
      await tutti.call("sheet.tell", { job, sheet: act.sheet, text: act.text, environment, key });
      return `${act.sheet}: its agent goes on with your words`;
    case "shell":
      return screen.aside(() => inside(terminal, act, undefined));
    case "edit":
      return edited({ terminal, tutti, screen }, act);
  }
}

/** Prints nothing below the program's own output: the next picture would overwrite it. */
async function inside(terminal: Terminal, { job, sheet }: Visit, argv: readonly string[] | undefined): Promise<string> {
  const said: string[] = [];
  const quiet = { ...terminal, out: (line: string) => void said.push(line) };
  await visit(quiet, "shell", { job, sheet, ...(argv === undefined ? {} : { argv }) });
  return said[0] ?? "";
}

/** The context where no agent works in it now, so that changes are captured; else the log, to be read. */
async function edited({ terminal, tutti, screen }: Hands, act: Visit): Promise<string> {
  const view = await tutti.call("sheet.status", { job: act.job, folder: "/", sheet: act.sheet });
  const editor = editorIn(process.env);
  if (view?.state !== "running" && view?.context?.exists === true)
    return screen.aside(() => inside(terminal, act, [...editor, "."]));
  const log = logOf(view);
  if (log === null) return `${act.sheet} has neither a context nor a log yet`;
  const end = await screen.aside(() => runInteractive({ argv: [...editor, log], cwd: "/", env: process.env }));
  return end.kind === "not-started" ? end.reason : "";
}

function logOf(view: SheetView | null): string | null {
  return view?.logs === null || view?.logs === undefined ? null : join(view.logs, "stdout.log");
}

/** As git reads it, but without a shell: words are split at spaces. */
function editorIn(env: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const [first = "vi", ...rest] = (env["VISUAL"] ?? env["EDITOR"] ?? "vi").split(" ").filter((word) => word !== "");
  return [first, ...rest];
}
