import { readText, replaceText } from "../../inside/files.ts";
import { good, refused, type ToolEnd } from "./tool.ts";

interface EditInput {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

/** The old text must stand there exactly once: otherwise nobody knows which one was meant. */
export async function editTool(context: string, input: EditInput): Promise<ToolEnd> {
  if (input.old === "") return refused("`old` is empty; use write for a new file");
  const file = await readText(context, input.path);
  if (file.kind !== "text") return refused(file.reason);
  const parts = file.text.split(input.old);
  if (parts.length === 1) return refused(`${file.shown} does not contain the text in \`old\`; read it again`);
  if (parts.length > 2)
    return refused(
      `${file.shown} contains the text in \`old\` ${parts.length - 1} times; give more of what is around it`,
    );
  const written = await replaceText(context, input.path, parts.join(input.new));
  return written.kind === "refused" ? refused(written.reason) : good(`changed ${written.shown}`);
}
