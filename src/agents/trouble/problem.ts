import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { AgentProblem } from "../agent-event.ts";
import { codeOfWords, statusIn } from "./words.ts";

type Told = Pick<AgentProblem, "status" | "type" | "message">;

/** What a structured error means; `null`: it explains nothing that is known. */
export function codeOfProblem({ status, type, message }: Told): TroubleCode | null {
  const byType = type === null ? null : codeOfType(type);
  const known = status ?? (byType === null ? statusIn(message) : null);
  if (known === null) return byType ?? codeOfWords(message) ?? (isVague(type) ? "E503" : null);
  const [usual, rather] = meaningOf(known);
  return (
    [byType, codeOfWords(message)].find((code) => code !== null && rather.includes(code)) ??
    usual ??
    byType ??
    codeOfWords(message) ??
    "E503"
  );
}

/** What an error's text alone means. */
export function codeOfMessage(message: string): TroubleCode | null {
  return codeOfProblem({ status: null, type: null, message });
}

/** What a status means as a rule, and what its type or words may make of it. */
function meaningOf(status: number): readonly [TroubleCode | null, readonly TroubleCode[]] {
  const exact = statuses[status];
  if (exact !== undefined) return exact;
  return status >= 500 ? ["E503", ["E103", "E504"]] : [null, []];
}

// 401 has no second meaning: a key that is refused is refused, whatever else its message talks of.
const statuses: Readonly<Record<number, readonly [TroubleCode, readonly TroubleCode[]]>> = {
  400: ["E503", ["E104", "E502", "E506", "E507", "E602", "E605"]],
  401: ["E502", []],
  402: ["E507", []],
  403: ["E508", ["E101", "E102", "E104", "E502", "E506", "E507"]],
  404: ["E503", ["E506"]],
  408: ["E504", []],
  413: ["E602", []],
  422: ["E503", ["E506", "E602"]],
  429: ["E101", ["E102", "E103", "E104", "E507"]],
  504: ["E504", []],
  529: ["E103", []],
};

function codeOfType(type: string): TroubleCode | null {
  // `ProviderModelNotFoundError`, `RESOURCE_EXHAUSTED` and `rate-limit` become words with `_` between.
  const name = type
    .slice(0, 200)
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return types.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

const types: readonly (readonly [TroubleCode, RegExp])[] = [
  // A bridge says so of the agent that it speaks for.
  ["E505", /^program_not_found$/],
  ["E102", /usage_limit|usage_not_included|session_limit/],
  ["E104", /quota/],
  ["E507", /billing|credit|payment|insufficient_(?:balance|funds)/],
  ["E101", /rate_?limit|too_many_requests|throttl|resource_exhausted/],
  ["E103", /overloaded|capacity|^unavailable$/],
  ["E902", /enotfound|eai_again|(?:^|_)dns(?:_|$)/],
  ["E903", /(?:^|_)(?:cert|certificate|tls|ssl)(?:_|$)|self_signed|unable_to_verify/],
  ["E904", /etimedout|connect(?:ion)?_time(?:out|d_out)/],
  ["E504", /time(?:out|d_out)|deadline_exceeded/],
  ["E901", /enetunreach|ehostunreach|enetdown/],
  ["E501", /econn|connection|fetch_failed|stream_disconnected|socket|network/],
  ["E502", /authenticat|unauthori[sz]ed|api_key|invalid_token|auth_error|^provider_auth/],
  ["E508", /permission|forbidden/],
  ["E506", /model_?not_?found|unknown_model|invalid_model|unsupported_model/],
  ["E602", /context_(?:length|window|overflow)|too_(?:large|long)|max_tokens_exceeded/],
  ["E605", /refus|content_(?:policy|filter)|safety|policy_violation/],
  ["E701", /max_budget|budget_exceeded/],
];

/** A type that says no more than that something was wrong with a request. */
function isVague(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:api_error|server_error|internal\w*|invalid_(?:request|argument)\w*|not_found\w*|unknown)$/i.test(type)
  );
}
