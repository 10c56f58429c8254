import type { SecretPlace } from "../../config/notifications/channels.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import { endWords, type RunProcess } from "../../process/process.ts";

/** The channels' access to the world. */
export interface ChannelHands {
  readonly run: RunProcess;
  /** Of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
}

/** Why something can't be sent. `isLasting`: until a person has changed something. */
export class NotSent extends Error {
  readonly isLasting: boolean;

  constructor(why: string, isLasting: boolean) {
    super(why);
    this.name = "NotSent";
    this.isLasting = isLasting;
  }
}

const timeoutMs = 15_000;

/** Its value is for memory only. */
export async function readSecret(place: SecretPlace, { run, env }: ChannelHands): Promise<string> {
  if ("env" in place) {
    const value = env[place.env] ?? "";
    if (value === "")
      throw new NotSent(
        `the variable ${place.env} is not set where the conductor was started; set it and run tutti restart`,
        false,
      );
    return value;
  }
  const end = await run({
    argv: place.command,
    cwd: "/",
    env: allowedEnvironment(env),
    output: { kind: "memory", capBytes: 64 * 1024 },
    limits: { timeoutMs },
    tree: "group",
  });
  const value = end.stdout.toString("utf8").replace(/\r?\n$/, "");
  const isRead = end.how.kind === "exited" && end.how.code === 0 && value !== "";
  // Its output may be part of the secret.
  if (!isRead) throw new NotSent(`the command for a secret, ${place.command[0]}, ${endWords(end, timeoutMs)}`, false);
  return value;
}

/** Errors of others may repeat what they were given. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => (secret === "" ? clean : clean.replaceAll(secret, "***")), text);
}
