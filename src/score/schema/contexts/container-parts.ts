import type { Mount, PublishedPort } from "../../plan/container.ts";
import type { Meaning } from "../../source/shape.ts";

/** `FROM:TO` or `FROM:TO:ro`, as for a container engine; read-only unless it says `rw`. */
export function mount(written: string): Meaning<Mount> {
  const [from = "", to = "", mode = "ro", ...more] = written.split(":");
  if (more.length > 0 || !/^(?:ro|rw)$/.test(mode))
    return { kind: "wrong", why: "must be FROM:TO, FROM:TO:ro or FROM:TO:rw" };
  if (!/^(?:\/|~\/|~$)/.test(from) || isStepped(from))
    return { kind: "wrong", why: "must begin with a folder of this machine: an absolute path, or one below ~" };
  if (!to.startsWith("/") || isStepped(to))
    return { kind: "wrong", why: "must name an absolute path inside, without .." };
  if (to === "/") return { kind: "wrong", why: "can't take the place of /" };
  if (holdsSockets(from))
    return {
      kind: "wrong",
      why: "holds sockets of this machine: a program that reaches an engine has the whole machine",
    };
  return { kind: "means", value: { from, to: to.replace(/\/+$/, ""), isReadOnly: mode === "ro" } };
}

/** Sockets of engines lie in /run, or in a folder above it. */
function holdsSockets(path: string): boolean {
  return /\.sock$|^\/(?:var)?\/*$|^\/(?:var\/)?run(?:\/|$)/.test(path);
}

function isStepped(path: string): boolean {
  return path.split("/").includes("..") || /\p{Cc}/u.test(path);
}

/** `INSIDE`, `HOST:INSIDE` or `127.0.0.1:HOST:INSIDE`, each with `/tcp` or `/udp`. Only this machine reaches it. */
export function publishedPort(written: string): Meaning<PublishedPort> {
  const [, address, host, inside = "", protocol = "tcp"] =
    /^(?:(127\.0\.0\.1|localhost):)?(?:(\d*):)?(\d+)(?:\/(tcp|udp))?$/.exec(written) ?? [];
  if (inside === "")
    return {
      kind: "wrong",
      why: "must be INSIDE, HOST:INSIDE or 127.0.0.1:HOST:INSIDE, each with /tcp or /udp; other addresses would open it to the network",
    };
  if (address !== undefined && host === undefined) return { kind: "wrong", why: "names an address but one port only" };
  const numbers = [inside, ...(host === undefined || host === "" ? [] : [host])].map(Number);
  if (numbers.some((number) => number < 1 || number > 65_535))
    return { kind: "wrong", why: "has a port that is not between 1 and 65535" };
  return {
    kind: "means",
    value: {
      host: host === undefined || host === "" ? null : Number(host),
      inside: Number(inside),
      protocol: protocol === "udp" ? "udp" : "tcp",
    },
  };
}

export function printedMount({ from, to, isReadOnly }: Mount): string {
  return `${from}:${to}${isReadOnly ? "" : ":rw"}`;
}

export function printedPort({ host, inside, protocol }: PublishedPort): string {
  return `${host === null ? "" : `${String(host)}:`}${String(inside)}${protocol === "udp" ? "/udp" : ""}`;
}
