interface Refusal {
  readonly status: number;
  readonly retryAfterS?: number;
  readonly message?: string;
}

/** An error in the words of the provider whose path was asked. */
export function refusal(
  path: string,
  { status, retryAfterS, message }: Refusal,
): { readonly headers: Record<string, string>; readonly body: string } {
  const headers = {
    "content-type": "application/json",
    ...(retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) }),
  };
  const names = namesOf[status] ?? {
    anthropic: "api_error",
    openai: "server_error",
    gemini: "INTERNAL",
    text: "Something went wrong.",
  };
  const text = message ?? names.text;
  if (path.includes("/v1/messages"))
    return {
      headers: { ...headers, ...usageLimit(retryAfterS) },
      body: JSON.stringify({ type: "error", error: { type: names.anthropic, message: text } }),
    };
  if (path.includes("/responses") && retryAfterS !== undefined)
    return { headers, body: JSON.stringify({ error: planLimit(retryAfterS, text) }) };
  if (!path.includes("/v1beta/"))
    return { headers, body: JSON.stringify({ error: { message: text, type: names.openai, code: names.openai } }) };
  const details =
    retryAfterS === undefined
      ? []
      : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${String(retryAfterS)}s` }];
  return { headers, body: JSON.stringify({ error: { code: status, message: text, status: names.gemini, details } }) };
}

const namesOf: Readonly<
  Record<
    number,
    { readonly anthropic: string; readonly openai: string; readonly gemini: string; readonly text: string }
  >
> = {
  401: {
    anthropic: "authentication_error",
    openai: "invalid_api_key",
    gemini: "UNAUTHENTICATED",
    text: "The API key is not valid.",
  },
  429: {
    anthropic: "rate_limit_error",
    openai: "rate_limit_exceeded",
    gemini: "RESOURCE_EXHAUSTED",
    text: "Too many requests.",
  },
};

/** The limit of a plan: of no other does Codex say when it ends. */
function planLimit(retryAfterS: number, message: string): object {
  return {
    type: "usage_limit_reached",
    message,
    plan_type: "plus",
    resets_at: Math.ceil(Date.now() / 1000) + retryAfterS,
  };
}

/** How a subscription's own limit is told: Claude Code passes on this reset, and no other. */
function usageLimit(retryAfterS: number | undefined): Record<string, string> {
  if (retryAfterS === undefined) return {};
  return {
    "anthropic-ratelimit-unified-status": "rejected",
    "anthropic-ratelimit-unified-reset": String(Math.ceil(Date.now() / 1000) + retryAfterS),
    "anthropic-ratelimit-unified-representative-claim": "five_hour",
  };
}
