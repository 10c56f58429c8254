import { TuttiError } from "../base/error.ts";
import { realWorld } from "../base/world/real-world.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { processGroup } from "../process/tree/containment.ts";
import type { SecretReference } from "./parse.ts";
import type { ReadEnvironment } from "./read.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** The person's terminal. */
interface Place {
  readonly env: Variables;
  readonly folder: string;
}

/** A keyring may have to be unlocked by a person. */
const patienceMs = 60_000;
const mostBytes = 100_000;

/** The values of an environment's secrets, for this process only. Throws at the first that can't be had. */
export async function findSecrets(
  { name: environment, environment: { secrets = {} } }: ReadEnvironment,
  place: Place,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const [name, reference] of Object.entries(secrets)) {
    const value = await valueOf(reference, place);
    if ("why" in value)
      throw new TuttiError("environment.no_secret", `${environment}: the secret ${name} can't be read: ${value.why}`, {
        audience: "user",
        hint: `Nothing was started. See what is written for it: tutti env show ${environment}`,
      });
    found[name] = value.text;
  }
  return found;
}

type Found = { readonly text: string } | { readonly why: string };

async function valueOf(reference: SecretReference, { env, folder }: Place): Promise<Found> {
  if (reference.kind === "env") {
    const text = env[reference.name] ?? "";
    return text === "" ? { why: `the variable ${reference.name} is not set in this terminal` } : { text };
  }
  const argv =
    reference.kind === "command"
      ? reference.argv
      : (["secret-tool", "lookup", "service", reference.service, "account", reference.account] as const);
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const end = await run({
    argv,
    cwd: folder,
    env: Object.fromEntries(Object.entries(env).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))),
    output: { kind: "memory", capBytes: mostBytes },
    limits: { timeoutMs: patienceMs },
    tree: "group",
    role: "work",
  });
  // What it printed may be part of the secret: only how it ended is told.
  const program = argv[0];
  if (end.how.kind === "not-started") return { why: `${program} can't be started: is it installed?` };
  if (end.how.kind === "timed-out") return { why: `${program} did not end within a minute` };
  if (end.how.kind !== "exited" || end.how.code !== 0)
    return { why: `${program} ended with ${end.how.kind === "exited" ? String(end.how.code) : end.how.kind}` };
  const text = end.stdout.toString("utf8").replace(/\r?\n$/, "");
  if (end.droppedBytes > 0) return { why: `${program} printed more than a secret has` };
  return text === "" || text.includes("\0") ? { why: `${program} printed no text` } : { text };
}
