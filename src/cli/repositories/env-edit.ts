import { mkdtemp, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf, TuttiError } from "../../base/error.ts";
import { readEnvironment } from "../../environments/read.ts";
import { runInteractive } from "../../process/run/interactive.ts";
import { ask, canAsk, usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Edited {
  readonly name: string;
  readonly text: string;
  readonly path: string;
}

/** The text as the person leaves it. A text with faults stays in its draft, and goes back to the editor if wanted. */
export async function editByHand(terminal: Terminal, { name, text, path }: Edited): Promise<string> {
  const named = process.env["VISUAL"] ?? process.env["EDITOR"] ?? "";
  if (named === "" && !canAsk(terminal, {}))
    throw usage(
      "there is no terminal and no $EDITOR to edit it with",
      `Set keys: tutti env edit ${name} --set base=main`,
    );
  const argv = (named === "" ? "vi" : named).split(" ").filter((word) => word !== "");
  const folder = await mkdtemp(join(tmpdir(), "tutti-env-"));
  const draft = join(folder, `${name}.yaml`);
  await writeFile(draft, text, { mode: 0o600 });
  for (;;) {
    const end = await runInteractive({ argv: [...argv, draft], cwd: folder, env: process.env });
    if (end.kind !== "exited" || end.code !== 0)
      throw usage(`${argv[0] ?? ""} did not end well; nothing was changed`, `Your text is in ${draft}`);
    const edited = await readFile(draft, "utf8");
    try {
      readEnvironment(name, edited, path);
    } catch (error) {
      if (await isEditedAgain(terminal, error)) continue;
      throw new TuttiError("environment.invalid", messageOf(error), {
        audience: "user",
        hint: `Nothing was changed. Your text is kept in ${draft}`,
      });
    }
    await rm(draft);
    await rmdir(folder);
    return edited;
  }
}

async function isEditedAgain(terminal: Terminal, error: unknown): Promise<boolean> {
  if (!canAsk(terminal, {})) return false;
  terminal.err(messageOf(error));
  return ask("Edit it again?");
}
