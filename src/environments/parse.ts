import type { Meaning } from "../score/source/shape.ts";

/** How the value of a secret is found; the value itself is never written down. */
export type SecretReference =
  /** A variable of the terminal. */
  | { readonly kind: "env"; readonly name: string }
  /** What a program prints. */
  | { readonly kind: "command"; readonly argv: readonly [string, ...string[]] }
  /** An entry of the desktop's keyring. */
  | { readonly kind: "keyring"; readonly service: string; readonly account: string };

const variable = /^[A-Za-z_]\w*$/;

/** `env:NAME`, `command:PROGRAM ARGUMENT…`, `keyring:SERVICE/ACCOUNT`. */
export function secretReference(written: string): Meaning<SecretReference> {
  const [, kind = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(written) ?? [];
  switch (kind) {
    case "env":
      return variable.test(rest)
        ? { kind: "means", value: { kind: "env", name: rest } }
        : { kind: "wrong", why: "names no variable after env:" };
    case "command": {
      const [program, ...args] = wordsIn(rest) ?? [];
      return program === undefined
        ? { kind: "wrong", why: "names no program after command:, or has a quote without its end" }
        : { kind: "means", value: { kind: "command", argv: [program, ...args] } };
    }
    case "keyring": {
      const [, service, account] = /^([^/\p{Cc}]+)\/([^\p{Cc}]+)$/u.exec(rest) ?? [];
      return service === undefined || account === undefined
        ? { kind: "wrong", why: "must be keyring:SERVICE/ACCOUNT" }
        : { kind: "means", value: { kind: "keyring", service, account } };
    }
    default:
      // The value may be the secret itself: it is not repeated.
      return {
        kind: "wrong",
        why: "must be a reference, never the secret itself: env:NAME, command:PROGRAM ARGUMENT… or keyring:SERVICE/ACCOUNT",
      };
  }
}

/** Words of a command line without a shell: blanks part them, quotes hold them together. `null`: a quote is open. */
function wordsIn(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (const sign of line) {
    if (quote !== "") {
      if (sign === quote) quote = "";
      else word = `${word ?? ""}${sign}`;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = `${word ?? ""}${sign}`;
  }
  if (quote !== "") return null;
  return word === null ? words : [...words, word];
}

export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly isReadOnly: boolean;
}

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
  if (/\.sock$|^\/(?:var\/)?run\/(?:docker|podman|containerd)/.test(from))
    return { kind: "wrong", why: "is a socket of an engine: it gives access to the whole machine" };
  return { kind: "means", value: { from, to: to.replace(/\/+$/, ""), isReadOnly: mode === "ro" } };
}

function isStepped(path: string): boolean {
  return path.split("/").includes("..") || /\p{Cc}/u.test(path);
}

export interface PublishedPort {
  /** `null`: any that is free. */
  readonly host: number | null;
  readonly inside: number;
  readonly protocol: "tcp" | "udp";
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

export interface VariablesRead {
  readonly variables: Readonly<Record<string, string>>;
  /** Line and what is wrong with it. */
  readonly faults: readonly { readonly line: number; readonly why: string }[];
}

/** The text of a file of variables: `NAME=value` a line; blank lines and those that begin with # are skipped. */
export function variablesIn(text: string): VariablesRead {
  const variables: Record<string, string> = {};
  const faults: { line: number; why: string }[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const equals = line.indexOf("=");
    const name = line.slice(0, Math.max(0, equals)).trim();
    const why = faultOf(equals, name);
    if (why !== null) faults.push({ line: at + 1, why });
    else variables[name] = line.slice(equals + 1);
  }
  return { variables, faults };
}

function faultOf(equals: number, name: string): string | null {
  if (equals === -1) return "has no =";
  if (name === "") return "has no name before =";
  if (!variable.test(name)) return `${JSON.stringify(name)} is not a name of a variable`;
  return name.startsWith("TUTTI_") ? "names that begin with TUTTI_ are Tutti's" : null;
}
