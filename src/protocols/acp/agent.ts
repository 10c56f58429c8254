import { randomUUID } from "node:crypto";
import {
  agent,
  type AgentContext,
  type ContentBlock,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type SessionModeState,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { ReviewItem } from "../../api/contract/landing/review.ts";
import { messageOf, TuttiError } from "../../base/error.ts";
import { plural } from "../../base/text.ts";
import type { Door } from "../door.ts";
import { availableCommands } from "./commands.ts";
import { type Editor, say } from "./editor.ts";
import { type Mode, type Session, takeTurn } from "./session.ts";

/** Serves Tutti as one agent to an editor, until the stream ends. */
export async function serveAcp(door: Door, stream: Stream, version: string): Promise<void> {
  const sessions = new Map<string, Session>();
  const connection = agent({ name: "tutti" })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: "tutti", title: "Tutti", version },
      agentCapabilities: { loadSession: false, promptCapabilities: { embeddedContext: true } },
    }))
    .onRequest(methods.agent.session.new, ({ params, client }) => {
      const sessionId = randomUUID();
      const session: Session = { folder: params.cwd, mode: "ask", job: null, cancel: null };
      sessions.set(sessionId, session);
      // After the answer: a session that the editor does not know yet has no commands.
      setImmediate(() => {
        const update = { sessionUpdate: "available_commands_update" as const, availableCommands: availableCommands() };
        void client.notify(methods.client.session.update, { sessionId, update });
      });
      return { sessionId, modes: modesOf(session) };
    })
    .onRequest(methods.agent.session.setMode, ({ params }) => {
      sessionOf(sessions, params.sessionId).mode = modeOf(params.modeId);
      return {};
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel?.())
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const session = sessionOf(sessions, params.sessionId);
      const editor = editorOf(client, params.sessionId);
      try {
        const end = await takeTurn(door, session, { text: textOf(params.prompt), editor });
        return { stopReason: end === "cancelled" ? "cancelled" : "end_turn" };
      } catch (error) {
        await say(editor, problemText(error));
        return { stopReason: "end_turn" };
      }
    })
    .connect(stream);
  await connection.closed;
}

const modes = {
  ask: ["Ask", "A result lands when you agree to it."],
  auto: ["Land", "A result lands as soon as it is valid."],
} as const satisfies Record<Mode, readonly [string, string]>;

function modesOf({ mode }: Session): SessionModeState {
  const availableModes = Object.entries(modes).map(([id, [name, description]]) => ({ id, name, description }));
  return { currentModeId: mode, availableModes };
}

function modeOf(id: string): Mode {
  if (id === "ask" || id === "auto") return id;
  throw RequestError.invalidParams(undefined, `there is no mode ${JSON.stringify(id)}`);
}

function sessionOf(sessions: ReadonlyMap<string, Session>, id: string): Session {
  const session = sessions.get(id);
  if (session !== undefined) return session;
  throw RequestError.invalidParams(undefined, `there is no session ${JSON.stringify(id)}`);
}

function editorOf(client: AgentContext, sessionId: string): Editor {
  return {
    update: (update) => client.notify(methods.client.session.update, { sessionId, update }),
    async mayLand(item) {
      const { outcome } = await client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: {
          toolCallId: `${item.job}/${item.sheet}/${item.attempt}`,
          title: `Land ${item.title} on ${item.target.replace("refs/heads/", "")}`,
          kind: "edit",
          status: "pending",
          content: [{ type: "content", content: { type: "text", text: resultText(item) } }],
        },
        options: [
          { optionId: "land", name: "Land it", kind: "allow_once" },
          { optionId: "later", name: "Not now", kind: "reject_once" },
        ],
      });
      if (outcome.outcome === "cancelled") return "gone";
      return outcome.optionId === "land" ? "land" : "later";
    },
  };
}

/** What a person should know before a result lands. */
function resultText(item: ReviewItem): string {
  const files = item.files.map(({ path, status }) => `- ${status} ${path}`);
  const more = item.moreFiles > 0 ? [`- and ${plural(item.moreFiles, "file")} more`] : [];
  const checks = item.validations.map(({ description, passed }) => `- ${passed ? "passed" : "failed"}: ${description}`);
  return [item.why, ...item.flags, `+${item.insertions} −${item.deletions}`, ...files, ...more, ...checks].join("\n");
}

/** Files that a person mentions come as links or with their text. */
function textOf(prompt: readonly ContentBlock[]): string {
  return prompt
    .map((block) => {
      if (block.type === "text") return block.text;
      if (block.type === "resource_link") return block.uri;
      if (block.type === "resource" && "text" in block.resource)
        return `\n${block.resource.uri}:\n${block.resource.text}\n`;
      return "";
    })
    .join("");
}

function problemText(error: unknown): string {
  const hint = error instanceof TuttiError && error.hint !== undefined ? `\n${error.hint}` : "";
  return `${messageOf(error)}${hint}\n`;
}
