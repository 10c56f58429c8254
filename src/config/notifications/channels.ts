import { z } from "zod";
import { argument, duration, line, text } from "../../score/schema/fields.ts";
import { channelTypes, type ChannelType, topics, type Topic, usualTopics } from "../../score/notifications/wish.ts";
import { oneOf, strict } from "../../score/source/shape.ts";

/** Where a secret is: its value stays out of every file of Tutti's. */
export type SecretPlace = { readonly env: string } | { readonly command: readonly [string, ...string[]] };

interface Told {
  readonly name: string;
  readonly on: readonly Topic[];
  /** `asked`: only of jobs whose score or project names it. */
  readonly for: "all" | "asked";
  /** Templates; `null`: Tutti's own words. */
  readonly title: string | null;
  readonly text: string | null;
}

/** One way to reach a person, as the user's settings define it. */
export type Channel = Told &
  (
    | { readonly type: "desktop" }
    | { readonly type: "command"; readonly command: readonly [string, ...string[]] }
    | { readonly type: "webhook"; readonly url: string | SecretPlace; readonly secret: SecretPlace | null }
    | { readonly type: "slack"; readonly url: SecretPlace }
    | ({ readonly type: "email" } & MailServer)
  );

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly tls: "starttls" | "tls" | "none";
  readonly user: string | null;
  readonly password: SecretPlace | null;
  readonly from: string;
  readonly to: readonly string[];
}

export interface NotificationSettings {
  /** Events of so long are one message. */
  readonly groupMs: number;
  readonly channels: readonly Channel[];
}

const argv = z.tuple([argument.refine((word) => word !== "", "names no program")], argument);
const variable = z.string().regex(/^[A-Za-z_]\w*$/, "is not a name of an environment variable");
const fromEnv = strict({ env: variable });
const fromCommand = strict({ command: argv });
const isMap = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
const secret = oneOf<SecretPlace>(
  (value) => (isMap(value) && "command" in value ? fromCommand : fromEnv),
  [fromEnv, fromCommand],
);

const address = text.refine((written) => {
  const url = URL.canParse(written) ? new URL(written) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}, "must be an address of http or https without a password in it; { env: NAME } keeps a secret one out of this file");

const told = {
  on: z.array(z.enum(topics)).default([...usualTopics]),
  for: z.enum(["all", "asked"]).default("all"),
  title: text.optional(),
  text: text.optional(),
};
const mailAddress = line.refine((written) => written.includes("@"), "must be an address of mail");

const byType = {
  desktop: strict({ type: z.literal("desktop"), ...told }),
  command: strict({ type: z.literal("command"), command: argv, ...told }),
  webhook: strict({
    type: z.literal("webhook"),
    url: oneOf<string | SecretPlace>((value) => (isMap(value) ? secret : address), [address, fromEnv, fromCommand]),
    secret: secret.optional(),
    ...told,
  }),
  slack: strict({ type: z.literal("slack"), url: secret, ...told }),
  email: strict({
    type: z.literal("email"),
    host: line,
    port: z.int().min(1).max(65_535).optional(),
    tls: z.enum(["starttls", "tls", "none"]).default("starttls"),
    user: line.optional(),
    password: secret.optional(),
    from: mailAddress,
    to: z.union([mailAddress.transform((one) => [one]), z.array(mailAddress).min(1).max(50)]),
    ...told,
  }),
} as const satisfies Readonly<Record<ChannelType, z.ZodType>>;

const noType = strict({ type: z.enum(channelTypes) });

type Written = z.infer<(typeof byType)[ChannelType]>;

function schemaFor(value: unknown): z.ZodType<Written> {
  const type = isMap(value) && "type" in value ? channelTypes.find((name) => name === value.type) : undefined;
  return type === undefined ? (noType as unknown as z.ZodType<Written>) : byType[type];
}

export const notificationSection = strict({
  group: duration(0).default(10_000),
  channels: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, "a channel's name is made of small letters, digits, - and _"),
      oneOf<Written>(schemaFor, Object.values(byType)),
    )
    .default({}),
});

export function settingsOf({ group, channels }: z.infer<typeof notificationSection>): NotificationSettings {
  return { groupMs: group, channels: Object.entries(channels).map(([name, written]) => channelOf(name, written)) };
}

function channelOf(name: string, written: Written): Channel {
  const common = {
    name,
    on: written.on,
    for: written.for,
    title: written.title ?? null,
    text: written.text ?? null,
  };
  switch (written.type) {
    case "desktop":
      return { ...common, type: "desktop" };
    case "command":
      return { ...common, type: "command", command: written.command };
    case "webhook":
      return { ...common, type: "webhook", url: written.url, secret: written.secret ?? null };
    case "slack":
      return { ...common, type: "slack", url: written.url };
    case "email": {
      const { host, tls, from, to, port, user, password } = written;
      const usualPort = tls === "tls" ? 465 : 587;
      const server = { host, tls, from, to, port: port ?? usualPort, user: user ?? null, password: password ?? null };
      return { ...common, type: "email", ...server };
    }
  }
}
