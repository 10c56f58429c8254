import type { Method, Params, Result } from "../../../api/tutti.ts";

/** The error, as every other face gets it. */
export class CallError extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(message: string, code: string, hint: string | null) {
    super(message);
    this.name = "CallError";
    this.code = code;
    this.hint = hint;
  }
}

interface Refusal {
  readonly message?: string;
  readonly error?: { readonly code: string; readonly hint: string | null };
}

let csrf = "";
let onLoggedOut: () => void = () => undefined;

export function setToken(token: string, whenLoggedOut: () => void): void {
  csrf = token;
  onLoggedOut = whenLoggedOut;
}

export async function call<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
  const answer = await send(method, params);
  const body = (await answer.json()) as unknown;
  if (answer.ok) return body as Result<M>;
  if (answer.status === 401) onLoggedOut();
  const { message, error } = body as Refusal;
  throw new CallError(
    message ?? `the conductor answered with ${answer.status}`,
    error?.code ?? "",
    error?.hint ?? null,
  );
}

async function send(method: string, params: unknown): Promise<Response> {
  try {
    return await fetch(`/api/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-tutti-csrf": csrf },
      body: JSON.stringify(params),
    });
  } catch (error) {
    throw new CallError("the conductor does not answer", "conductor.lost", `Run tutti dashboard. (${String(error)})`);
  }
}

/** Names one call: repeated with the same key, it has no second effect. */
export function newKey(): string {
  return crypto.randomUUID();
}
