import type { ErrorCode } from "../base/error-codes.ts";
import { TuttiError } from "../base/error.ts";

/** Of the wire. A client and a conductor of different numbers don't talk to each other. */
export const protocol = 1;

/** The greatest size of one message, in bytes; both sides know it. */
export const messageBytes = 4 * 1024 * 1024;

export type RequestId = string | number | null;

/** A failure as it travels. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: ErrorCode; readonly audience: TuttiError["audience"]; readonly hint: string | null };
}

export interface Failure {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly error: RpcError;
}

export type Answer = Failure | { readonly jsonrpc: "2.0"; readonly id: RequestId; readonly result: unknown };

/** The notifications of a conductor: `events.news`, `events.missed`, `events.lost`, `events.activity`. */
export type Notice = "events.news" | "events.missed" | "events.lost" | "events.activity";

/** A request that no method accepts. */
export function invalid(message: string): TuttiError {
  return new TuttiError("rpc.invalid", message, {
    audience: "user",
    hint: "docs/api.md has every method; nothing was done.",
  });
}
