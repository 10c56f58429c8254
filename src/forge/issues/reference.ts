import { TuttiError } from "../../base/error.ts";
import type { ForgePlace } from "../forge.ts";
import { forgeOf } from "../place.ts";

/** An issue or a pull request of a repository on GitHub. */
export interface Reference {
  readonly place: ForgePlace;
  readonly number: number;
  /** `owner/name#12`. */
  readonly name: string;
  /** The server's address, without a slash at the end. */
  readonly server: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const short = /^(?<path>[\w.-]+\/[\w.-]+)#(?<number>[1-9]\d{0,9})$/;
const address =
  /^(?<root>https?:\/\/[^/]+)\/(?<path>[\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(?<number>[1-9]\d{0,9})\/?(?:[?#].*)?$/;

/** Whether it has the shape of one; a page of another server has not. */
export function isReference(text: string, env: Variables): boolean {
  const found = address.exec(text)?.groups;
  return short.test(text) || (found !== undefined && found["root"] === serverOf(env));
}

/** `owner/name#12`, or its address. */
export function referenceOf(text: string, env: Variables): Reference {
  const found = (short.exec(text) ?? address.exec(text))?.groups;
  const server = serverOf(env);
  if (found === undefined || (found["root"] ?? server) !== server)
    throw new TuttiError("cli.usage", `${JSON.stringify(text)} is no issue or pull request of ${server}`, {
      audience: "user",
      hint: "Write it like owner/name#12 or https://github.com/owner/name/issues/12. GITHUB_SERVER_URL or GH_HOST name another server.",
    });
  const path = found["path"] ?? "";
  const isCloud = server === "https://github.com";
  return {
    place: forgeOf(`${server}/${path}`, isCloud ? null : "github"),
    number: Number(found["number"]),
    name: `${path}#${found["number"] ?? ""}`,
    server,
  };
}

const numberAlone = /^#?(?<number>[1-9]\d{0,9})$/;

/** `owner/name#12`, its address, or the number alone: then of the repository that a remote's address names. */
export function isPullReference(text: string, env: Variables): boolean {
  return numberAlone.test(text) || isReference(text, env);
}

/** `remote`: the address of the repository that a number alone belongs to. */
export function pullReferenceOf(text: string, env: Variables, remote: string | undefined): Reference {
  const number = numberAlone.exec(text)?.groups?.["number"];
  if (number === undefined) return referenceOf(text, env);
  if (remote === undefined)
    throw new TuttiError("cli.usage", `${JSON.stringify(text)} names a pull request of no repository`, {
      audience: "user",
      hint: "The current folder has no remote. Write it like owner/name#12, or add --repo ADDRESS.",
    });
  const server = serverOf(env);
  const place = forgeOf(remote, new URL(server).host === hostIn(remote) ? "github" : null);
  if (place.kind !== "github")
    throw new TuttiError("cli.usage", `${place.host} is a ${place.kind}: only GitHub's pull requests can be read`, {
      audience: "user",
      hint: "Say what is to be done: tutti task PROMPT --target BRANCH",
    });
  return { place, number: Number(number), name: `${place.owner}/${place.name}#${number}`, server };
}

function hostIn(remote: string): string | null {
  return URL.canParse(remote) ? new URL(remote).host : (/^(?:[^@/]+@)?([^/:]+):/.exec(remote)?.[1] ?? null);
}

/** By the variables that GitHub's own programs read. */
export function serverOf(env: Variables): string {
  const named = env["GITHUB_SERVER_URL"]?.replace(/\/+$/, "") ?? "";
  if (named !== "") return named;
  const host = env["GH_HOST"] ?? "";
  return host === "" ? "https://github.com" : `https://${host}`;
}
