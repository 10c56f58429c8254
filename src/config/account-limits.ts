import { count, hours, type Kind, money } from "./kinds.ts";

/** What one account may use, where that differs from what all may. */
export interface AccountLimits {
  readonly sessions?: number;
  readonly calls_per_minute?: number;
  readonly tokens_per_minute?: number;
  readonly day_usd?: number;
  readonly day_tokens?: number;
  readonly quiet_hours?: string;
}

/** By the name of an agent or account, as `tutti limits` shows it. */
export type LimitsByAccount = Readonly<Record<string, AccountLimits>>;

const kinds: Readonly<Record<keyof AccountLimits, Kind<number> | Kind<string>>> = {
  sessions: count(1, 10_000),
  calls_per_minute: count(1, 1_000_000),
  tokens_per_minute: count(1, 1_000_000_000),
  day_usd: money,
  day_tokens: count(1, 1_000_000_000_000),
  quiet_hours: hours,
};

const mostAccounts = 100;

/** Kept as JSON: a setting is one value. */
export const accountLimits: Kind<string> = {
  wanted: `limits by account, such as { claude: { sessions: 3, day_usd: 20, quiet_hours: 22:00-06:00 } }; there are ${Object.keys(kinds).join(", ")}`,
  // `tutti config set` writes a text.
  read: (written) =>
    typeof written === "string"
      ? accountLimits.readText(written)
      : isLimits(written)
        ? JSON.stringify(written)
        : undefined,
  readText: (text) => {
    try {
      const written: unknown = JSON.parse(text);
      return isLimits(written) ? JSON.stringify(written) : undefined;
    } catch {
      return undefined;
    }
  },
  print: (value) => value,
};

export function limitsByAccount(setting: string | null): LimitsByAccount {
  return setting === null ? {} : (JSON.parse(setting) as LimitsByAccount);
}

function isLimits(written: unknown): written is LimitsByAccount {
  return (
    isMap(written) && Object.keys(written).length <= mostAccounts && Object.values(written).every((own) => isOne(own))
  );
}

function isOne(written: unknown): boolean {
  return (
    isMap(written) &&
    Object.entries(written).every(
      ([key, value]) => Object.hasOwn(kinds, key) && kinds[key as keyof AccountLimits].read(value) !== undefined,
    )
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
