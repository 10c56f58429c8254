import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "../seed.ts";

export interface Post {
  readonly id: string;
  /** Without the moment of sending: of one message, everything else is always the same. */
  readonly body: string;
  readonly events: readonly PostedEvent[];
  readonly isTaken: boolean;
}

export interface PostedEvent {
  readonly topic: string;
  readonly job: string;
  readonly sheet: string | null;
}

export interface Receiver {
  readonly url: string;
  readonly posts: readonly Post[];
  close(): void;
}

const refusedShare = 0.1;
const longestAnswerMs = 300;

/** Takes messages, and takes its time: a kill may come between an answer and the note of it. Some are refused. */
export async function openReceiver(chance: Chance): Promise<Receiver> {
  const posts: Post[] = [];
  const server = createServer((request, answer) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      // After a third refusal a message waits for minutes.
      const isTaken = chance.next() >= refusedShare || posts.filter((post) => post.id === id).length >= 2;
      void pause(chance.next() * longestAnswerMs).then(() => {
        const { sentAt: _, ...rest } = JSON.parse(text) as { readonly events: readonly RawEvent[] } & Raw;
        posts.push({
          id,
          body: JSON.stringify(rest),
          events: rest.events.map(({ topic, job, sheet }) => ({ topic, job: job.id, sheet: sheet?.id ?? null })),
          isTaken,
        });
        answer.writeHead(isTaken ? 204 : 503).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    posts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Raw = Readonly<Record<string, unknown>>;

interface RawEvent {
  readonly topic: string;
  readonly job: { readonly id: string };
  readonly sheet: { readonly id: string } | null;
}
