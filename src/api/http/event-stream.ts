import type { Bus } from "../events/bus.ts";
import { eventText } from "../events/event-text.ts";
import type { Following } from "../contract/events.ts";
import { failed } from "../wire/failure.ts";

/** So much waits for a browser that does not read before the bus is told that it is full. */
const fullBytes = 256 * 1024;
/** Proxies and browsers end a connection that says nothing for long. */
const breathMs = 20_000;

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  end(): void;
}

/**
 * The events of the journal as a stream that a browser resumes by itself: the id of each message is the journal's position,
 * and all events of one position are in one message. `after: null`: from now on.
 */
export async function openEventStream(bus: Bus, after: number | null, onOver: () => void): Promise<EventStream> {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let onRoom: (() => void) | null = null;
  let following: Following | null = null;
  const say = (text: string): boolean => {
    controller?.enqueue(encoder.encode(text));
    return (controller?.desiredSize ?? 0) > 0;
  };
  const breath = setInterval(() => say(": \n\n"), breathMs);
  breath.unref();
  const over = (): void => {
    if (controller === null) return;
    controller = null;
    clearInterval(breath);
    void following?.stop();
    onOver();
  };
  const end = (): void => {
    const last = controller;
    over();
    last?.close();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: () => {
        const call = onRoom;
        onRoom = null;
        call?.();
      },
      cancel: over,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: fullBytes }),
  );
  following = await bus.follow(
    { activity: true, ...(after === null ? {} : { after }) },
    {
      write: (events) => {
        const position = events.at(-1)?.position ?? 0;
        return say(`id: ${String(position)}\nevent: news\ndata: [${events.map(eventText).join(",")}]\n\n`);
      },
      onDrain: (call) => void (onRoom = call),
      missed: () => undefined,
      active: (activities) => say(`event: activity\ndata: ${JSON.stringify(activities)}\n\n`),
      lost: (error) => {
        say(`event: lost\ndata: ${JSON.stringify(failed(null, error).error)}\n\n`);
        end();
      },
    },
  );
  const from = after ?? following.position;
  say(`retry: 1000\nid: ${String(from)}\nevent: begin\ndata: ${JSON.stringify({ position: from })}\n\n`);
  return { body, end };
}
