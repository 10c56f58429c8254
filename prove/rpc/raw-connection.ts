import { type Socket, createConnection } from "node:net";

/** A client that knows nothing: it sends bytes and reads lines. */
export interface RawConnection {
  send(bytes: Buffer | string): void;
  /** Everything that is said until an answer to this id has come, or the connection is over. */
  until(id: number): Promise<Heard>;
  /** Ends it and everything unsaid with it. */
  destroy(): Promise<void>;
}

export interface Heard {
  readonly messages: unknown[];
  readonly isOver: boolean;
}

export async function openRaw(path: string): Promise<RawConnection> {
  const socket = createConnection({ path });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.removeAllListeners("error").on("error", () => undefined);
  const inbox = makeInbox(socket);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return {
    send: (bytes) => void socket.write(bytes),
    until: (id) => inbox.until(id),
    destroy: () => {
      socket.destroy();
      return closed;
    },
  };
}

function makeInbox(socket: Socket): { until(id: number): Promise<Heard> } {
  let messages: unknown[] = [];
  let rest = "";
  let isOver = false;
  let wake: () => void = () => undefined;
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    messages.push(...lines.map((line) => JSON.parse(line) as unknown));
    wake();
  });
  socket.on("close", () => {
    isOver = true;
    wake();
  });
  return {
    async until(id) {
      const isThere = (): boolean => messages.some((message) => (message as { id?: unknown } | null)?.id === id);
      while (!isThere() && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      const heard = messages;
      messages = [];
      return { messages: heard, isOver };
    },
  };
}
