import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net";

/** The way of one worker to the database, which can be cut: nothing passes then, and no side is told. */
export interface Wire {
  readonly port: number;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** `socket`: of the server. */
export async function layWire(socket: string): Promise<Wire> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    const far = connect(socket);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("data", (bytes) => to.write(bytes));
      // A cut wire gives no word of an end either.
      from.on("error", () => to.destroy());
      from.on("close", () => {
        ends.delete(from);
        to.destroy();
      });
      if (isCut) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const end of ends) end.pause();
    },
    restore: () => {
      isCut = false;
      for (const end of ends) end.resume();
    },
    close: async () => {
      for (const end of ends) end.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
