import { mkdtemp, readFile, rmdir, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { messageOf } from "../../base/error.ts";
import { type Draft, draftFrom, type ReadDraft } from "../../plan/draft/draft.ts";
import { runInteractive } from "../../process/run/interactive.ts";
import { usage } from "../terminal/input.ts";

const head = `# The plan as it is. Change what you like, save, and leave the editor: it is checked again.
# An empty file drops the plan.
`;

/** Opens a plan in the person's editor, as YAML; `null`: the person left nothing in it. */
export async function editDraft(draft: Draft): Promise<ReadDraft | null> {
  const folder = await mkdtemp(join(tmpdir(), "tutti-plan-"));
  const file = join(folder, "plan.yaml");
  try {
    await writeFile(file, `${head}${stringify(draft, { lineWidth: 0 })}`, { mode: 0o600 });
    const editor = [process.env["VISUAL"], process.env["EDITOR"]].find((name) => (name ?? "") !== "") ?? "vi";
    // As git does: the setting may have arguments, and the file comes last.
    const argv = ["sh", "-c", `${editor} "$@"`, editor, file];
    const end = await runInteractive({ argv, cwd: process.cwd(), env: process.env });
    if (end.kind !== "exited" || end.code !== 0)
      throw usage(`the editor ${editor} failed`, "Set EDITOR to one that works; nothing was written.");
    return readEdited(await readFile(file, "utf8"));
  } finally {
    await unlink(file).catch(() => undefined);
    await rmdir(folder).catch(() => undefined);
  }
}

export function readEdited(text: string): ReadDraft | null {
  try {
    const data: unknown = parse(text);
    return data === null || data === undefined ? null : draftFrom(data);
  } catch (error) {
    return { kind: "wrong", faults: [{ code: "data", where: "", why: `is not YAML: ${messageOf(error)}` }] };
  }
}
