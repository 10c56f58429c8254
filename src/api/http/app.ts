import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { TuttiError } from "../../base/error.ts";
import { makeDirect, served } from "../direct.ts";
import type { Bus } from "../events/bus.ts";
import type { Handlers, Method } from "../methods/table.ts";
import { failed } from "../wire/failure.ts";
import type { Asset, Assets } from "./assets.ts";
import { openEventStream } from "./event-stream.ts";
import { isChange, refusalOf } from "./guards.ts";
import { pagePlaces, policyOf, safeHeaders } from "./headers.ts";
import { newToken, type Session, type Sessions } from "./sessions.ts";

export interface AppParts {
  readonly handlers: Handlers;
  readonly bus: Bus;
  readonly sessions: Sessions;
  readonly assets: Assets;
  readonly version: string;
  readonly port: () => number;
  /** Event streams that are open now. */
  readonly streams: Set<() => void>;
}

interface Variables {
  session: Session;
}

type App = Hono<{ Variables: Variables }>;
type Answering = Context<{ Variables: Variables }>;

/** As the socket takes it. */
const mostBytes = 4 * 1024 * 1024;
/** Of one browser: it needs one, and a tab that was closed may not be gone yet. */
const mostStreams = 16;
const csrfHeader = "x-tutti-csrf";
const policyHeader = "content-security-policy";

/**
 * Every route there is. The table of methods decides the actions of a path under `/api`: there is no second interface.
 */
export function makeApp(parts: AppParts): App {
  const app: App = new Hono();
  app.use(async (context, next) => {
    const { req } = context;
    const refusal = refusalOf({ method: req.method, header: (name) => req.header(name) }, parts.port());
    if (refusal === null) await next();
    else context.res = context.text(`${refusal}\n`, 403);
    for (const [name, value] of Object.entries(safeHeaders)) context.header(name, value);
    if (context.res.headers.get(policyHeader) === null) context.header(policyHeader, policyOf(null));
    if (context.res.headers.get("cache-control") === null) context.header("cache-control", "no-store");
  });
  app.use(bodyLimit({ maxSize: mostBytes, onError: (context) => context.text("the request is too long\n", 413) }));
  app.post("/login", (context) => logIn(parts, context));
  app.use("/session", requireSession(parts));
  app.use("/logout", requireSession(parts));
  app.use("/api/*", requireSession(parts));
  app.get("/session", (context) => context.json({ csrf: context.get("session").csrf, version: parts.version }));
  app.post("/logout", (context) => {
    context.get("session").end();
    deleteCookie(context, cookieName(parts), { path: "/" });
    return context.body(null, 204);
  });
  app.get("/api/events", (context) => streamEvents(parts, context));
  const tutti = makeDirect(served(parts.handlers, parts.bus), () => Promise.resolve());
  app.post("/api/:method", async (context) => {
    // Checked there: a name may be anything.
    const method = context.req.param("method") as Method;
    return context.json((await tutti.call(method, (await jsonOf(context)) as never)) ?? null);
  });
  app.all("/api/*", (context) => context.text("there is no such route\n", 404));
  app.get("/assets/:name", async (context) => {
    const asset = await parts.assets.find(context.req.param("name"));
    if (asset === null) return context.text("there is no such file\n", 404);
    // The name changes with the content.
    context.header("cache-control", "public, max-age=31536000, immutable");
    return sendAsset(context, asset);
  });
  // Every other address is one of a view within the page.
  app.get("*", async (context) => sendPage(parts, context, await parts.assets.page()));
  app.onError((error, context) => {
    const { error: told } = failed(null, error);
    return context.json({ error: told.data, message: told.message }, statusOf(error));
  });
  return app;
}

function cookieName({ port }: AppParts): string {
  // Browsers give a cookie to every port of a host: two conductors must not take each other's.
  return `tutti-${String(port())}`;
}

async function logIn(parts: AppParts, context: Answering): Promise<Response> {
  const { token } = (await jsonOf(context)) as { readonly token?: unknown };
  const session = typeof token === "string" && token.length <= 200 ? parts.sessions.enter(token) : null;
  if (session === null)
    return context.json(
      { message: "this link was used before, or is too old. Run tutti dashboard for a new one." },
      401,
    );
  setCookie(context, cookieName(parts), session, { path: "/", httpOnly: true, sameSite: "Strict" });
  return context.body(null, 204);
}

function requireSession(parts: AppParts) {
  return async (context: Answering, next: () => Promise<void>): Promise<Response | undefined> => {
    const session = parts.sessions.find(getCookie(context, cookieName(parts)) ?? "");
    if (session === null) return context.json({ message: "not logged in. Run tutti dashboard." }, 401);
    if (isChange(context.req.method) && context.req.header(csrfHeader) !== session.csrf)
      return context.json({ message: `the header ${csrfHeader} is missing or wrong` }, 403);
    context.set("session", session);
    await next();
    return undefined;
  };
}

async function streamEvents({ bus, streams }: AppParts, context: Answering): Promise<Response> {
  const session = context.get("session");
  if (session.onEnd.size >= mostStreams) return context.text("this browser has too many event streams\n", 429);
  const last = context.req.header("last-event-id") ?? context.req.query("after") ?? "";
  const end = (): void => stream.end();
  const stream = await openEventStream(bus, /^\d{1,15}$/.test(last) ? Number(last) : null, () => {
    session.onEnd.delete(end);
    streams.delete(end);
  });
  session.onEnd.add(end);
  streams.add(end);
  return context.body(stream.body, 200, { "content-type": "text/event-stream" });
}

/** A browser that is logged in finds in the page what it needs for its first call: one round trip less. */
function sendPage(parts: AppParts, context: Answering, { type, bytes }: Asset): Response {
  const nonce = newToken();
  const session = parts.sessions.find(getCookie(context, cookieName(parts)) ?? "");
  context.header(policyHeader, policyOf(nonce));
  const page = new TextDecoder()
    .decode(bytes)
    .replaceAll(pagePlaces.nonce, nonce)
    .replaceAll(pagePlaces.csrf, session?.csrf ?? "")
    .replaceAll(pagePlaces.version, parts.version);
  return context.body(page, 200, { "content-type": type });
}

function sendAsset(context: Answering, { type, bytes, gzip }: Asset): Response {
  const isPacked = gzip !== null && /\bgzip\b/.test(context.req.header("accept-encoding") ?? "");
  context.header("vary", "accept-encoding");
  if (isPacked) context.header("content-encoding", "gzip");
  return context.body(isPacked ? gzip : bytes, 200, { "content-type": type });
}

async function jsonOf(context: Answering): Promise<unknown> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim();
  try {
    if (type === "application/json") return await context.req.json();
  } catch {
    // Told below.
  }
  throw new TuttiError("rpc.invalid", "the body has to be JSON, and be declared as such", { audience: "user" });
}

function statusOf(error: unknown): 400 | 500 | 503 {
  if (!(error instanceof TuttiError)) return 500;
  const statuses = { user: 400, environment: 503, bug: 500 } as const;
  return statuses[error.audience];
}
