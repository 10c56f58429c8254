import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { ModelPrice } from "../bridge-request.ts";
import type { WrittenProfile } from "./schema/profile.ts";

/** A complete, checked profile; docs/agents.md explains each key. */
export type Profile = CliProfile | AcpProfile | HttpProfile;
export type CliProfile = Completed<"cli"> & {
  readonly promptArgs: readonly string[];
  readonly interactive: {
    readonly args: readonly string[];
    readonly sessionArgs: readonly string[] | null;
    /** They begin a new session with a prompt. */
    readonly promptArgs: readonly string[] | null;
  } | null;
};
export type AcpProfile = Completed<"acp">;
export type HttpProfile = Completed<"http">;

type Written<Kind> = Extract<WrittenProfile, { kind: Kind }>;
type Completed<Kind> = Camel<Omit<Written<Kind>, "extends" | "errors" | "models">> & {
  readonly displayName: string;
  /** Meanings of its stderr lines. */
  readonly errors: Readonly<Partial<Record<TroubleCode, readonly string[]>>>;
  readonly models: readonly Model[];
};

/** Keys in camel case; what may be absent is `null`. */
type Camel<Keys> = {
  readonly [Key in keyof Keys as CamelKey<Key>]-?: undefined extends Keys[Key]
    ? Exclude<Keys[Key], undefined> | null
    : Keys[Key];
};
type CamelKey<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelKey<Rest>>}` : Key;

export interface Model {
  /** A `*` at the end matches any rest. */
  readonly name: string;
  /** In tokens. */
  readonly context: number | null;
  readonly price: ModelPrice | null;
}

export function completeProfile(written: WrittenProfile, keys: readonly string[]): Profile {
  const all = keys.map(
    (key) => [key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), key] as const,
  );
  const fields = written as Readonly<Record<string, unknown>>;
  const completed = Object.fromEntries(
    all.flatMap(([name, key]) => (name === "extends" ? [] : [[name, fields[key] ?? null] as const])),
  );
  const { display_name: displayName = written.name, models } = written;
  return { ...completed, displayName, models: models.map(modelOf), ...ofKind(written) } as unknown as Profile;
}

function ofKind(written: WrittenProfile): object {
  if (written.kind === "http") return { baseUrl: written.base_url.replace(/\/+$/, "") };
  if (written.kind === "acp") return {};
  const { prompt, prompt_args: promptArgs, interactive } = written;
  return {
    promptArgs: promptArgs ?? { stdin: [], file: ["{prompt_file}"], argument: ["{prompt}"] }[prompt],
    interactive:
      interactive === undefined
        ? null
        : {
            args: interactive.args,
            sessionArgs: interactive.session_args ?? null,
            promptArgs: interactive.prompt_args ?? null,
          },
  };
}

function modelOf({ name, context, input, output, cache_read, cache_write }: WrittenProfile["models"][number]): Model {
  const isPriced = input !== undefined && output !== undefined;
  return {
    name,
    context: context ?? null,
    price: isPriced ? { input, output, cacheRead: cache_read ?? null, cacheWrite: cache_write ?? null } : null,
  };
}
