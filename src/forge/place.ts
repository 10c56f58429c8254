import { TuttiError } from "../base/error.ts";
import { withoutSecrets } from "../base/shown-text.ts";
import { type ForgeKind, forgeKinds } from "../score/plan/landing-plan.ts";
import type { ForgePlace } from "./forge.ts";
import { servers } from "./kinds/kinds.ts";

/** `kind`: from the score; `null`: only known hosts. */
export function forgeOf(remoteUrl: string, kind: ForgeKind | null): ForgePlace {
  const address = addressOf(remoteUrl);
  if (address === null) throw noForge(remoteUrl, "it is no address of a repository on a server");
  const { host, scheme } = address;
  const known = kindOf(host);
  const actual = kind ?? known;
  if (actual === null) throw noForge(remoteUrl, `Tutti does not know what kind of server ${host} is`);
  if (kind !== null && known !== null && kind !== known)
    throw noForge(remoteUrl, `${host} is a ${known}, not a ${kind}`);
  const server = servers[actual];
  const { segments } = address;
  const name = segments.at(-1);
  const isDeep = server.path === "groups";
  const owner = isDeep ? segments.slice(0, -1) : segments.slice(-2, -1);
  const above = isDeep ? [] : segments.slice(0, -2);
  if (name === undefined || owner.length === 0 || (above.length > 0 && server.path !== "pair-below"))
    throw noForge(remoteUrl, "its path is not an owner and a name");
  const root = `${scheme}://${[host, ...above.map(encodeURIComponent)].join("/")}`;
  return { kind: actual, host, api: server.api(host, root), owner: owner.join("/"), name };
}

interface Address {
  /** Of the API: http only where the remote itself is unencrypted. */
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly segments: readonly string[];
}

/** `git@host:owner/name` is no URL. A `/` before the colon makes it a local path. */
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
  return isOdd ? null : { scheme, host: aliases[host.toLowerCase()] ?? host.toLowerCase(), segments };
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  forgeKinds.flatMap((kind) => Object.entries(servers[kind].aliases)),
);

function kindOf(host: string): ForgeKind | null {
  return forgeKinds.find((kind) => servers[kind].isKnownHost(host)) ?? null;
}

function noForge(remoteUrl: string, why: string): TuttiError {
  return new TuttiError("forge.unknown", `no pull requests can be opened at ${withoutSecrets(remoteUrl)}: ${why}`, {
    audience: "user",
    hint: `Set landing.pull_request.forge to one of ${forgeKinds.join(", ")}, and let the remote's address be like https://host/owner/name.git or git@host:owner/name.git.`,
  });
}
