/** Servers that people know by heart: another host must not look like one of them. */
export const knownHosts: ReadonlySet<string> = new Set([
  "github.com",
  "gitlab.com",
  "bitbucket.org",
  "codeberg.org",
  "gitea.com",
  "gitee.com",
  "git.sr.ht",
  "dev.azure.com",
  "ssh.dev.azure.com",
]);

/** Why a host is not talked to; `null`: it is. `isSsh`: it may be an alias of the person's ssh configuration. */
export function hostFault(host: string, isSsh: boolean): string | null {
  if (host.startsWith("[")) return /^\[[\da-f:.]+\]$/.test(host) ? null : "it has no host";
  if (host === "" || host.length > 253) return "it has no host";
  if (/[^\u0021-\u007e]/.test(host))
    return "its host has letters other than a to z, which may look like those of another";
  if (!/^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/.test(host) || host.includes(".."))
    return host.startsWith("-") ? "ssh would take its host for an option" : "its host is not the name of one";
  if (host.split(".").some((label) => label.startsWith("xn--")))
    return "its host has letters other than a to z, which may look like those of another";
  if (isKnown(host)) return null;
  const like = [...knownHosts].find((known) => looksLike(host, known, isSsh));
  return like === undefined ? null : `its host ${host} looks like ${like} and is another`;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function isKnown(host: string): boolean {
  return [...knownHosts].some((known) => host === known || host.endsWith(`.${known}`));
}

function looksLike(host: string, known: string, isSsh: boolean): boolean {
  // `github.com-work` is how people name a second account in ~/.ssh/config; no server can have such a name.
  if (isSsh && new RegExp(`^${known.replaceAll(".", String.raw`\.`)}-[a-z\\d-]+$`).test(host)) return false;
  return (
    `.${host}.`.includes(`.${known}.`) ||
    host.endsWith(known) ||
    host.startsWith(`${known}-`) ||
    plainly(host) === plainly(known) ||
    isOneApart(host, known)
  );
}

/** Signs that are read for each other, as one of them. */
function plainly(host: string): string {
  return host
    .replaceAll("0", "o")
    .replaceAll(/[1i|]/g, "l")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("-", "");
}

/** One letter more, fewer or other, or two that changed places. */
function isOneApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isSwapped || short.slice(at + 1) === long.slice(at + 1);
}
