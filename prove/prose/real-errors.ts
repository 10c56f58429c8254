import type { TroubleCode } from "../../src/sheet/trouble/trouble.ts";

/** An error as a program reports it, and what has to be made of it. `waitS`: until the reset; `null`: it names none. */
export interface RealError {
  readonly from: string;
  /** In the structured channel: status, type, message; `final` unless it is one that the agent goes on from. */
  readonly problem?: readonly [number | null, string | null, string];
  readonly stderr?: string;
  readonly code: TroubleCode;
  readonly waitS?: number;
}

/** At 2026-11-15T18:00:00Z. The words are in the form of the programs' own; names and numbers are made up. */
export const realErrors: readonly RealError[] = [
  told(
    "claude",
    [
      429,
      "rate_limit_error",
      "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
    ],
    "E101",
  ),
  told("claude", [429, "rate_limit", "API Error: Request rejected (429)"], "E101"),
  told(
    "claude",
    [null, null, 'API Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}'],
    "E101",
  ),
  told("claude", [429, null, "You've hit your limit · resets 9pm (Europe/Berlin)"], "E102", 7_200),
  told("claude", [null, null, "Claude AI usage limit reached|1794767400"], "E102", 1_800),
  told("claude", [429, null, "You've hit your weekly limit · resets Nov 16, 9am (UTC)"], "E102", 54_000),
  told("claude", [529, "overloaded_error", "Overloaded"], "E103"),
  told("claude", [null, "overloaded_error", "Overloaded"], "E103"),
  told("claude", [401, "authentication_error", "invalid x-api-key"], "E502"),
  told("claude", [null, null, "Invalid API key · Please run /login"], "E502"),
  told(
    "claude",
    [null, null, 'API Error: 401 {"type":"error","error":{"type":"authentication_error"}} · Please run /login'],
    "E502",
  ),
  told("claude", [400, "invalid_request_error", "Your credit balance is too low to access the API"], "E507"),
  told("claude", [null, null, "Credit balance is too low"], "E507"),
  told("claude", [402, "billing_error", "Payment is due"], "E507"),
  told("claude", [403, "permission_error", "Your account may not use this"], "E508"),
  told("claude", [404, "not_found_error", "model: claude-nonsense-1 not found"], "E506"),
  told("claude", [null, null, "There's an issue with the selected model (nonsense). It may not exist."], "E506"),
  told("claude", [413, "request_too_large", "Request exceeds the maximum size"], "E602"),
  told("claude", [400, "invalid_request_error", "prompt is too long: 213004 tokens > 200000 maximum"], "E602"),
  told("claude", [500, "api_error", "Internal server error"], "E503"),
  told("claude", [null, null, "API Error: Connection error."], "E501"),
  told("claude", [null, "error_max_budget_usd", ""], "E701"),
  told("claude", [null, "refusal", "It can't help with this"], "E605"),
  told("codex", [null, null, "exceeded retry limit, last status: 429 Too Many Requests"], "E101"),
  told(
    "codex",
    [
      null,
      null,
      "Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29500. Please try again in 6m0s.",
    ],
    "E101",
    360,
  ),
  told(
    "codex",
    [null, null, "You've hit your usage limit. Upgrade your plan or try again in 3 hours 5 minutes."],
    "E102",
    11_100,
  ),
  told("codex", [null, "usage_limit_reached", '{"resets_in_seconds":1234}'], "E102", 1_234),
  told("codex", [null, null, "Quota exceeded. Check your plan and billing details."], "E104"),
  told(
    "codex",
    [429, "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."],
    "E104",
  ),
  told(
    "codex",
    [null, null, 'unexpected status 401 Unauthorized: {"error":{"message":"Incorrect API key provided"}}'],
    "E502",
  ),
  told(
    "codex",
    [
      null,
      null,
      "stream disconnected before completion: error sending request for url (https://api.invalid/v1/responses)",
    ],
    "E501",
  ),
  told("codex", [400, "context_length_exceeded", "Your input exceeds the context window of this model."], "E602"),
  told("codex", [null, null, "unexpected status 503 Service Unavailable: upstream connect error"], "E503"),
  told("codex", [null, null, "unexpected status 403 Forbidden: country not supported"], "E508"),
  told(
    "codex",
    [404, "model_not_found", "The model `nonsense` does not exist or you do not have access to it."],
    "E506",
  ),
  told("gemini", [429, "RESOURCE_EXHAUSTED", "Resource has been exhausted."], "E101"),
  told("gemini", [429, "RESOURCE_EXHAUSTED", "You exceeded your current quota. Please retry in 34.5s."], "E104", 34.5),
  told(
    "gemini",
    [
      null,
      "TerminalQuotaError",
      "You have exhausted your daily quota on this model. Your quota will reset after 3h2m1s.",
    ],
    "E104",
    10_921,
  ),
  told("gemini", [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."], "E502"),
  told("gemini", [403, "PERMISSION_DENIED", "The caller does not have permission"], "E508"),
  told("gemini", [503, "UNAVAILABLE", "The model is overloaded. Please try again later."], "E103"),
  told("gemini", [404, "NOT_FOUND", "models/nonsense is not found for API version v1beta: model not found"], "E506"),
  told("gemini", [504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."], "E504"),
  told("opencode", [401, "ProviderAuthError", "Unauthorized"], "E502"),
  told("opencode", [null, "ProviderModelNotFoundError", "nonsense/m1"], "E506"),
  told("opencode", [429, "APIError", "Too Many Requests, retry after 30"], "E101", 30),
  told("opencode", [null, "ContextOverflowError", "the conversation is larger than the window"], "E602"),
  told("an HTTP model", [408, null, "Request Timeout"], "E504"),
  told("an HTTP model", [null, "ENOTFOUND", "getaddrinfo ENOTFOUND api.invalid"], "E902"),
  told("an HTTP model", [null, "ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:11434"], "E501"),
  told("an HTTP model", [null, "DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"], "E903"),
  told("an HTTP model", [null, "ETIMEDOUT", "connect ETIMEDOUT 192.0.2.1:443"], "E904"),
  printed("any", "HTTP 429 Too Many Requests, retry after 30", "E101", 30),
  printed("any", "HTTP/1.1 429 Too Many Requests\nContent-Type: application/json\nRetry-After: 120\n", "E101", 120),
  printed("any", "error: rate limit exceeded, try again in 20s", "E101", 20),
  printed(
    "any",
    "Rate limit reached for gpt-5 in organization org-x on requests per min. Please try again in 1m30s.",
    "E101",
    90,
  ),
  printed("any", "Error: 401 Unauthorized", "E502"),
  printed("any", "ERROR: invalid api key", "E502"),
  printed("any", "You exceeded your current quota, please check your plan and billing details.", "E104"),
  printed("any", "error: unexpected argument '--jsonn' found", "E306"),
  printed(
    "codex",
    "2026-11-15T18:00:00.123456Z ERROR codex_core::client: unexpected status 401 Unauthorized: Missing bearer",
    "E502",
  ),
  printed("codex", "ERROR: stream disconnected before completion: connection closed", "E501"),
  printed(
    "codex",
    "2026-11-15T18:00:00Z ERROR codex_core: exceeded retry limit, last status: 429 Too Many Requests",
    "E101",
  ),
  printed(
    "gemini",
    "Attempt 1 failed with status 429. Retrying with backoff... ApiError: Resource has been exhausted",
    "E101",
  ),
  printed(
    "gemini",
    "[API Error: You exceeded your current quota. Please retry in 34.5s.]\nAn unexpected critical error occurred:[object Object]",
    "E104",
    34.5,
  ),
  printed("gemini", "Please set an Auth method in your settings, or name a key: GEMINI_API_KEY", "E502"),
  printed(
    "gemini",
    'GaxiosError: [{\n  "error": {\n    "code": 429,\n    "status": "RESOURCE_EXHAUSTED"\n  }\n}]',
    "E101",
  ),
  printed("claude", "Invalid API key · Please run /login", "E502"),
  printed("claude", "error: unknown option '--output-formatt'", "E306"),
  printed("opencode", "Error: Model not found: nonsense/m1. Did you mean: m2?", "E506"),
  printed("opencode", "AI_APICallError: Too Many Requests", "E101"),
  printed(
    "aider",
    "litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect API key provided",
    "E502",
  ),
  printed("aider", "litellm.RateLimitError: RateLimitError: Rate limit reached. Please try again in 20s.", "E101", 20),
  printed("curl", "curl: (22) The requested URL returned error: 429", "E101"),
  printed("curl", "curl: (22) The requested URL returned error: 401", "E502"),
  printed("curl", "curl: (6) Could not resolve host: api.invalid", "E902"),
  printed("curl", "curl: (7) Failed to connect to api.invalid port 443: Connection refused", "E501"),
  printed("curl", "curl: (28) Connection timed out after 10001 milliseconds", "E904"),
  printed("curl", "curl: (60) SSL certificate problem: certificate has expired", "E903"),
  printed(
    "node",
    "TypeError: fetch failed\n  [cause]: Error: getaddrinfo ENOTFOUND api.invalid\n      errno: -3008,\n      code: 'ENOTFOUND',\n      syscall: 'getaddrinfo',",
    "E902",
  ),
  printed(
    "node",
    "Error: connect ECONNREFUSED 127.0.0.1:4010\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1637:16)",
    "E501",
  ),
  printed("node", "Error: self-signed certificate in certificate chain\n  code: 'SELF_SIGNED_CERT_IN_CHAIN'", "E903"),
  printed("node", "Error: certificate has expired", "E903"),
  printed("node", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "E005"),
  printed("node", "Error: read ECONNRESET", "E501"),
  printed("node", "Error: connect ETIMEDOUT 192.0.2.1:443", "E904"),
  printed("python", "openai.RateLimitError: Error code: 429 - {'error': {'message': 'Too many requests'}}", "E101"),
  printed("python", "anthropic.AuthenticationError: Error code: 401 - {'type': 'error'}", "E502"),
  printed(
    "rust",
    "Error: error sending request: dns error: failed to lookup address information: Name or service not known",
    "E902",
  ),
];

function told(
  from: string,
  problem: NonNullable<RealError["problem"]>,
  ...[code, waitS]: [TroubleCode, number?]
): RealError {
  return { from, problem, code, ...(waitS === undefined ? {} : { waitS }) };
}

function printed(from: string, stderr: string, ...[code, waitS]: [TroubleCode, number?]): RealError {
  return { from, stderr, code, ...(waitS === undefined ? {} : { waitS }) };
}
