import { createHash, timingSafeEqual } from "node:crypto";
import { TuttiError } from "../../base/error.ts";
import type { Hello } from "../contract/conductor.ts";
import { askedOf } from "../methods/asked.ts";
import { conductorHello } from "../methods/conductor/hello.ts";

/** The conductor's description for the clients that it admits, and how it knows them. */
export interface Greeting {
  readonly token: string;
  readonly protocol: number;
  readonly version: string;
  readonly pid: number;
  isIdle(): boolean;
}

/**
 * Admits clients that have the token and speak our protocol. The token is looked at first and on its own, so that a
 * stranger learns nothing; the protocol before the rest, because a client of another one may send what we can't know.
 */
export function greet(greeting: Greeting, params: unknown): Hello {
  const { token, protocol, version } = fieldsOf(params);
  if (typeof token !== "string" || !isSame(token, greeting.token))
    throw refusal("the token is not that of this conductor");
  if (typeof protocol === "number" && protocol !== greeting.protocol)
    throw otherVersion(greeting, { protocol, version });
  askedOf("conductor.hello", conductorHello, params);
  return { protocol: greeting.protocol, version: greeting.version, pid: greeting.pid, isIdle: greeting.isIdle() };
}

export function refusal(why: string): TuttiError {
  return new TuttiError("conductor.refused", `the conductor refuses: ${why}`, {
    audience: "user",
    hint: "The first call has to be conductor.hello with the token of the conductor's own file, which is new at each of its starts.",
  });
}

function otherVersion(
  greeting: Greeting,
  client: { readonly protocol: number; readonly version: unknown },
): TuttiError {
  const its =
    typeof client.version === "string" ? `Tutti ${client.version.slice(0, 100)}` : "a Tutti of another version";
  return new TuttiError(
    "conductor.other_version",
    `the conductor is Tutti ${greeting.version} (protocol ${greeting.protocol}), and the client is ${its} (protocol ${client.protocol})`,
    {
      audience: "user",
      hint: "Restart the conductor with the Tutti you want to use: tutti restart. It goes on with its jobs.",
    },
  );
}

function fieldsOf(params: unknown): Readonly<Record<string, unknown>> {
  return typeof params === "object" && params !== null ? (params as Readonly<Record<string, unknown>>) : {};
}

/** In the same time wherever they differ; hashed, because only equal lengths can be compared so. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
