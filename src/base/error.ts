import type { ErrorCode } from "./error-codes.ts";

/** Who can do something about it: the person who typed, the machine's owner, or us. */
type Audience = "user" | "environment" | "bug";

interface ErrorDetail {
  readonly audience: Audience;
  /** The remedy, as a sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The one error class: for events that should not happen. An event that can happen (a conflict, a failed validation) is
 * a value.
 */
export class TuttiError extends Error {
  readonly code: ErrorCode;
  readonly audience: Audience;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "TuttiError";
    this.code = code;
    this.audience = detail.audience;
    this.hint = detail.hint;
  }
}

/** The code of an error that may have come from anywhere; `undefined` when it is not ours. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof TuttiError ? error.code : undefined;
}

/** For `switch` defaults that must never be reached. */
export function unreachable(value: never): never {
  throw new TuttiError("bug.unreachable", `no case for ${JSON.stringify(value)}`, { audience: "bug" });
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
