import type { Socket } from "node:net";
import { TuttiError, messageOf } from "../../base/error.ts";
import type { Handlers } from "../methods/table.ts";
import { makeLines } from "../lines.ts";
import type { Bus } from "../events/bus.ts";
import { type Answering, type Reply, answer } from "./answering.ts";
import type { Caps } from "./caps.ts";
import { failed, misread } from "./failure.ts";
import { type Greeting, refusal } from "./greet.ts";
import { type Message, readMessage } from "./message.ts";
import { type Outlet, makeOutlet } from "./outlet.ts";
import { makeSubscriptions } from "./subscriptions.ts";

export type WireLog = (line: string, level: "info" | "warn" | "error") => void;

export interface ConnectionParts {
  readonly handlers: Handlers;
  readonly bus: Bus;
  readonly greeting: Greeting;
  readonly log: WireLog;
  readonly caps: Caps;
}

export interface Connection {
  /** Bytes said to it that it has not read. */
  unsent(): number;
  /** Hears nothing more, answers what it has heard, and ends. */
  finish(): Promise<void>;
}

interface Talk {
  readonly socket: Socket;
  readonly caps: Caps;
  readonly log: WireLog;
  readonly outlet: Outlet;
  /** Calls that are being answered. */
  readonly underWay: UnderWay;
  /** Messages whose answer has not been said. */
  readonly unsaid: UnderWay;
  readonly answering: Answering;
  /** From now on what it sends is thrown away. */
  isLeaving: boolean;
}

/** Talks with one client until it goes, or is asked to. */
export function openConnection(socket: Socket, parts: ConnectionParts): Connection {
  const talk = makeTalk(socket, parts);
  const { answering, underWay, unsaid, caps } = talk;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const late = setTimeout(() => {
    if (answering.visitor.isGreeted || isDeaf(talk)) return;
    talk.outlet.send(JSON.stringify(failed(null, refusal(`no conductor.hello within ${caps.helloMs} ms`))));
    leave(talk);
  }, caps.helloMs);
  socket.on("error", (error) => parts.log(`a connection broke: ${messageOf(error)}`, "info"));
  socket.on("close", () => {
    clearTimeout(late);
    talk.isLeaving = true;
    answering.subscriptions.endAll();
    underWay.stir();
    unsaid.stir();
  });
  socket.on("drain", () => underWay.stir());
  // A socket that breaks ends the loop by an error, which has been logged.
  converse(talk).catch(() => socket.destroy());
  return {
    unsent: () => socket.writableLength,
    async finish() {
      talk.isLeaving = true;
      underWay.stir();
      destroyAfter(socket, caps.lingerMs);
      await unsaid.until(() => unsaid.count() === 0 || socket.destroyed);
      socket.end();
      await closed;
    },
  };
}

function makeTalk(socket: Socket, { handlers, bus, greeting, log, caps }: ConnectionParts): Talk {
  const outlet = makeOutlet(socket, caps.unsentBytes, () => {
    log(`a client that does not read was cut off: ${socket.writableLength} bytes are unsent`, "warn");
    socket.destroy();
  });
  const bug = (method: string, error: unknown): void =>
    log(`${method} failed: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`, "error");
  const subscriptions = makeSubscriptions({ bus, outlet, most: caps.subscriptions });
  const answering = { visitor: { isGreeted: false, strikes: 0 }, greeting, handlers, subscriptions, bug };
  return { socket, caps, log, outlet, underWay: makeUnderWay(), unsaid: makeUnderWay(), answering, isLeaving: false };
}

async function converse(talk: Talk): Promise<void> {
  const { socket, outlet, unsaid } = talk;
  const lines = makeLines();
  // Read by pulling: what we don't take stays with the client.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    lines.push(chunk as Uint8Array);
    while (!isDeaf(talk)) {
      const line = lines.next(capOf(talk));
      if (line === null) break;
      if (line === "over") cutOff(talk, misread(null, "request", `a message of more than ${capOf(talk)} bytes`));
      else await hear(talk, line);
    }
  }
  if (!isDeaf(talk) && lines.rest() > 0)
    outlet.send(JSON.stringify(misread(null, "parse", "the connection ended in the middle of a message")));
  talk.answering.subscriptions.endAll();
  await unsaid.until(() => unsaid.count() === 0 || socket.destroyed);
  socket.end();
}

/** A socket that was destroyed has not told so yet, and looks as if it had all the room in the world. */
function isDeaf({ isLeaving, socket }: Talk): boolean {
  return isLeaving || socket.destroyed;
}

function capOf({ caps, answering }: Talk): number {
  return answering.visitor.isGreeted ? caps.messageBytes : caps.helloBytes;
}

async function hear(talk: Talk, line: Uint8Array): Promise<void> {
  const { caps, outlet, underWay, answering } = talk;
  const heard = readMessage(line, caps.batch);
  const messages = heard.kind === "single" ? [heard.message] : heard.messages;
  const replies: Promise<Reply | null>[] = [];
  for (const message of messages) {
    await underWay.until(() => isDeaf(talk) || (underWay.count() < caps.underWay && !outlet.isFull()));
    if (isDeaf(talk)) break;
    replies.push(begin(talk, message));
    if (answering.visitor.strikes >= caps.strikes) break;
  }
  const said = Promise.all(replies).then((all) => say(outlet, heard.kind, all));
  talk.unsaid.track(said.catch((error: unknown) => answering.bug("an answer", error)));
  // A stranger is answered before the next word is heard; nothing that it may say takes long.
  if (answering.visitor.isGreeted) return;
  await said;
  if (answering.visitor.strikes >= caps.strikes)
    cutOff(talk, failed(null, refusal(`${caps.strikes} messages, and no conductor.hello among them`)));
}

function begin(talk: Talk, message: Message): Promise<Reply | null> {
  const reply = answer(talk.answering, message);
  talk.underWay.track(reply.then(() => undefined));
  return reply;
}

function say(outlet: Outlet, kind: "single" | "batch", replies: readonly (Reply | null)[]): void {
  const wanted = replies.filter((reply) => reply !== null);
  if (wanted.length === 0) return;
  const texts = wanted.map(({ text }) => text);
  outlet.send(kind === "batch" ? `[${texts.join(",")}]` : texts.join(""));
  for (const { sent } of wanted) sent?.();
}

function cutOff(talk: Talk, why: object): void {
  talk.outlet.send(JSON.stringify(why));
  talk.log(`a connection was ended: ${JSON.stringify(why)}`, "warn");
  leave(talk);
}

/**
 * Ends our side. Further input is read and thrown away for a moment: an end with bytes unread would take our last words
 * away from the client.
 */
function leave(talk: Talk): void {
  talk.isLeaving = true;
  talk.socket.end();
  destroyAfter(talk.socket, talk.caps.lingerMs);
}

function destroyAfter(socket: Socket, delayMs: number): void {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), delayMs);
  socket.once("close", () => clearTimeout(timer));
}

/** For the one that is too many. */
export function turnAway(socket: Socket, caps: Caps): void {
  const error = new TuttiError("conductor.busy", `the conductor has ${caps.connections} connections already`, {
    audience: "environment",
    hint: "Close some of the programs that follow it, and try again.",
  });
  socket.on("error", () => undefined);
  socket.resume();
  socket.end(`${JSON.stringify(failed(null, error))}\n`);
  destroyAfter(socket, caps.lingerMs);
}

/** How many calls of a connection are being answered, and a way to wait until there are fewer. */
interface UnderWay {
  count(): number;
  /** Counts until it has ended, however it ends. */
  track(work: Promise<void>): void;
  /** Waits until the condition holds; looked at whenever something ended or `stir` was called. */
  until(holds: () => boolean): Promise<void>;
  stir(): void;
}

function makeUnderWay(): UnderWay {
  let count = 0;
  let waiting: (() => void)[] = [];
  const stir = (): void => {
    const now = waiting;
    waiting = [];
    for (const wake of now) wake();
  };
  return {
    count: () => count,
    track(work) {
      count += 1;
      void work.finally(() => {
        count -= 1;
        stir();
      });
    },
    async until(holds) {
      while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    stir,
  };
}
