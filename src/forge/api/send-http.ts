import { duration } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import type { World } from "../../base/world/world.ts";
import { unreachable } from "./complaint.ts";
import { type ApiAnswer, type ApiRequest, answerCap, endCap, graphql, patienceMs, type Send } from "./request.ts";

interface Setting {
  /** Without a slash at the end. */
  readonly api: string;
  readonly graphql: string;
  /** The one that carries the token included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly world: World;
}

const mostRedirects = 3;

export function sendHttp(setting: Setting): Send {
  return async (request) => {
    const control = new AbortController();
    const callOff = setting.world.after(patienceMs, () => {
      control.abort();
    });
    try {
      return await answerTo(setting, request, control.signal);
    } catch (error) {
      if (error instanceof TuttiError) throw error;
      const why = control.signal.aborted ? `no answer within ${duration(patienceMs)}` : reasonOf(error);
      throw notAsked(setting, why);
    } finally {
      callOff();
    }
  };
}

async function answerTo(setting: Setting, request: ApiRequest, signal: AbortSignal): Promise<ApiAnswer> {
  let url = new URL(request.path === graphql ? setting.graphql : `${setting.api}${request.path}`);
  const home = url.origin;
  for (let redirects = 0; ; redirects++) {
    const isHome = url.origin === home;
    const response = await fetch(url, {
      method: request.method,
      // Only the server that the token is for sees it.
      headers: {
        "user-agent": "tutti",
        ...(isHome ? setting.headers : {}),
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: "manual",
      signal,
    });
    const next = redirectOf(response, url, request);
    if (next === null) return read(setting, request, response);
    await response.body?.cancel();
    const mayFollow =
      next.origin === home ||
      (request.wants === "end" && (next.protocol === "https:" || next.protocol === new URL(home).protocol));
    if (!mayFollow) throw notAsked(setting, `it sends us on to ${next.host}, which is another server`);
    if (redirects >= mostRedirects) throw notAsked(setting, "it sends us on again and again");
    url = next;
  }
}

/** A call that changes something follows only the redirects that keep method and body. */
function redirectOf(response: Response, from: URL, request: ApiRequest): URL | null {
  const isMove = [301, 302, 303].includes(response.status) && request.method === "GET";
  if (!isMove && response.status !== 307 && response.status !== 308) return null;
  const location = response.headers.get("location");
  return location !== null && URL.canParse(location, from.href) ? new URL(location, from.href) : null;
}

async function read(setting: Setting, request: ApiRequest, response: Response): Promise<ApiAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    chunks.push(bytes);
    size += bytes.length;
    if (request.wants === "end") {
      while (chunks[0] !== undefined && size - chunks[0].length >= endCap) size -= chunks.shift()?.length ?? 0;
    } else if (size > answerCap) throw notAsked(setting, `its answer is longer than ${String(answerCap)} bytes`);
  }
  const whole = Buffer.concat(chunks);
  const text = (request.wants === "end" ? whole.subarray(-endCap) : whole).toString("utf8");
  return { status: response.status, headers: new Map(response.headers), text };
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { readonly code?: unknown } | null)?.code;
  return typeof code === "string"
    ? code
    : shownText(cause instanceof Error ? cause.message : "the connection broke", 200);
}

function notAsked({ api }: Setting, why: string): TuttiError {
  return unreachable(`${new URL(api).host} could not be asked: ${why}`);
}
