import type { ChannelTest } from "../api/contract/notify/view.ts";
import { messageOf as errorText } from "../base/error.ts";
import type { EpochMs, JobId } from "../base/ids.ts";
import { listOf } from "../base/text.ts";
import { type World, within } from "../base/world/world.ts";
import type { NotificationSettings } from "../config/notifications/channels.ts";
import { noNotifications } from "../config/notifications/section.ts";
import type { Delivery } from "../store/delivery.ts";
import type { JournalRow } from "../store/row.ts";
import type { Store } from "../store/store.ts";
import type { Send } from "./channels/send.ts";
import { attempted, channelsOf, compose, dueNow, isMeant, nextDue, settled } from "./compose.ts";
import { messageOf } from "./message.ts";
import type { News } from "./news.ts";
import { type NewsReader, makeNewsReader } from "./read-news.ts";
import { tryChannels } from "./try-channels.ts";

export interface NotifierParts {
  readonly store: Pick<Store, "outbox" | "journal" | "rows" | "position" | "follow" | "job" | "sheets">;
  readonly world: World;
  /** Throws where the file can't be read. */
  readonly readSettings: () => Promise<NotificationSettings>;
  readonly send: Send;
  /** Says it in the journal, to people who look at a job or at the conductor. */
  readonly notice: (text: string, job: JobId | null) => void;
}

export interface Notifier {
  /** Sends one message now, without the outbox. `null`: to every channel of the settings. */
  test(channel: string | null): Promise<readonly ChannelTest[]>;
  /** Sends what waits for its window, once, and ends. */
  close(): Promise<void>;
}

const pageRows = 500;
/** How many rows may be read again after a crash. */
const mostUnsaved = 500;
/** How long an end waits for the last messages; they are kept, and sent by the next start. */
const closingMs = 3_000;

/**
 * Tells people what the journal says. The journal is read once, in order: in one transaction the deliveries of some rows
 * are written and how far it was read, so a crash neither drops a message nor makes another of it.
 */
export async function openNotifier(parts: NotifierParts): Promise<Notifier> {
  const { store, world } = parts;
  const outbox = await store.outbox();
  const state: State = {
    parts,
    settings: noNotifications,
    deliveries: new Map(outbox.deliveries.filter(isWaiting).map((delivery) => [delivery.id, delivery])),
    busy: new Map(),
    reader: makeNewsReader(store),
    read: { upTo: outbox.upTo ?? (await store.position()), savedUpTo: outbox.upTo ?? -1 },
    turn: Promise.resolve(),
    callOff: () => undefined,
    isClosing: false,
  };
  // From the first start on: a kill before the first message would leave no place to read on from.
  if (outbox.upTo === null) await save(state, []);
  await reload(state);
  const leave = store.follow((rows) => inTurn(state, () => hear(state, rows)));
  inTurn(state, async () => {
    await catchUp(state);
    deliver(state);
  });
  return {
    test: async (name) => {
      await reload(state);
      return tryChannels(state.settings, parts.send, { name, now: world.now() });
    },
    async close() {
      leave();
      state.isClosing = true;
      await state.turn;
      if (state.read.upTo > state.read.savedUpTo) await save(state, []).catch(() => undefined);
      await within(closingMs, flush(state), world);
      state.callOff();
    },
  };
}

interface State {
  readonly parts: NotifierParts;
  settings: NotificationSettings;
  readonly deliveries: Map<string, Delivery>;
  /** By channel. */
  readonly busy: Map<string, Promise<void>>;
  readonly reader: NewsReader;
  /** How far the journal was read, and how far that is on the disk. */
  readonly read: { upTo: number; savedUpTo: number };
  turn: Promise<void>;
  /** Of the next delivery. */
  callOff: () => void;
  isClosing: boolean;
}

/** One step at a time: what is composed and what is about to be sent must not be the same delivery. */
function inTurn(state: State, step: () => Promise<void>): void {
  state.turn = state.turn.then(step).catch((error: unknown) => {
    // The store can't be written: the next start reads on from where this one is known to have come.
    if (!state.isClosing) state.parts.notice(`notifications: ${errorText(error)}`, null);
  });
}

/** Rows that an earlier process wrote and did not read. */
async function catchUp(state: State): Promise<void> {
  for (;;) {
    const rows = await state.parts.store.rows({ after: state.read.upTo, limit: pageRows });
    if (rows.length === 0) return;
    await hear(state, rows);
  }
}

async function hear(state: State, rows: readonly JournalRow[]): Promise<void> {
  const news: News[] = [];
  for (const row of rows) {
    if (row.position <= state.read.upTo) continue;
    if (row.kind === "conductor-reloaded") await reload(state);
    if (row.kind === "modified" && row.job !== null) state.reader.forget(row.job);
    if (row.kind === "submitted") await checkWishes(state, row);
    news.push(...(await state.reader.newsIn(row)));
    state.read.upTo = row.position;
  }
  const { settings, deliveries, parts } = state;
  const changed = compose([...deliveries.values()], news, { settings, now: parts.world.now() });
  if (changed.length > 0 || state.read.upTo - state.read.savedUpTo >= mostUnsaved) await save(state, changed);
  if (changed.length > 0) deliver(state);
}

async function reload(state: State): Promise<void> {
  try {
    state.settings = await state.parts.readSettings();
  } catch (error) {
    state.parts.notice(`notifications: the settings can't be read, so the last ones hold: ${errorText(error)}`, null);
  }
}

/** A score that asks for a missing channel would silently get no messages. */
async function checkWishes(state: State, { job }: JournalRow): Promise<void> {
  const wishes = job === null ? [] : await state.reader.wishesOf(job);
  const channels = channelsOf(state.settings);
  for (const wish of wishes) {
    if (channels.some((channel) => isMeant(channel, wish))) continue;
    const what = "channel" in wish.to ? `channel ${wish.to.channel}` : `channel of type ${wish.to.type}`;
    state.parts.notice(
      `notifications: your settings have no ${what}, which the score asks to tell of ${listOf(wish.on)}`,
      job,
    );
  }
}

function isWaiting({ state }: Delivery): boolean {
  return state === "waiting";
}

/** On the disk first: nothing is sent that a crash would not know of. */
async function save(state: State, changed: readonly Delivery[]): Promise<void> {
  const { upTo } = state.read;
  await state.parts.store.journal.append([{ about: "deliveries", put: changed, upTo }]);
  state.read.savedUpTo = upTo;
  for (const delivery of changed) {
    // Only the store keeps a delivery that is over.
    if (isWaiting(delivery)) state.deliveries.set(delivery.id, delivery);
    else state.deliveries.delete(delivery.id);
  }
}

/** Sends what is due, and comes back when the next is. */
function deliver(state: State): void {
  state.callOff();
  const { world } = state.parts;
  const idle = [...state.deliveries.values()].filter(({ channel }) => !state.busy.has(channel));
  for (const { id, channel } of dueNow(idle, world.now())) {
    const sending = sendOne(state, id).finally(() => {
      state.busy.delete(channel);
      if (!state.isClosing) deliver(state);
    });
    state.busy.set(channel, sending);
  }
  const next = nextDue(idle.filter(({ channel }) => !state.busy.has(channel)));
  state.callOff =
    next === null || state.isClosing
      ? () => undefined
      : world.after(Math.min(Math.max(0, next - world.now()), 60_000), () => {
          deliver(state);
        });
}

/** `finally` of the send may come long after the turn that began it, so each step takes its own. */
async function sendOne(state: State, id: string): Promise<void> {
  const { parts, settings } = state;
  const begun = await stepped(state, id, attempted);
  if (begun === null) return;
  const channel = channelsOf(settings).find(({ name }) => name === begun.channel);
  const outcome =
    channel === undefined
      ? { why: `your settings have no channel ${begun.channel} any more`, isLasting: true }
      : await parts.send(channel, messageOf(begun, channel));
  const over = await stepped(state, id, (now) => settled(now, outcome, parts.world.now()));
  if (over?.state === "failed")
    parts.notice(`notifications: ${over.channel} was not told (${over.problem ?? ""}); tutti notify list`, null);
}

function stepped(state: State, id: string, step: (delivery: Delivery) => Delivery): Promise<Delivery | null> {
  const done = state.turn.then(async () => {
    const delivery = state.deliveries.get(id);
    if (delivery === undefined) return null;
    const next = step(delivery);
    await save(state, [next]);
    return next;
  });
  state.turn = done.then(
    () => undefined,
    () => undefined,
  );
  return done.catch(() => {
    // The store can't be written: this process opens it anew, and reads the outbox again.
    state.isClosing = true;
    return null;
  });
}

/** The last messages, without their windows; those that failed wait for the next start. */
async function flush(state: State): Promise<void> {
  await Promise.all(state.busy.values());
  const fresh = [...state.deliveries.values()].filter(({ attempts }) => attempts === 0);
  await Promise.all(dueNow(fresh, Number.MAX_SAFE_INTEGER as EpochMs).map(({ id }) => sendOne(state, id)));
}
