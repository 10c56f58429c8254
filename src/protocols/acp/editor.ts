import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { ReviewItem } from "../../api/contract/landing/review.ts";

/** The editor's side of a session. */
export interface Editor {
  update(update: SessionUpdate): Promise<void>;
  /** Asks the person about one result. */
  mayLand(item: ReviewItem): Promise<"land" | "later" | "gone">;
}

export async function say(editor: Pick<Editor, "update">, text: string): Promise<void> {
  await editor.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
}
