import { TuttiError } from "../base/error.ts";
import { withoutSecrets } from "../base/shown-text.ts";

export type ForgeKind = "github" | "gitlab" | "gitea";

/** A repository on a server, as its address says it. */
export interface ForgePlace {
  readonly kind: ForgeKind;
  /** With the port, where it is not the usual one: what a login is for. */
  readonly host: string;
  /** Where its API is, without a slash at the end. */
  readonly api: string;
  /** A user, an organisation, or groups within groups (`a/b/c`). */
  readonly owner: string;
  readonly name: string;
}

/** `kind`: what the score says; `null`: only hosts that everybody knows. */
export function forgeOf(remoteUrl: string, kind: ForgeKind | null): ForgePlace {
  const address = addressOf(remoteUrl);
  if (address === null) throw noForge(remoteUrl, "it is no address of a repository on a server");
  const { host, scheme } = address;
  const known = kindOf(host);
  const actual = kind ?? known;
  if (actual === null) throw noForge(remoteUrl, `nobody knows what kind of server ${host} is`);
  if (kind !== null && known !== null && kind !== known)
    throw noForge(remoteUrl, `${host} is a ${known}, not a ${kind}`);
  const segments = address.segments;
  const name = segments.at(-1);
  // Where a server has its repositories below a path, only the last two names are the repository's.
  const isDeep = actual === "gitlab";
  const owner = isDeep ? segments.slice(0, -1) : segments.slice(-2, -1);
  const above = isDeep ? [] : segments.slice(0, -2);
  if (name === undefined || owner.length === 0 || (above.length > 0 && actual === "github")) {
    throw noForge(remoteUrl, "its path is not an owner and a name");
  }
  const root = `${scheme}://${[host, ...above.map(encodeURIComponent)].join("/")}`;
  return { kind: actual, host, api: apiOf(actual, host, root), owner: owner.join("/"), name };
}

interface Address {
  /** Of the API: whoever talks to the repository without encryption has chosen so. */
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly segments: readonly string[];
}

/** `git@host:owner/name`, which is no URL. A `/` before the colon makes it a path of this machine. */
const scpLike = /^(?:[^@/\s:]+@)?([^/\s:[\]@]+|\[[\da-f:]+\]):(?!\/\/)(.+)$/i;

function addressOf(remoteUrl: string): Address | null {
  const short = /^[a-z][a-z\d+.-]*:\/\//i.test(remoteUrl) ? null : scpLike.exec(remoteUrl);
  if (short !== null) return withHost("https", short[1] ?? "", short[2] ?? "");
  if (!URL.canParse(remoteUrl)) return null;
  const url = new URL(remoteUrl);
  switch (url.protocol) {
    case "https:":
      return withHost("https", url.host, decoded(url.pathname));
    case "http:":
      return withHost(kindOf(url.hostname) === null ? "http" : "https", url.host, decoded(url.pathname));
    case "ssh:":
    case "git+ssh:":
    case "ssh+git:":
    case "git:":
      // The port is that of another service.
      return withHost("https", url.hostname, decoded(url.pathname));
    default:
      return null;
  }
}

function withHost(scheme: Address["scheme"], host: string, path: string | null): Address | null {
  if (path === null || host === "") return null;
  const whole = path.replaceAll(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  const segments = whole.split("/").filter((segment) => segment !== "");
  const isOdd = segments.some(
    (segment) => segment === "." || segment === ".." || segment.startsWith("~") || /[\s\p{Cc}?#\\]/u.test(segment),
  );
  return isOdd ? null : { scheme, host: usualHosts[host.toLowerCase()] ?? host.toLowerCase(), segments };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Servers that can be reached by SSH through a firewall have another name there. */
const usualHosts: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "www.gitlab.com": "gitlab.com",
};

const knownHosts: Readonly<Record<string, ForgeKind>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "gitea",
  "gitea.com": "gitea",
};

function kindOf(host: string): ForgeKind | null {
  return knownHosts[host] ?? (host.endsWith(".ghe.com") ? "github" : null);
}

function apiOf(kind: ForgeKind, host: string, root: string): string {
  if (kind === "gitlab") return `${root}/api/v4`;
  if (kind === "gitea") return `${root}/api/v1`;
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `https://api.${host}` : `${root}/api/v3`;
}

function noForge(remoteUrl: string, why: string): TuttiError {
  return new TuttiError("forge.unknown", `no pull requests can be opened at ${withoutSecrets(remoteUrl)}: ${why}`, {
    audience: "user",
    hint: "Set landing.pull_request.forge to github, gitlab or gitea, and let the remote's address be like https://host/owner/name.git or git@host:owner/name.git.",
  });
}
