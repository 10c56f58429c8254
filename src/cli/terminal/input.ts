import { readFile } from "node:fs/promises";
import { TuttiError, messageOf } from "../../base/error.ts";

/** Far more than a score may hold; whoever pipes a disk in hears so before it is read. */
const mostBytes = 4 * 1024 * 1024;

/**
 * What is piped into this command; `undefined` when a person sits there, who would not know that something is waited
 * for.
 */
export async function readPiped(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw usage(
        "what is piped in is larger than 4 MiB",
        "Put long texts into files of the repository and name them.",
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A file that is named, or `-` for what is piped in. */
export async function readInput(path: string): Promise<string> {
  if (path === "-") return (await readPiped()) ?? "";
  return readFile(path, "utf8").catch((error: unknown) => {
    throw usage(`${path} can't be read: ${messageOf(error)}`, "Name a file, or - for what is piped in.");
  });
}

export function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}
