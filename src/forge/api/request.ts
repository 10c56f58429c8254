/** One call of an API. `path` begins with a slash and is encoded already; `graphql` has an address of its own. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PATCH" | "PUT";
  readonly path: string;
  readonly body?: unknown;
  /** Only the end of a long text is wanted, which another server may hand out. */
  readonly wants?: "end";
}

export interface ApiAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** One try. No answer at all is a TuttiError `forge.unreachable`. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export const patienceMs = 30_000;
export const answerCap = 8 * 1024 * 1024;
/** Of a log: what went wrong is at its end. */
export const endCap = 16 * 1024;
export const graphql = "/graphql";
