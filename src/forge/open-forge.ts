import { TuttiError } from "../base/error.ts";
import type { World } from "../base/world/world.ts";
import type { RunProcess } from "../process/process.ts";
import { type Api, makeApi } from "./api/api.ts";
import type { Send } from "./api/request.ts";
import { hasGhLogin, sendGh } from "./api/send-gh.ts";
import { sendHttp } from "./api/send-http.ts";
import type { Forge, ForgePlace } from "./forge.ts";
import { servers } from "./kinds/kinds.ts";
import { makeForge } from "./pull-requests.ts";

export interface ForgeMeans {
  readonly run: RunProcess;
  readonly world: World;
  /** Of the person who asked for the job: tokens, and what `gh` needs to find its login. */
  readonly env: Readonly<Record<string, string>>;
}

/** The server of a place, with a login: `gh` where it has one, else a token. Throws `forge.no_login` without either. */
export async function openForge(place: ForgePlace, means: ForgeMeans): Promise<Forge> {
  return makeForge(servers[place.kind], place, await openApi(place, means));
}

/** `mayBeGuest`: what anyone may read is read without a login where there is none. */
export async function openApi(
  place: ForgePlace,
  means: ForgeMeans,
  { mayBeGuest = false }: { readonly mayBeGuest?: boolean } = {},
): Promise<Api> {
  const { paging } = servers[place.kind];
  const send = await sendFor(place, means, mayBeGuest);
  return makeApi({ send, login: { host: place.host, hint: hintFor(place) }, world: means.world, paging });
}

async function sendFor(place: ForgePlace, { run, world, env }: ForgeMeans, mayBeGuest: boolean): Promise<Send> {
  const { api, host } = place;
  const { hasGh, tokenNames, headers, graphql } = servers[place.kind];
  const gh = { run, env, host };
  if (hasGh && (await hasGhLogin(gh))) return sendGh(gh);
  const token = tokenNames(host)
    .map((name) => env[name]?.trim() ?? "")
    .find((value) => value !== "");
  if (token === undefined && mayBeGuest)
    return sendHttp({ api, graphql: graphql?.(place) ?? api, headers: { accept: "application/json" }, world });
  // Fetch refuses other characters in a header, with an error that repeats the token.
  if (token === undefined || !/^[!-~]+$/.test(token)) {
    const what = token === undefined ? "there is no login" : "the token in the environment is no token";
    throw new TuttiError("forge.no_login", `${what} for ${host}`, { audience: "user", hint: hintFor(place) });
  }
  return sendHttp({ api, graphql: graphql?.(place) ?? api, headers: headers(token), world });
}

function hintFor({ kind, host }: ForgePlace): string {
  const { tokenNames, hasGh } = servers[kind];
  const names = tokenNames(host).join(" or ");
  return hasGh ? `Run "gh auth login --hostname ${host}", or set ${names}.` : `Set ${names} to a token of that server.`;
}
