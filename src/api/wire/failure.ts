import { messageOf, TuttiError } from "../../base/error.ts";
import type { Failure, RequestId, RpcError } from "../protocol.ts";
import { invalid } from "../protocol.ts";

/** JSON-RPC's own numbers, and two of ours: programs match on `data.code`, not on these. */
const rpcCodes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  bug: -32_603,
  user: -32_000,
  environment: -32_001,
} as const;

/** A thrown value as it travels. */
export function failed(id: RequestId, error: unknown): Failure {
  if (isReplaced(error)) return failed(id, replaced(error));
  if (!(error instanceof TuttiError))
    return failed(id, new TuttiError("bug.unexpected", messageOf(error), { audience: "bug", cause: error }));
  return {
    jsonrpc: "2.0",
    id,
    error: travelling(error, error.code === "rpc.invalid" ? rpcCodes.params : rpcCodes[error.audience]),
  };
}

/** Parts of a conductor are loaded when they are first needed: an update removes those of the version that runs. */
function isReplaced(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

function replaced(error: Error): TuttiError {
  return new TuttiError("conductor.replaced", "Tutti was updated or moved while this conductor ran", {
    audience: "environment",
    hint: "Replace the conductor: tutti restart. Running work is captured and continues.",
    cause: error,
  });
}

/** A message that is no call of a method we have. */
export function misread(id: RequestId, fault: "parse" | "request" | "method", why: string): Failure {
  return { jsonrpc: "2.0", id, error: travelling(invalid(why), rpcCodes[fault]) };
}

function travelling({ message, code, audience, hint }: TuttiError, number: number): RpcError {
  return { code: number, message, data: { code, audience, hint: hint ?? null } };
}
