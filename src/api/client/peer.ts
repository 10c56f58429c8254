import { type ErrorCode, errorCodes } from "../../base/error-codes.ts";
import { TuttiError } from "../../base/error.ts";
import { type Answer, type RpcError, messageBytes } from "../protocol.ts";

/** The other side of a line, as JSON-RPC. */
export interface Peer {
  /** `settle` is called right when the answer is read, before anything that came after it. */
  ask(method: string, params: object, settle: Settle): void;
  /** A message came. */
  hear(text: string): void;
  /** Nothing more comes: open calls fail with the last reason given, if any. */
  end(why: TuttiError): void;
}

export interface Settle {
  result(value: unknown): void;
  failed(error: TuttiError): void;
}

interface Parts {
  readonly send: (message: string) => void;
  readonly notice: (method: string, params: unknown) => void;
  readonly lost: (error: TuttiError) => void;
}

export function makePeer({ send, notice, lost }: Parts): Peer {
  const waiting = new Map<number, Settle>();
  let last = 0;
  let parting: TuttiError | null = null;
  let ended: TuttiError | null = null;

  const settle = (answer: Answer): void => {
    // An error that answers no call comes right before the connection is closed.
    if (answer.id === null) {
      if ("error" in answer) parting = errorFrom(answer.error);
      return;
    }
    const waiter = waiting.get(Number(answer.id));
    waiting.delete(Number(answer.id));
    if ("error" in answer) waiter?.failed(errorFrom(answer.error));
    else waiter?.result(answer.result);
  };
  return {
    ask(method, params, settling) {
      if (ended !== null) {
        settling.failed(ended);
        return;
      }
      const id = (last += 1);
      const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
      if (isTooLong(text)) {
        settling.failed(
          new TuttiError("rpc.invalid", `${method}: a message of more than ${messageBytes} bytes`, {
            audience: "user",
          }),
        );
        return;
      }
      waiting.set(id, settling);
      send(text);
    },
    hear(text) {
      const message = parsed(text);
      if (message === null) return;
      if ("method" in message) notice(message.method, message.params);
      else settle(message);
    },
    end(why) {
      if (ended !== null) return;
      ended = parting ?? why;
      const left = [...waiting.values()];
      waiting.clear();
      for (const waiter of left) waiter.failed(ended);
      lost(ended);
    },
  };
}

/** The same error that was thrown in the conductor. */
export function errorFrom({ message, data }: RpcError): TuttiError {
  const code = isKnown(data.code) ? data.code : "bug.unexpected";
  return new TuttiError(code, message, { audience: data.audience, ...(data.hint === null ? {} : { hint: data.hint }) });
}

/** A conductor of a later version may have codes that we don't know. */
function isKnown(code: string): code is ErrorCode {
  return (errorCodes as readonly string[]).includes(code);
}

/** A character is up to three bytes; only what may be over the cap is measured. */
function isTooLong(text: string): boolean {
  return text.length * 3 > messageBytes && new TextEncoder().encode(text).length > messageBytes;
}

function parsed(text: string): Answer | { readonly method: string; readonly params: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Answer) : null;
  } catch {
    return null;
  }
}
