import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelMessage } from "ai";
import { makeFolder } from "../../base/make-folder.ts";
import { writeWhole } from "../../base/write-whole.ts";

/** What was said so far, kept so that a follow-up can go on with it. */
export interface Conversation {
  readonly session: string;
  readonly messages: readonly ModelMessage[];
}

/** `null`: there is no such session here. */
export async function openConversation(home: string, session: string | null): Promise<Conversation | null> {
  if (session === null) return { session: randomUUID(), messages: [] };
  // It becomes a file name.
  if (!/^[0-9a-f-]{36}$/.test(session)) return null;
  try {
    return { session, messages: JSON.parse(await readFile(fileOf(home, session), "utf8")) as ModelMessage[] };
  } catch {
    return null;
  }
}

export async function keepConversation(home: string, { session, messages }: Conversation): Promise<void> {
  await makeFolder(join(home, "sessions"));
  await writeWhole(fileOf(home, session), JSON.stringify(messages));
}

function fileOf(home: string, session: string): string {
  return join(home, "sessions", `${session}.json`);
}
