import { textOf } from "../lines.ts";
import type { RequestId } from "../protocol.ts";

/** One JSON-RPC request, of any method. */
export type Message =
  | { readonly kind: "call"; readonly id: RequestId; readonly method: string; readonly params: unknown }
  /** It wants no answer, so it is none of our calls: all of those do. */
  | { readonly kind: "notification" }
  | { readonly kind: "wrong"; readonly id: RequestId; readonly fault: "parse" | "request"; readonly why: string };

export type Heard =
  | { readonly kind: "single"; readonly message: Message }
  | { readonly kind: "batch"; readonly messages: readonly Message[] };

/** Reads the message in a line. */
export function readMessage(line: Uint8Array, longestBatch: number): Heard {
  const text = textOf(line);
  if (text === null) return single(wrong("parse", "this is not UTF-8"));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return single(wrong("parse", "this is not JSON: one message a line"));
  }
  if (!Array.isArray(value)) return single(messageOf(value));
  if (value.length === 0) return single(wrong("request", "a batch of nothing"));
  if (value.length > longestBatch)
    return single(wrong("request", `a batch of ${value.length}: at most ${longestBatch} at once`));
  return { kind: "batch", messages: value.map(messageOf) };
}

const longestId = 200;
const longestMethod = 200;
const known = new Set(["jsonrpc", "id", "method", "params"]);

function messageOf(value: unknown): Message {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return wrong("request", "a request has to be an object");
  const { jsonrpc, id, method, params } = value as Readonly<Record<string, unknown>>;
  const hasId = Object.hasOwn(value, "id");
  const answerTo = isId(id) ? id : null;
  if (hasId && !isId(id)) return wrong("request", `"id" has to be a number, or text of up to ${longestId} characters`);
  if (jsonrpc !== "2.0") return wrong("request", '"jsonrpc" has to be "2.0"', answerTo);
  if (typeof method !== "string" || method.length > longestMethod)
    return wrong("request", '"method" has to be the name of one', answerTo);
  const extra = Object.keys(value).find((key) => !known.has(key));
  if (extra !== undefined) return wrong("request", `unknown key ${JSON.stringify(extra.slice(0, 50))}`, answerTo);
  return hasId ? { kind: "call", id: answerTo, method, params } : { kind: "notification" };
}

function isId(id: unknown): id is RequestId {
  return id === null || typeof id === "number" || (typeof id === "string" && id.length <= longestId);
}

function wrong(fault: "parse" | "request", why: string, id: RequestId = null): Message {
  return { kind: "wrong", id, fault, why };
}

function single(message: Message): Heard {
  return { kind: "single", message };
}
