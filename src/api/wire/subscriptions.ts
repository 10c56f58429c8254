import type { z } from "zod";
import { TuttiError } from "../../base/error.ts";
import type { Follow, Following, TuttiEvent } from "../contract/events.ts";
import type { Result } from "../tutti.ts";
import type { eventsSubscribe } from "../methods/events/subscribe.ts";
import type { Bus } from "../events/bus.ts";
import { eventText } from "../events/event-text.ts";
import type { Sink } from "../events/follower.ts";
import { failed } from "./failure.ts";
import type { Outlet } from "./outlet.ts";

/** The subscriptions of one connection. */
export interface Subscriptions {
  /** `begin` when the client has been told the number: what happened meanwhile is held until then. */
  open(
    asked: z.output<(typeof eventsSubscribe)["params"]>,
  ): Promise<{ readonly result: Result<"events.subscribe">; readonly begin: () => void }>;
  end(number: number): Promise<Result<"events.unsubscribe">>;
  /** The connection is over. */
  endAll(): void;
}

interface Parts {
  readonly bus: Bus;
  readonly outlet: Outlet;
  readonly most: number;
}

export function makeSubscriptions({ bus, outlet, most }: Parts): Subscriptions {
  const open = new Map<number, Following | null>();
  let last = 0;
  let isOver = false;
  return {
    async open(asked) {
      if (open.size >= most) throw tooMany(most);
      const number = (last += 1);
      // Counted before it is there, or many asked for at once would all find room.
      open.set(number, null);
      const sink = sinkFor(number, outlet);
      try {
        const following = await bus.follow(asked as Follow, sink);
        if (isOver) await following.stop();
        else open.set(number, following);
        return { result: { subscription: number, position: following.position }, begin: sink.begin };
      } catch (error) {
        open.delete(number);
        throw error;
      }
    },
    async end(number) {
      const following = open.get(number);
      if (following === undefined || following === null) return { ended: false };
      open.delete(number);
      await following.stop();
      return { ended: true };
    },
    endAll() {
      isOver = true;
      for (const following of open.values()) following?.stop().catch(() => undefined);
      open.clear();
    },
  };
}

function sinkFor(subscription: number, outlet: Outlet): Sink & { readonly begin: () => void } {
  let held: (() => void)[] | null = [];
  const inTurn = (call: () => void): void => {
    if (held === null) call();
    else held.push(call);
  };
  return {
    write(events) {
      inTurn(() => outlet.send(newsOf(subscription, events)));
      return held === null && !outlet.isFull();
    },
    onDrain: (call) => inTurn(() => outlet.onDrain(call)),
    missed: (gap) => inTurn(() => outlet.notify("events.missed", { subscription, ...gap })),
    lost: (error) => inTurn(() => outlet.notify("events.lost", { subscription, error: failed(null, error).error })),
    active: (activities) => {
      if (held !== null || outlet.isFull()) return false;
      outlet.notify("events.activity", { subscription, activities });
      return true;
    },
    begin() {
      const calls = held ?? [];
      held = null;
      for (const call of calls) call();
    },
  };
}

function newsOf(subscription: number, events: readonly TuttiEvent[]): string {
  const texts = events.map(eventText).join(",");
  return `{"jsonrpc":"2.0","method":"events.news","params":{"subscription":${subscription},"events":[${texts}]}}`;
}

function tooMany(most: number): TuttiError {
  return new TuttiError("conductor.busy", `this connection follows ${most} things already`, {
    audience: "user",
    hint: "End one with events.unsubscribe, or open another connection.",
  });
}
