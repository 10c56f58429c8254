import type { RequestPermissionRequest, RequestPermissionResponse, SessionUpdate } from "@agentclientprotocol/sdk";
import type { Tell } from "../event-line.ts";
import { findPlace, findPlaceToWrite } from "../inside/place.ts";
import { makeSaid } from "../said.ts";
import { answerTo, isChange, leaveFor } from "./permission.ts";
import { makeCosts, spentLine } from "./spent.ts";
import { describeCall, kindOf, knownWith, pathsOf, type KnownCall } from "./tool-call.ts";

/** Hears what the agent tells while it works, and answers when it asks. */
export interface Listener {
  hear(update: SessionUpdate): void;
  answer(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
  /** From here on what comes belongs to this run; before, it is an old session told again. */
  begin(): void;
  /** The last thing it said, with all of it told; and what it cost. */
  finish(): { readonly text: string | null; readonly usd: number | null };
}

export function makeListener(context: string, tell: Tell): Listener {
  const said = makeSaid(tell);
  const costs = makeCosts();
  const calls = new Map<string, KnownCall>();
  let isBefore = true;

  /** Some agents ask for leave before they tell of a use, some never tell of it: whatever names it first counts. */
  const note = (id: string, more: KnownCall): KnownCall => {
    const known = calls.get(id);
    const call = knownWith(known, more);
    calls.set(id, call);
    if (known === undefined && !isBefore) {
      said.flush();
      tell({ type: "did", ...describeCall(call) });
    }
    return call;
  };
  const hearNow = (update: SessionUpdate) => {
    if (update.sessionUpdate === "agent_message_chunk") {
      if (update.content.type === "text") said.add(update.content.text);
      return;
    }
    said.flush();
    if (update.sessionUpdate === "usage_update") {
      const spent = spentLine(null, costs.usd());
      if (spent !== null) tell(spent);
    }
  };
  return {
    begin: () => {
      isBefore = false;
    },
    hear(update) {
      if (update.sessionUpdate === "usage_update") costs.note(update, isBefore);
      if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update")
        note(update.toolCallId, update);
      if (!isBefore) hearNow(update);
    },
    async answer({ toolCall, options }) {
      const call = note(toolCall.toolCallId, toolCall);
      const places = await Promise.all(
        pathsOf(call).map(async (path) => ({ path, isInside: await isInside(context, call, path) })),
      );
      const leave = leaveFor({ kind: kindOf(call), places });
      if (leave.kind === "rejected") process.stderr.write(`rejected: ${describeCall(call).detail} (${leave.reason})\n`);
      return { outcome: answerTo(options, leave) };
    },
    finish() {
      said.flush();
      return { text: said.last(), usd: costs.usd() };
    },
  };
}

async function isInside(context: string, call: KnownCall, path: string): Promise<boolean> {
  // The agent would take it for somebody's home.
  if (path.startsWith("~")) return false;
  const place = await (isChange(kindOf(call)) ? findPlaceToWrite(context, path) : findPlace(context, path));
  return place.kind === "inside";
}
