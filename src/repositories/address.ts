import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { TuttiError } from "../base/error.ts";
import { withoutSecrets } from "../base/shown-text.ts";
import { visible } from "../base/text.ts";
import { nameOf, slugOf } from "../base/names.ts";
import { hostFault, isLoopback, knownHosts } from "./hosts.ts";

/** A remote repository as a person names it. */
export interface Address {
  /** For git: normalised, and without anything that git would take for an option or a program. */
  readonly url: string;
  readonly transport: "https" | "http" | "ssh" | "git" | "file";
  /** `null`: this machine. */
  readonly host: string | null;
  /** Owner and name, without `.git`; of a local one, the absolute path. */
  readonly path: string;
  /** Two addresses of one remote have the same; no two remotes share one. Fit for a folder. */
  readonly name: string;
}

type AddressRead =
  | { readonly kind: "address"; readonly address: Address }
  /** Not the form of an address: a folder of this machine. */
  | { readonly kind: "folder" }
  | { readonly kind: "refused"; readonly why: string; readonly hint: string };

/** As git reads it, but stricter: an address that git would run a program for, or that hides a secret, is refused. */
export function readAddress(text: string): AddressRead {
  const written = text.trim();
  if (written === "") return refused("it is empty", usualForms);
  if (/\p{Cc}|\p{Cf}|[\u2028\u2029]/u.test(written))
    return refused("it contains characters that can't be seen", usualForms);
  if (written.startsWith("-")) return refused("git would take it for an option", usualForms);
  // `ext::sh -c …` is a program.
  if (/^[a-z\d+.-]*::/i.test(written))
    return refused(
      "an address with :: makes git run a helper program",
      "Configure the remote in a clone of your own, and name that folder.",
    );
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(written)) return readUrl(written);
  const short = scpLike.exec(written);
  if (short === null) return { kind: "folder" };
  const [, user = null, host = "", path = ""] = short;
  return remote({ transport: "ssh", user, host, port: "", path, isBelowHome: !path.startsWith("/") });
}

/** The address that `text` names, or an error that says why it is none. */
export function requireAddress(text: string): Address {
  const read = readAddress(text);
  if (read.kind === "address") return read.address;
  if (read.kind === "folder") return readUrlOf(text);
  throw badAddress(text, read);
}

function readUrlOf(text: string): Address {
  const path = text.startsWith("~/") ? resolve(homedir(), text.slice(2)) : resolve(text);
  return local(path);
}

export function badAddress(text: string, { why, hint }: { readonly why: string; readonly hint: string }): TuttiError {
  const shown = visible(withoutSecrets(text)).slice(0, 300);
  return new TuttiError("repository.bad_address", `${JSON.stringify(shown)} is no address that Tutti uses: ${why}`, {
    audience: "user",
    hint,
  });
}

const usualForms = "Name one as https://host/owner/name.git, git@host:owner/name.git, ssh://… or file:///path.";

/** A slash before the colon makes it a path, as for git. A drive letter is one, too. */
const scpLike = /^(?:([^@/:\s]+)@)?(\[[\da-f:.]+\]|[^@/:\s[\]]{2,}):(?!\/\/)(.+)$/i;

const transports: Readonly<Record<string, Address["transport"]>> = {
  "https:": "https",
  "http:": "http",
  "ssh:": "ssh",
  "git+ssh:": "ssh",
  "ssh+git:": "ssh",
  "git:": "git",
  "file:": "file",
};

function readUrl(written: string): AddressRead {
  const scheme = written.slice(0, written.indexOf(":") + 1).toLowerCase();
  const transport = transports[scheme];
  if (transport === undefined) return refused(`${scheme}// is no way to a repository`, usualForms);
  if (/[\s\\]/.test(written)) return refused("it contains blanks or backslashes", usualForms);
  if (!URL.canParse(written)) return refused("it is not a URL", usualForms);
  const url = new URL(written);
  if (url.search !== "" || url.hash !== "") return refused("it has a query or a fragment", usualForms);
  if (transport === "file") return readFileUrl(url);
  if (url.password !== "" || (url.username !== "" && transport !== "ssh"))
    return refused(
      "it has a login in it, which would be stored and shown",
      "Leave it out: git asks your credential helper (git config credential.helper).",
    );
  // As it was written: the URL class makes ASCII of a look-alike, and leaves out steps up.
  const authority = written.slice(written.indexOf("//") + 2).split("/", 1)[0] ?? "";
  const host = /^(?:[^@]*@)?(\[[^\]]*\]|[^:]*)/.exec(authority)?.[1] ?? "";
  const user = url.username === "" ? null : decoded(url.username);
  const path = decoded(written.slice(written.indexOf("//") + 2 + authority.length));
  if (path === null) return refused("its path is not well-formed", usualForms);
  return remote({ transport, user, host, port: url.port, path, isBelowHome: false });
}

function readFileUrl(url: URL): AddressRead {
  if (url.host !== "" && url.host !== "localhost") return refused("a file address names no host", usualForms);
  const path = decoded(url.pathname);
  if (path === null || !isAbsolute(path) || path.includes("\0")) return refused("it is no absolute path", usualForms);
  return { kind: "address", address: local(path) };
}

function local(path: string): Address {
  const plain = resolve(path);
  return {
    url: `file://${plain.split("/").map(encodeURIComponent).join("/")}`,
    transport: "file",
    host: null,
    path: plain,
    name: nameFor(
      ["file", plain],
      plain
        .split("/")
        .at(-1)
        ?.replace(/\.git$/, "") ?? "",
    ),
  };
}

interface Parts {
  readonly transport: Exclude<Address["transport"], "file">;
  readonly user: string | null;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  /** The short form of ssh: its path begins in the home of the user there. */
  readonly isBelowHome: boolean;
}

function remote(parts: Parts): AddressRead {
  const { transport, user } = parts;
  const host = parts.host.toLowerCase();
  const fault = hostFault(host, transport === "ssh");
  if (fault !== null) return refused(fault, "Look at each letter of the host, and copy the address from its page.");
  if (user !== null && !/^[\w.][\w.-]*$/.test(user)) return refused("the user name is not a plain word", usualForms);
  if ((transport === "http" || transport === "git") && !isLoopback(host))
    return refused(
      `${transport}:// is not encrypted, so anyone on the way could change what arrives`,
      "Use https:// or ssh.",
    );
  const segments = segmentsOf(parts.path);
  if (segments === null) return refused("its path is not that of a repository", usualForms);
  if (host === "github.com" && segments.length > 2)
    return refused(
      "it is a page of a repository",
      `Name the repository: https://github.com/${segments.slice(0, 2).join("/")}`,
    );
  return { kind: "address", address: whole({ ...parts, host, segments }) };
}

const usualPorts: Readonly<Record<string, string>> = { https: "443", http: "80", ssh: "22", git: "9418" };

function whole({ segments, ...parts }: Parts & { readonly segments: readonly string[] }): Address {
  const { transport, user, host, port } = parts;
  const isUsual = port === "" || port === usualPorts[transport];
  const place = `${host}${isUsual ? "" : `:${port}`}`;
  const path = segments.join("/");
  const login = user === null ? "" : `${user}@`;
  const url = parts.isBelowHome
    ? `${login}${host}:${path}`
    : `${transport}://${login}${place}/${segments.map(encodePart).join("/")}`;
  const bare = path.replace(/\.git$/, "");
  // Known servers ignore case, and have no homes.
  const key = knownHosts.has(host) ? bare.toLowerCase() : `${parts.isBelowHome ? "~/" : ""}${bare}`;
  return { url, transport, host, path: bare, name: nameFor([transport, login, place, key], `${host}-${bare}`) };
}

/** A tilde must stay: it is the home of a user. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replaceAll("%7E", "~").replaceAll("%2B", "+").replaceAll("%40", "@");
}

/** `null`: a step up, an option of a program on the other side, or nothing. */
function segmentsOf(path: string): readonly string[] | null {
  const segments = path
    .replace(/\/+$/, "")
    .split("/")
    .filter((segment) => segment !== "");
  const isOdd = segments.some((one) => one === "." || one === ".." || /[\s\p{Cc}\\?#'"`$;|&<>]/u.test(one));
  return segments.length === 0 || isOdd || (segments[0] ?? "").startsWith("-") ? null : segments;
}

/** Readable first, then a hash: `github-com-owner-name-abcdefghij`. */
function nameFor(key: readonly string[], shown: string): string {
  // `nameOf` ends what is no canonical id in the hash of the whole.
  const hash = nameOf(`${key.join("\n")}\n`).slice(-16);
  return `${slugOf(shown)}-${hash}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function refused(why: string, hint: string): AddressRead {
  return { kind: "refused", why, hint };
}
