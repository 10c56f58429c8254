import type { EpochMs } from "../../base/ids.ts";

/**
 * The trouble that kept an agent from ending well, as far as its exit, its structured events and its own complaints
 * tell.
 */
export interface Trouble {
  readonly code: TroubleCode;
  /** In the agent's or the system's own words, one line, without secrets. */
  readonly detail: string;
  /** When the limit that it met ends; `null` when it met none, or did not say. */
  readonly resetAt: EpochMs | null;
  /** It named a reset that was over when it was told: the limit has outlived it by an unknown time. */
  readonly isOverdue?: true;
}

export type TroubleCode = keyof typeof troubles;

/**
 * The remedy for a trouble.
 *
 * - `limit`, `quota`: parked until the reset, which costs no retry; the second asks the next agent first where there is one
 * - `terminal`: another try would meet the same; nothing more is sent to this agent until a person says so
 * - `agent`: the sheet goes to its next agent, or fails: trying the same again can't help
 * - `session`: tried again at once in a new session, which costs no retry; a run that is in a new session can't meet it
 * - `retry`: tried again as often as the score allows
 */
export type Remedy = "limit" | "quota" | "terminal" | "agent" | "session" | "retry";

export type TroubleCategory =
  | "rate_limit"
  | "transient"
  | "validation"
  | "auth"
  | "network"
  | "timeout"
  | "signal"
  | "fatal"
  | "configuration"
  | "preflight"
  | "cost";

interface TroubleKind {
  readonly category: TroubleCategory;
  readonly title: string;
  readonly remedy: Remedy;
  /** The least wait before another try: where the cause is outside, a try at once meets it again. */
  readonly delayMs: number;
  /** Advice for a person; `null`: nothing but wait. */
  readonly hint: string | null;
}

/** The numbers are those that users of Mozart know; E007, E008, E506 to E508, E605 to E609 and E7xx are Tutti's own. */
export const troubles = {
  E001: kind("timeout", "the agent took longer than its time limit", {
    remedy: "retry",
    hint: "Give it more time: timeout.",
  }),
  E002: kind("signal", "the agent was killed from outside", { remedy: "retry" }),
  E003: kind("signal", "the agent crashed", {
    remedy: "retry",
    hint: "Look into its log; a newer version of the agent may help.",
  }),
  E004: kind("signal", "the agent was interrupted", { remedy: "retry" }),
  E005: kind("signal", "the machine or the agent ran out of memory", {
    remedy: "retry",
    delayMs: 30_000,
    hint: "Play fewer sheets at once: parallel.",
  }),
  E006: kind("timeout", "the agent neither printed nor worked for too long", {
    remedy: "retry",
    hint: "Give it more time: idle_timeout.",
  }),
  E007: kind("transient", "the agent gave no sign of life after it started", {
    remedy: "retry",
    hint: "It may wait for an answer in a terminal: tutti agents check.",
  }),
  E008: kind("transient", "the agent ended before it had said how it went", { remedy: "retry" }),
  E009: kind("transient", "the agent ended with an error that it did not explain", {
    remedy: "retry",
    hint: "Look into its log.",
  }),
  E101: kind("rate_limit", "the provider limits the rate of requests", { remedy: "limit" }),
  E102: kind("rate_limit", "the agent's own usage limit is reached", { remedy: "limit" }),
  E103: kind("rate_limit", "the provider has no capacity", { remedy: "limit" }),
  E104: kind("rate_limit", "the account's quota is used up", {
    remedy: "quota",
    hint: "Wait for the reset, raise the quota, or name another agent: fallbacks.",
  }),
  E201: kind("validation", "a file is missing", { remedy: "retry" }),
  E202: kind("validation", "the content is not what was asked for", { remedy: "retry" }),
  E203: kind("validation", "a command fails on the result", { remedy: "retry" }),
  E204: kind("validation", "a validation took too long", { remedy: "retry" }),
  E209: kind("validation", "the result does not meet its validations", { remedy: "retry" }),
  E301: kind("configuration", "the agent refuses its configuration", {
    remedy: "agent",
    hint: "Look into its log, then: tutti agents check.",
  }),
  E302: kind("configuration", "the agent misses a setting", {
    remedy: "agent",
    hint: "Look into its log, then: tutti agents check.",
  }),
  E303: kind("configuration", "a path that the agent needs is not there", { remedy: "agent" }),
  E304: kind("configuration", "the agent can't read its configuration", { remedy: "agent" }),
  E305: kind("configuration", "an MCP server of the agent does not work", {
    remedy: "agent",
    hint: "Run the agent by hand once, or take the server out of its configuration.",
  }),
  E306: kind("configuration", "the agent does not know an option that it was given", {
    remedy: "agent",
    hint: "Another version of the agent may be needed: tutti agents check.",
  }),
  E501: kind("network", "the provider can't be reached", { remedy: "retry", delayMs: 5_000 }),
  E502: kind("auth", "the provider does not accept the credentials", {
    remedy: "terminal",
    hint: "Log the agent in, or set its key.",
  }),
  E503: kind("network", "the provider's answer makes no sense or is an error of its own", {
    remedy: "retry",
    delayMs: 5_000,
  }),
  E504: kind("network", "the provider did not answer in time", { remedy: "retry", delayMs: 5_000 }),
  E505: kind("configuration", "there is no such program", {
    remedy: "terminal",
    hint: "Install the agent, or put it on the PATH.",
  }),
  E506: kind("configuration", "the provider does not know the model", {
    remedy: "agent",
    hint: "Name a model that the account has: model.",
  }),
  E507: kind("auth", "the account can't pay", { remedy: "terminal", hint: "Add credit to the account." }),
  E508: kind("auth", "the account may not do this", { remedy: "terminal", hint: "Use an account that may." }),
  E601: kind("preflight", "the sheet's preconditions do not hold", { remedy: "agent" }),
  E602: kind("preflight", "the prompt is larger than the agent takes", {
    remedy: "agent",
    hint: "Make the prompt smaller, or name an agent with a larger window: fallbacks.",
  }),
  E603: kind("preflight", "the prompt could not be made", { remedy: "agent" }),
  E604: kind("preflight", "the context could not be made", { remedy: "retry" }),
  E605: kind("preflight", "the agent refuses to do this", {
    remedy: "agent",
    hint: "Say it in other words, or name another agent: fallbacks.",
  }),
  E606: kind("preflight", "the agent no longer has the session that it was to go on with", { remedy: "session" }),
  E607: kind("preflight", "a command that prepares the context failed", {
    remedy: "agent",
    hint: "Run it yourself in a fresh checkout; it is in prepare.commands.",
  }),
  E608: kind("preflight", "a command that prepares the context took too long", {
    remedy: "agent",
    hint: "Give it more time: timeout in prepare.commands.",
  }),
  E609: kind("preflight", "a program that prepares the context is not there", {
    remedy: "agent",
    hint: "Install it, or submit the job from a terminal that has it on its PATH.",
  }),
  E701: kind("cost", "the sheet has cost what it may", { remedy: "agent", hint: "Allow more: cost." }),
  E702: kind("cost", "the job has cost what it may", { remedy: "agent", hint: "Allow more: tutti resume --max-cost." }),
  E901: kind("network", "the network failed", { remedy: "retry", delayMs: 5_000 }),
  E902: kind("network", "a host's name can't be found", { remedy: "retry", delayMs: 10_000 }),
  E903: kind("network", "a certificate is not accepted", {
    remedy: "terminal",
    hint: "Name your own authority in NODE_EXTRA_CA_CERTS or SSL_CERT_FILE.",
  }),
  E904: kind("network", "a connection took too long", { remedy: "retry", delayMs: 5_000 }),
  E999: kind("fatal", "something happened that nothing is known about", { remedy: "retry" }),
} as const satisfies Record<string, TroubleKind>;

function kind(category: TroubleCategory, title: string, { remedy, delayMs = 0, hint = null }: Met): TroubleKind {
  return { category, title, remedy, delayMs, hint };
}

interface Met {
  readonly remedy: Remedy;
  readonly delayMs?: number;
  readonly hint?: string | null;
}

export function remedyOf(trouble: Trouble | null): Remedy {
  return trouble === null ? "retry" : troubles[trouble.code].remedy;
}

/** As people read it: the code, what it means, and what was said. */
export function describeTrouble({ code, detail }: Pick<Trouble, "code" | "detail">): string {
  const { title } = troubles[code];
  return detail === "" ? `${code}: ${title}` : `${code}: ${title} (${detail})`;
}
