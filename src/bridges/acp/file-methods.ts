import {
  RequestError,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import { readText, replaceText } from "../inside/files.ts";

/** For agents that leave the reading and writing of files to their client: here it stays in the context. */
export async function readForAgent(
  context: string,
  { path, line, limit }: ReadTextFileRequest,
): Promise<ReadTextFileResponse> {
  const file = await readText(context, path);
  if (file.kind === "missing") throw RequestError.resourceNotFound(path);
  if (file.kind === "refused") throw RequestError.invalidParams({ path }, file.reason);
  if ((line ?? null) === null && (limit ?? null) === null) return { content: file.text };
  const from = Math.max(1, line ?? 1) - 1;
  return {
    content: file.text
      .split("\n")
      .slice(from, limit === null || limit === undefined ? undefined : from + limit)
      .join("\n"),
  };
}

export async function writeForAgent(context: string, { path, content }: WriteTextFileRequest): Promise<void> {
  const written = await replaceText(context, path, content);
  if (written.kind === "refused") throw RequestError.invalidParams({ path }, written.reason);
}
