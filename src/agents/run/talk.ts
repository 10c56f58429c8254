import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import type { World } from "../../base/world/world.ts";
import type { ProcessRequest } from "../../process/process.ts";
import type { LiveAgent, TalkForm } from "../../sheet/live-agent.ts";
import type { AgentEvent } from "../agent-event.ts";
import { promptMark } from "../streams/known/claude.ts";

interface Talking extends LiveAgent {
  readonly stdin: NonNullable<ProcessRequest["stdin"]>;
  hear(event: AgentEvent): void;
  /** No more words reach it. */
  stop(): void;
}

/**
 * An agent that says it is done waits for more words as long as its input is open. Words that it never confirms must not
 * keep it for ever.
 */
const patienceMs = 30_000;

export function talkTo(form: TalkForm, prompt: string, world: Pick<World, "after">): Talking {
  const open = new Map<string, string>();
  let input: Writable | null = null;
  let callOff: (() => void) | null = null;
  const send = (line: object): void => void input?.write(`${JSON.stringify(line)}\n`);
  const close = (): void => {
    input?.end();
    input = null;
  };
  const settle = (): void => {
    callOff?.();
    callOff = null;
  };
  return {
    form,
    stdin: {
      onOpen: (talk) => {
        ({ input } = talk);
        // Its end is heard of elsewhere; words that did not arrive stay unheard.
        input.on("error", () => (input = null));
        if (form === "claude") send(messageOf(prompt, promptMark + randomUUID().slice(promptMark.length)));
      },
    },
    say: (text, weight) => {
      if (input?.writable !== true) return false;
      const id = randomUUID();
      if (weight !== "note") open.set(id, text);
      send(form === "claude" ? messageOf(text, id) : { id, text });
      return true;
    },
    unheard: () => [...open.values()],
    hear: (event) => {
      settle();
      if (event.kind === "heard" && event.id !== null) open.delete(event.id);
      // A bridge knows by itself when its agent is done.
      if (event.kind !== "ended" || form === "bridge") return;
      if (open.size === 0) close();
      else callOff = world.after(patienceMs, close);
    },
    stop: () => {
      settle();
      close();
    },
  };
}

function messageOf(text: string, uuid: string): object {
  return { type: "user", uuid, message: { role: "user", content: [{ type: "text", text }] } };
}
