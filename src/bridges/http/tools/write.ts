import { replaceText } from "../../inside/files.ts";
import { good, refused, type ToolEnd } from "./tool.ts";

export async function writeTool(
  context: string,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<ToolEnd> {
  const written = await replaceText(context, path, text);
  if (written.kind === "refused") return refused(written.reason);
  return good(`${written.isNew ? "made" : "replaced"} ${written.shown}`);
}
