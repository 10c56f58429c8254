import { messageBytes } from "../protocol.ts";

/** The greatest cost of a client. */
export interface Caps {
  /** Of one message. */
  readonly messageBytes: number;
  /**
   * Of one message of a client that has not said hello: a hello is short, and hundreds of strangers are not to hold
   * megabytes each.
   */
  readonly helloBytes: number;
  /** How long a client may take to say hello, and how many messages that are none it may send. */
  readonly helloMs: number;
  readonly strikes: number;
  readonly connections: number;
  /** Calls of one connection that are being answered; more wait unread. */
  readonly underWay: number;
  readonly batch: number;
  /** Of one connection. */
  readonly subscriptions: number;
  /** A connection that leaves more than this unread is ended. */
  readonly unsentBytes: number;
  /** How long one that is being closed may take to read what was said to it. */
  readonly lingerMs: number;
}

export const usualCaps: Caps = {
  messageBytes,
  helloBytes: 16 * 1024,
  helloMs: 30_000,
  strikes: 8,
  connections: 256,
  underWay: 64,
  batch: 100,
  subscriptions: 16,
  unsentBytes: 32 * 1024 * 1024,
  lingerMs: 2000,
};
