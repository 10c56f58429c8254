/**
 * The input of a bridge (`dist/agents/acp.js`, `dist/agents/http.js`): JSON in a file, its only argument. Secrets stay
 * in its environment; this names the variable. It starts in the context's folder.
 */
export interface BridgeRequest {
  readonly promptPath: string;
  readonly contextPath: string;
  /** `null`: a new session. */
  readonly session: string | null;
  readonly model: string | null;
  /** US dollars; `null`: no limit. */
  readonly budgetUsd: number | null;
  readonly to: AcpDrive | HttpDrive;
}

/** A program that speaks the Agent Client Protocol on stdin and stdout. */
export interface AcpDrive {
  readonly kind: "acp";
  /** It inherits the bridge's environment. */
  readonly argv: readonly [string, ...string[]];
}

export interface HttpDrive {
  readonly kind: "http";
  readonly api: HttpApi;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** `null`: no key. */
  readonly keyVariable: string | null;
  readonly model: string;
  readonly maxTurns: number;
  readonly tools: readonly HttpTool[];
  /** The sheet's own folder, for conversations to resume. */
  readonly homePath: string;
  /** `null`: unknown. */
  readonly price: ModelPrice | null;
}

export type HttpApi = "openai" | "anthropic" | "ollama" | "recursive-light";
export type HttpTool = "read" | "write" | "list" | "run";

/** US dollars per million tokens. `null`: as `input`. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
}
