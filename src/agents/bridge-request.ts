/**
 * What one of our two bridges (`dist/agents/acp.js`, `dist/agents/http.js`) is told, as JSON in a file whose path is
 * its only argument. The file holds no secret: those are in the bridge's environment, and this names the variable. It
 * is started in the context's folder, with the environment that the agent may have.
 */
export interface BridgeRequest {
  /** The file that holds the prompt. */
  readonly promptPath: string;
  readonly contextPath: string;
  /** The session to go on with; `null`: a new one. */
  readonly session: string | null;
  readonly model: string | null;
  /** What the run may cost in US dollars; `null`: as much as it takes. */
  readonly budgetUsd: number | null;
  readonly to: AcpDrive | HttpDrive;
}

/** A program that speaks the Agent Client Protocol on its stdin and stdout. */
export interface AcpDrive {
  readonly kind: "acp";
  /** It inherits the bridge's environment. */
  readonly argv: readonly [string, ...string[]];
}

export interface HttpDrive {
  readonly kind: "http";
  readonly api: HttpApi;
  /** Without a slash at its end; the API's own paths come behind it. */
  readonly baseUrl: string;
  /** The environment variable that holds the key; `null`: none is sent. */
  readonly keyVariable: string | null;
  readonly model: string;
  readonly maxTurns: number;
  /** What the model may use, confined to the context. */
  readonly tools: readonly HttpTool[];
  /** A folder of the sheet's own in which the conversation may be kept, so that a session can be gone on with. */
  readonly homePath: string;
  /** `null`: nobody knows what this model costs. */
  readonly price: ModelPrice | null;
}

export type HttpApi = "openai" | "anthropic" | "ollama";
export type HttpTool = "read" | "write" | "list" | "run";

/** In US dollars for a million tokens. A `null` of the cache is charged as `input`. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
}
