import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { Activity } from "../../../sheet/activity.ts";

/** The messages of the conductor to a browser. */
export interface News {
  readonly events: readonly TuttiEvent[];
  readonly activities: readonly Activity[];
}

export type Link = "connecting" | "live" | "lost";

type Listener = (news: News) => void;
type Message =
  | { readonly kind: "news"; readonly news: News; readonly position: number }
  | { readonly kind: "link"; readonly link: Link };

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let link: Link = "connecting";
/** The last position that was heard, by whichever tab had the stream. */
let position: number | null = null;

export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const linkStore = {
  get: (): Link => link,
  watch: (call: () => void): (() => void) => {
    watchers.add(call);
    return () => watchers.delete(call);
  },
};

/** The journal's position up to which everything was heard; 0: nothing yet. */
export function lastHeard(): number {
  return position ?? 0;
}

/**
 * A browser allows six connections to a host, over all of its tabs. So one tab has the stream and tells the others; when it
 * is closed, the next one goes on from the last position that it heard.
 */
export function followEvents(): void {
  const channel = new BroadcastChannel("tutti-events");
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  const say = (message: Message): void => {
    hear(message);
    channel.postMessage(message);
  };
  void navigator.locks.request("tutti-events", () => {
    listen(say);
    // Held until this tab is gone.
    return new Promise(() => undefined);
  });
  // A tab that hears by another one is as live as that.
  void navigator.locks.query().then(({ held }) => {
    if (held?.some(({ name }) => name === "tutti-events") === true && link === "connecting") setLink("live");
  });
}

function listen(say: (message: Message) => void): void {
  const source = new EventSource(position === null ? "/api/events" : `/api/events?after=${position}`);
  const heard = (event: MessageEvent<string>, news: News): void => {
    say({ kind: "news", news, position: Number(event.lastEventId) || (position ?? 0) });
  };
  source.addEventListener("begin", (event: MessageEvent<string>) => {
    say({ kind: "link", link: "live" });
    position = Math.max(position ?? 0, Number(event.lastEventId));
  });
  source.addEventListener("news", (event: MessageEvent<string>) => {
    heard(event, { events: JSON.parse(event.data) as TuttiEvent[], activities: [] });
  });
  source.addEventListener("activity", (event: MessageEvent<string>) => {
    heard(event, { events: [], activities: JSON.parse(event.data) as Activity[] });
  });
  source.onerror = () => {
    say({ kind: "link", link: "lost" });
    // A refusal is final for an EventSource; a conductor that is away may come back.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(say), 2_000);
  };
}

function hear(message: Message): void {
  if (message.kind === "link") {
    setLink(message.link);
    return;
  }
  position = Math.max(position ?? 0, message.position);
  for (const listener of listeners) listener(message.news);
}

function setLink(next: Link): void {
  if (link === next) return;
  link = next;
  for (const call of watchers) call();
}
