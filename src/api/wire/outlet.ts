import type { Socket } from "node:net";
import type { Notice } from "../protocol.ts";

/** The output to one client. */
export interface Outlet {
  /** One message, as JSON. */
  send(message: string): void;
  notify(notice: Notice, params: object): void;
  /** The client reads more slowly than it is sent to: senders that can wait should. */
  isFull(): boolean;
  /** Calls back once there is room. */
  onDrain(call: () => void): void;
  unsent(): number;
}

export function makeOutlet(socket: Socket, capBytes: number, tooMuch: () => void): Outlet {
  let waiting: (() => void)[] = [];
  socket.on("drain", () => {
    const now = waiting;
    waiting = [];
    for (const call of now) call();
  });
  const send = (message: string): void => {
    if (socket.destroyed || socket.writableEnded) return;
    // Before, not after: one large answer to a client that reads is no reason to end its connection.
    if (socket.writableLength > capBytes) tooMuch();
    else socket.write(`${message}\n`);
  };
  return {
    send,
    notify: (method, params) => send(JSON.stringify({ jsonrpc: "2.0", method, params })),
    isFull: () => socket.writableNeedDrain,
    onDrain(call) {
      if (socket.writableNeedDrain) waiting.push(call);
      else queueMicrotask(call);
    },
    unsent: () => socket.writableLength,
  };
}
