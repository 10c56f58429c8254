import { TuttiError } from "../base/error.ts";
import type { World } from "../base/world.ts";
import type { RunProcess } from "../process/process.ts";
import { makeApi } from "./api/api.ts";
import type { Send } from "./api/request.ts";
import { hasGh, sendGh } from "./api/send-gh.ts";
import { sendHttp } from "./api/send-http.ts";
import type { Forge } from "./forge.ts";
import { giteaForge } from "./gitea/gitea.ts";
import { githubForge } from "./github/github.ts";
import { gitlabForge } from "./gitlab/gitlab.ts";
import type { ForgeKind, ForgePlace } from "./place.ts";

export interface ForgeMeans {
  readonly run: RunProcess;
  readonly world: World;
  /** Of whoever asked for the job: tokens, and what `gh` needs to find its login. */
  readonly env: Readonly<Record<string, string>>;
}

/** The server of a place, with a login: `gh` where it has one, else a token. Throws `forge.no_login` without either. */
export async function openForge(place: ForgePlace, means: ForgeMeans): Promise<Forge> {
  const { world } = means;
  const send = await sendFor(place, means);
  const login = { host: place.host, hint: hintFor(place) };
  switch (place.kind) {
    case "github":
      return githubForge(place, makeApi({ send, login, world, paging: { size: 100, sizeName: "per_page" } }));
    case "gitlab":
      return gitlabForge(place, makeApi({ send, login, world, paging: { size: 100, sizeName: "per_page" } }));
    case "gitea":
      return giteaForge(place, makeApi({ send, login, world, paging: { size: 50, sizeName: "limit" } }));
  }
}

async function sendFor(place: ForgePlace, { run, world, env }: ForgeMeans): Promise<Send> {
  const gh = { run, env, host: place.host };
  if (place.kind === "github" && (await hasGh(gh))) return sendGh(gh);
  const token = tokenNames(place)
    .map((name) => env[name]?.trim() ?? "")
    .find((value) => value !== "");
  // A header refuses anything else, with words that repeat it.
  if (token === undefined || !/^[!-~]+$/.test(token)) {
    const what = token === undefined ? "there is no login" : "the token in the environment is no token";
    throw new TuttiError("forge.no_login", `${what} for ${place.host}`, { audience: "user", hint: hintFor(place) });
  }
  return sendHttp({ api: place.api, graphql: graphqlOf(place), headers: headersFor(place.kind, token), world });
}

function isCloud({ host }: ForgePlace): boolean {
  return host === "github.com" || host.endsWith(".ghe.com");
}

/** As `gh` does it: the token for github.com is not shown to other servers. */
function tokenNames(place: ForgePlace): readonly string[] {
  switch (place.kind) {
    case "github":
      return isCloud(place) ? ["GH_TOKEN", "GITHUB_TOKEN"] : ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
    case "gitlab":
      return ["GITLAB_TOKEN"];
    case "gitea":
      return ["GITEA_TOKEN"];
  }
}

function hintFor(place: ForgePlace): string {
  const names = tokenNames(place).join(" or ");
  return place.kind === "github"
    ? `Run "gh auth login --hostname ${place.host}", or set ${names}.`
    : `Set ${names} to a token of that server.`;
}

function graphqlOf(place: ForgePlace): string {
  return isCloud(place) ? `${place.api}/graphql` : place.api.replace(/\/v3$/, "/graphql");
}

function headersFor(kind: ForgeKind, token: string): Readonly<Record<string, string>> {
  switch (kind) {
    case "github":
      return {
        authorization: `Bearer ${token}`,
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
      };
    case "gitlab":
      return { authorization: `Bearer ${token}`, accept: "application/json" };
    case "gitea":
      return { authorization: `token ${token}`, accept: "application/json" };
  }
}
