/** Output of a bridge, one JSON object a line; any user's agent may print the same. */
export type EventLine =
  | { readonly type: "started"; readonly session: string | null; readonly model: string | null }
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "heard"; readonly id: string; readonly text: string }
  | { readonly type: "did"; readonly tool: string; readonly detail: string }
  | {
      readonly type: "got";
      readonly tool: string;
      readonly detail: string;
      readonly text: string;
      readonly good: boolean;
    }
  | SpentLine
  | FailedLine
  | { readonly type: "ended"; readonly good: true; readonly text: string | null };

/** The result of a call; people read its beginning, and a log need not hold every file that was read. */
export function got(call: { readonly tool: string; readonly detail: string }, text: string, good: boolean): EventLine {
  return { type: "got", ...call, text: text.slice(0, longestResult).toWellFormed(), good };
}

const longestResult = 4_000;

export interface SpentLine {
  readonly type: "spent";
  readonly scope: "turn" | "total";
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly usd: number | null;
}

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export function spent(scope: SpentLine["scope"], tokens: Tokens, usd: number | null): SpentLine {
  return {
    type: "spent",
    scope,
    input_tokens: tokens.inputTokens,
    output_tokens: tokens.outputTokens,
    cache_read_tokens: tokens.cacheReadTokens,
    cache_write_tokens: tokens.cacheWriteTokens,
    usd,
  };
}

export interface FailedLine {
  readonly type: "failed";
  readonly status: number | null;
  readonly error: string | null;
  readonly message: string;
  readonly reset_at_ms: number | null;
  readonly final: true;
}

export type Tell = (line: EventLine) => void;

/** A bridge never retries: Tutti decides that. */
export function failed(
  error: string,
  message: string,
  more: { status?: number | null; resetAt?: number | null } = {},
): FailedLine {
  return {
    type: "failed",
    status: more.status ?? null,
    error,
    message: message.replace(/\s+/g, " ").trim().slice(0, longestMessage),
    reset_at_ms: more.resetAt ?? null,
    final: true,
  };
}

const longestMessage = 2_000;
