import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { AgentProblem } from "../agent-event.ts";

type Told = Pick<AgentProblem, "status" | "type" | "message">;

/** `null`: unknown. */
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

export function codeOfMessage(message: string): TroubleCode | null {
  return codeOfProblem({ status: null, type: null, message });
}

/** The usual meaning of a status, and those that its type or words may select. */
function meaningOf(status: number): readonly [TroubleCode | null, readonly TroubleCode[]] {
  const exact = statuses[status];
  if (exact !== undefined) return exact;
  return status >= 500 ? ["E503", ["E103", "E504"]] : [null, []];
}

// 401 has one meaning: the key was refused.
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
  // `ProviderModelNotFoundError`, `RESOURCE_EXHAUSTED`, `rate-limit` → words with `_`.
  const name = type
    .slice(0, 200)
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return types.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

const types: readonly (readonly [TroubleCode, RegExp])[] = [
  // From a bridge, about its agent.
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

/** It only says that a request was wrong. */
function isVague(type: string | null): boolean {
  return (
    type !== null &&
    /^(?:api_error|server_error|internal\w*|invalid_(?:request|argument)\w*|not_found\w*|unknown)$/i.test(type)
  );
}

/**
 * The meaning of an error's words, only for text that is an error. The first match counts: what costs most to overlook
 * comes first.
 */
function codeOfWords(message: string): TroubleCode | null {
  const text = message.slice(0, longestText);
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** `null`: none that is marked as a status. */
function statusIn(message: string): number | null {
  const text = message.slice(0, longestText);
  const [, digits] = said.exec(text) ?? explained.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

const longestText = 2_000;

// A status, not a count: `error: 429 {…}`, `error: 429 Too Many Requests`, but not `error: 429 tests failed`.
const said =
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?|(?:http )?status(?:[ _]?code)?|api error|error code|http error|error|code)["']?(?:\s?[:=]\s?|\s\(?|\()["']?([45]\d\d)(?![\w.]*\w)(?!\s+(?!too many|unauthori|forbidden|payment|overloaded|internal|bad )[a-z])/i;
const explained =
  /(?<![\w.:#-])([45]\d\d)[: ]{1,2}(?:Too Many Requests|Unauthorized|Payment Required|Forbidden|Not Found|Request Timeout|Payload Too Large|Content Too Large|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout|Overloaded)\b/i;

const words: readonly (readonly [TroubleCode, RegExp])[] = [
  ["E005", /\bheap out of memory\b|\bENOMEM\b|\bout of memory\b|\bcannot allocate memory\b|\bstd::bad_alloc\b/i],
  [
    "E903",
    /\bCERT_\w+|\b\w*SELF_SIGNED_CERT\w*|\bUNABLE_TO_(?:VERIFY|GET_ISSUER)\w*|\bERR_TLS_\w+|\bcertificate (?:has expired|verify failed|is not trusted)\b/i,
  ],
  [
    "E903",
    /\bself[- ]signed certificate\b|\bunable to (?:get (?:local )?issuer|verify the first) certificate\b|\bSSL certificate problem\b|\binvalid peer certificate\b/i,
  ],
  [
    "E902",
    /\bENOTFOUND\b|\bEAI_AGAIN\b|\bcould(?: not|n't) resolve host\b|\bname or service not known\b|\bdns error:|\bfailed to lookup address\b|\bin name resolution\b/i,
  ],
  [
    "E904",
    /\bETIMEDOUT\b|\bUND_ERR_CONNECT_TIMEOUT\b|\bconnect(?:ion)? time(?:d[- ]?out|out)\b|\bconnection attempt timed out\b/i,
  ],
  [
    "E104",
    /\binsufficient[_ ]quota\b|\bquota[_ ](?:exceeded|exhausted|reached)\b|\b(?:exceeded|exhausted|used up|reached|over)\b.{0,40}\bquota\b/i,
  ],
  ["E104", /\bquota\b.{0,40}\b(?:exceeded|exhausted|used up|reached|will reset)\b|\bout of quota\b/i],
  [
    "E507",
    /\bcredit balance\b|\binsufficient (?:balance|funds|credits?)\b|\bpayment required\b|\bout of credits?\b|\bbilling[_ ](?:hard[_ ]limit|error|is not|not active)/i,
  ],
  [
    "E102",
    /\b(?:usage|session|weekly|daily|monthly|5-hour|opus) limit\b|\bhit your (?:\w+ )?limit\b|\busage_limit_\w+|\blimit reached\|\d/i,
  ],
  [
    "E101",
    /\brate[- _]?limit(?:ed)?[- _]?(?:error|exceeded|reached|hit)\b|\b(?:exceed\w*|hit|reached|over)\b.{0,60}\brate limits?\b|\brate[- ]limited\b/i,
  ],
  [
    "E101",
    /\btoo many requests\b|\bRESOURCE_EXHAUSTED\b|\bresource has been exhausted\b|\bthrottl(?:ed|ing)(?:Exception)?\b/i,
  ],
  [
    "E103",
    /\boverloaded_error\b|(?:^|[:"'] ?)overloaded(?:$|[,.:;"'}])|\b(?:is|are) (?:\w+ )?overloaded\b|\b(?:no|at|over) capacity\b|\bcapacity (?:exceeded|exhausted)\b/i,
  ],
  [
    "E602",
    /\b(?:prompt|input|request) (?:is )?too (?:long|large)\b|\bcontext_length_exceeded\b|\bmaximum context\b|\btoo many (?:input )?tokens\b/i,
  ],
  [
    "E602",
    /\bexceed\w*\b.{0,60}\bcontext (?:length|window)\b|\bcontext (?:length|window)\b.{0,60}\b(?:exceed\w*|full|ran out)\b/i,
  ],
  [
    "E506",
    /\bmodel[_ ]?not[_ ]?found\w*|\bunknown model\b|\binvalid model\b|\bselected model\b|\bmodel\b.{0,80}\b(?:not found|does(?: not|n't) exist|is not (?:supported|available))/i,
  ],
  [
    "E502",
    /(?:^|\b401 |[:\]-] ?|\b(?:request|access) (?:is |was )?)unauthori[sz]ed\b|(?<![\w/.'"-])unauthori[sz]ed[.!]?$|\bUNAUTHENTICATED\b|\bauthentication(?:_error|Error)\b|\bauthentication (?:failed|required|error)(?=\s*(?:$|[,.:;!({·-]))/i,
  ],
  [
    "E502",
    /\b(?:invalid|incorrect|missing)(?: or \w+)? (?:x-)?api[-_ ]key\b|\bapi[- ]key\b.{0,40}\b(?:not valid|invalid|missing|expired|not set|required)\b|\binvalid_(?:x_)?api_key\b/i,
  ],
  [
    "E502",
    /\b[A-Z]+_API_KEY\b.{0,60}\b(?:not set|missing|required|must|empty)\b|\b(?:[Ss]et|[Mm]issing|[Ss]pecify|name|variable)\b.{0,60}\b[A-Z]+_API_KEY\b/,
  ],
  [
    "E502",
    /\bnot logged in\b|\bplease (?:run )?\/?log ?in\b|\b(?:oauth|access|bearer|refresh) token\b.{0,40}\b(?:expired|revoked|invalid)\b|\bset an auth method\b/i,
  ],
  [
    "E508",
    /\bpermission_(?:denied|error)\b|(?:^|\b403 |: )forbidden\s*(?:$|[,.:;({-])|\bnot allowed to (?:use|access)\b|\bcaller does not have permission\b/i,
  ],
  ["E605", /\bviolat\w*.{0,40}\b(?:usage|content) polic|\bcontent[_ ]filter(?:ed|_error)\b|\bflagged\b.{0,40}\bpolic/i],
  ["E701", /\bmax(?:imum)?[_ ]budget\w*|\bbudget (?:exceeded|reached)\b/i],
  [
    "E504",
    /\brequest timed out\b|\bgateway time-?out\b|\bdeadline[_ ]exceeded\b|\b(?:response|read|idle|operation) time(?:d ?out|out)\b/i,
  ],
  [
    "E901",
    /\bENETUNREACH\b|\bEHOSTUNREACH\b|\bENETDOWN\b|\bnetwork is unreachable\b|(?:^|: )network error\s*(?:$|[,.:;(])/i,
  ],
  [
    "E501",
    /\bECONNREFUSED\b|\bECONNRESET\b|\bECONNABORTED\b|\bconnection (?:refused|reset|closed|error|aborted)\b|\bfetch failed\b|\bsocket hang up\b/i,
  ],
  [
    "E501",
    /\bstream disconnected\b|\b(?:failed to|unable to|could not|couldn't) connect\b|\berror sending request\b|\bother side closed\b/i,
  ],
  ["E306", /\bunexpected argument\b|\bunknown (?:option|argument|flag)s?\b|\bunrecogni[sz]ed (?:option|argument)s?\b/i],
  ["E305", /\bMCP (?:server|client)\b.{0,80}\b(?:failed|error|could not|timed out)\b/i],
  ["E304", /\b(?:failed|unable|could not|error)\b.{0,20}\b(?:pars|read|load)\w*\b.{0,20}\b(?:config|settings)\b/i],
  ["E301", /\binvalid (?:config|configuration|settings)\b/i],
  [
    "E503",
    /\binternal server error\b|\bbad gateway\b|\bservice unavailable\b|\b(?:api|server)_error\b|\b(?:invalid|malformed|unexpected) (?:response|end of (?:json|stream))\b/i,
  ],
];
