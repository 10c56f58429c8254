/** What a bridge tells, one JSON object a line on stdout: the lines that any agent of a user's own may print. */
export type EventLine =
  | { readonly type: "started"; readonly session: string | null; readonly model: string | null }
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "did"; readonly tool: string; readonly detail: string }
  | SpentLine
  | FailedLine
  | { readonly type: "ended"; readonly good: true; readonly text: string | null };

export interface SpentLine {
  readonly type: "spent";
  readonly scope: "turn" | "total";
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly usd: number | null;
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

/** The end of a run that did not go well. A bridge never tries again by itself: when and whether is Tutti's to say. */
export function failed(
  error: string,
  message: string,
  more: { status?: number | null; resetAt?: number | null } = {},
): FailedLine {
  return {
    type: "failed",
    status: more.status ?? null,
    error,
    message: oneLine(message),
    reset_at_ms: more.resetAt ?? null,
    final: true,
  };
}

const longestMessage = 2_000;

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, longestMessage);
}
