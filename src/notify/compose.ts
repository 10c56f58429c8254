import type { EpochMs } from "../base/ids.ts";
import type { Channel, NotificationSettings } from "../config/notifications/channels.ts";
import type { NotificationWish, Topic } from "../score/notifications/wish.ts";
import type { Delivery } from "../store/delivery.ts";
import type { News } from "./news.ts";

/** More are counted and not listed. */
const mostItems = 100;

/** A score may ask for messages on the desktop of the person who runs it: they send nothing anywhere. */
const ownDesktop: Channel = { name: "desktop", type: "desktop", on: [], for: "asked", title: null, text: null };

export function channelsOf({ channels }: NotificationSettings): readonly Channel[] {
  const isDefined = channels.some(({ type, name }) => type === "desktop" || name === ownDesktop.name);
  return isDefined ? channels : [...channels, ownDesktop];
}

/**
 * The deliveries that news add to or begin, with all of their items. All news before the first attempt are one message;
 * later news begin another one, because a receiver may have the first already.
 */
export function compose(
  waiting: readonly Delivery[],
  news: readonly News[],
  { settings, now }: { readonly settings: NotificationSettings; readonly now: EpochMs },
): readonly Delivery[] {
  const changed = new Map<string, Delivery>();
  for (const channel of channelsOf(settings)) {
    for (const one of news) {
      const topic = topicFor(channel, one);
      if (topic === null) continue;
      const open = changed.get(channel.name) ?? waiting.find((delivery) => isOpen(delivery, channel));
      changed.set(channel.name, withItem(open ?? begun(channel, one, { settings, now }), one, topic));
    }
  }
  return [...changed.values()];
}

function isOpen({ channel, state, attempts }: Delivery, { name }: Channel): boolean {
  return channel === name && state === "waiting" && attempts === 0;
}

function begun(
  channel: Channel,
  { position }: News,
  { settings, now }: { readonly settings: NotificationSettings; readonly now: EpochMs },
): Delivery {
  return {
    // By the journal: a second reading of the same row makes the same delivery.
    id: `${channel.name}-${String(position)}`,
    channel: channel.name,
    state: "waiting",
    createdAt: now,
    dueAt: (now + settings.groupMs) as EpochMs,
    attempts: 0,
    endedAt: null,
    problem: null,
    count: 0,
    items: [],
  };
}

function withItem(delivery: Delivery, { topics: _, wishes: __, ...news }: News, topic: Topic): Delivery {
  const items = delivery.items.length < mostItems ? [...delivery.items, { topic, ...news }] : delivery.items;
  return { ...delivery, count: delivery.count + 1, items };
}

function topicFor(channel: Channel, { topics, wishes }: News): Topic | null {
  const asked = wishes.filter((wish) => isMeant(channel, wish)).flatMap(({ on }) => on);
  const told = new Set([...(channel.for === "all" ? channel.on : []), ...asked]);
  return topics.find((topic) => told.has(topic)) ?? null;
}

export function isMeant(channel: Channel, { to }: NotificationWish): boolean {
  return "channel" in to ? to.channel === channel.name : to.type === channel.type;
}

/** The next of each channel whose time has come; a channel gets one message at a time, in order. */
export function dueNow(deliveries: readonly Delivery[], now: EpochMs): readonly Delivery[] {
  return firstOfEach(deliveries).filter(({ dueAt }) => dueAt <= now);
}

/** `null`: nothing waits. */
export function nextDue(deliveries: readonly Delivery[]): EpochMs | null {
  const times = firstOfEach(deliveries).map(({ dueAt }) => dueAt);
  return times.length === 0 ? null : (Math.min(...times) as EpochMs);
}

function firstOfEach(deliveries: readonly Delivery[]): readonly Delivery[] {
  const first = new Map<string, Delivery>();
  for (const delivery of deliveries)
    if (delivery.state === "waiting" && !first.has(delivery.channel)) first.set(delivery.channel, delivery);
  return [...first.values()];
}

const second = 1_000;
const minute = 60 * second;
/** After the first refusal, the second and so on; an attempt that a crash cut off is repeated at once. */
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 60 * minute, 120 * minute] as const;

export function attempted(delivery: Delivery): Delivery {
  return { ...delivery, attempts: delivery.attempts + 1 };
}

/** `isLasting`: another attempt would meet the same. */
export type Outcome = { readonly why: string; readonly isLasting: boolean } | null;

export function settled(delivery: Delivery, outcome: Outcome, now: EpochMs): Delivery {
  if (outcome === null) return { ...delivery, state: "sent", endedAt: now, problem: null };
  const refused = (delivery.refused ?? 0) + 1;
  const pauseMs = pausesMs[refused - 1] ?? 0;
  const isOver = outcome.isLasting || delivery.attempts > pausesMs.length;
  return {
    ...delivery,
    refused,
    state: isOver ? "failed" : "waiting",
    dueAt: isOver ? delivery.dueAt : ((now + pauseMs) as EpochMs),
    endedAt: now,
    problem: outcome.why,
  };
}
