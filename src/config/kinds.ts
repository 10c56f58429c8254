import { embedded, isPostgres, passwordIn, shownAddress } from "../base/store-address.ts";
import { durationMs } from "../score/duration.ts";
import { durationText } from "../score/duration.ts";
import { hoursIn } from "../score/hours.ts";

/** What a key may hold once it is read; what a file says is turned into it. */
export type Value = string | number | boolean | null | readonly string[];

/** One sort of value: how it is read, and how it is written again. */
export interface Kind<T extends Value> {
  /** What it must be, in words: these are read by people who made a typing mistake. */
  readonly wanted: string;
  /** From a file, where YAML has told numbers from texts; `undefined` for nonsense. */
  readonly read: (written: unknown) => T | undefined;
  /** From a variable or a command line, where everything is text. */
  readonly readText: (text: string) => T | undefined;
  /** A wrong one may hold a password, so it is not repeated. */
  readonly isSecret?: true;
  /** As it would be written in a file. */
  readonly print: (value: T) => Value;
}

export const truth: Kind<boolean> = {
  wanted: "one of true, false, yes, no, 1, 0",
  read: (written) =>
    typeof written === "boolean" ? written : typeof written === "string" ? truthOf(written) : undefined,
  readText: truthOf,
  print: (value) => value,
};

export function count(least: number, most: number): Kind<number> {
  const read = (written: unknown): number | undefined =>
    typeof written === "number" && Number.isInteger(written) && written >= least && written <= most
      ? written
      : undefined;
  return {
    wanted: most === Infinity ? `a whole number from ${least} on` : `a whole number from ${least} to ${most}`,
    read,
    readText: (text) => read(numberOf(text)),
    print: (value) => value,
  };
}

/** One word, or what the user puts in quotes. */
export const name: Kind<string> = {
  wanted: "a name",
  read: (written) => (typeof written === "string" ? name.readText(written) : undefined),
  readText: (text) => (text.trim() === "" || /\p{Cc}/u.test(text) ? undefined : text.trim()),
  print: (value) => value,
};

/** Where something is served over HTTP. */
export const address: Kind<string> = {
  wanted: "an address, such as http://127.0.0.1:4318",
  read: (written) => (typeof written === "string" ? address.readText(written) : undefined),
  readText: (text) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
    // A name and a password would be printed with the settings.
    const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return isPlain ? text.trim() : undefined;
  },
  print: (value) => value,
};

/** Where the journal lies. Files hold no password. */
export const store: Kind<string> = {
  wanted:
    "sqlite, or an address such as postgres://tutti@db.example.org/work; a password in a file is written as $PGPASSWORD, or as a variable $TUTTI_… of your own",
  isSecret: true,
  read: (written) => {
    const password = typeof written === "string" ? passwordIn(written) : null;
    const isSafe = typeof written === "string" && (password === null || "variable" in password);
    return isSafe ? store.readText(written) : undefined;
  },
  readText: (text) => {
    const address = text.trim();
    if (address === embedded) return address;
    const password = passwordIn(address);
    // Others do not reach a conductor that a command starts.
    const isReachable = password === null || "text" in password || /^(?:TUTTI_\w+|PGPASSWORD)$/.test(password.variable);
    return isPostgres(address) && isReachable ? address : undefined;
  },
  print: shownAddress,
};

/** Lines for a shell. In a variable, one a line. */
export const commands: Kind<readonly string[]> = {
  wanted: "a list of commands, such as [npm test]",
  read: (written) => {
    const list = typeof written === "string" ? [written] : written;
    const isList = Array.isArray(list) && list.every((line) => typeof line === "string" && line.trim() !== "");
    return isList ? (list as readonly string[]) : undefined;
  },
  readText: (text) => commands.read(text.split("\n").filter((line) => line.trim() !== "")),
  print: (value) => value,
};

export const days: Kind<number> = {
  wanted: "a number of days, such as 7 or 0.5",
  read: (written) => (typeof written === "number" && written >= 0 && Number.isFinite(written) ? written : undefined),
  readText: numberOf,
  print: (value) => value,
};

/** US dollars. */
export const money: Kind<number> = {
  wanted: "an amount in US dollars, such as 20 or 2.5",
  read: (written) => (typeof written === "number" && written >= 0 && Number.isFinite(written) ? written : undefined),
  readText: (text) => money.read(numberOf(text)),
  print: (value) => value,
};

/** Kept as they are written. */
export const hours: Kind<string> = {
  wanted: "hours such as 22:00-06:00 or mon-fri 09:00-17:00, with commas between them",
  read: (written) => (typeof written === "string" && hoursIn(written) !== undefined ? written.trim() : undefined),
  readText: (text) => hours.read(text),
  print: (value) => value,
};

/** In milliseconds. */
export const duration: Kind<number> = {
  wanted: "a duration such as 30s, 10m or 2h, or a number of seconds; 24 days at most",
  read: (written) => {
    if (typeof written !== "string" && typeof written !== "number") return undefined;
    const meant = durationMs(written);
    return meant.kind === "means" ? meant.value : undefined;
  },
  readText: (text) => duration.read(numberOf(text) ?? text),
  print: durationText,
};

/** In bytes. */
export const size: Kind<number> = {
  wanted: "a size such as 512MB, 2GB or 1.5GiB, or a number of bytes",
  read: bytesOf,
  readText: (text) => bytesOf(/^\d{1,15}$/.test(text) ? Number(text) : text),
  print: writtenSize,
};

export function choice<Name extends string>(...names: readonly [Name, ...Name[]]): Kind<Name> {
  const read = (written: unknown): Name | undefined => names.find((name) => name === written);
  return { wanted: `one of ${names.join(", ")}`, read, readText: read, print: (value) => value };
}

/** `word` is what `null` means, and may be written for it. */
export function orNull<T extends Value>(kind: Kind<T>, word: string): Kind<T | null> & { readonly word: string } {
  return {
    word,
    wanted: `${kind.wanted}; or ${word}`,
    read: (written) => (written === null || written === word ? null : kind.read(written)),
    readText: (text) => (text === word || text === "null" ? null : kind.readText(text)),
    print: (value) => (value === null ? null : kind.print(value)),
  };
}

/** Variables that were there before the file was say sizes in GB, without a unit. */
export const gigabytes = {
  wanted: "a number of gigabytes, such as 10 or 0.5",
  readText: (text: string): number | undefined => {
    const number = numberOf(text);
    return number === undefined ? undefined : Math.round(number * 1e9);
  },
};

/** Digits with a point only: `Number` would also take "0x10", "1e9" and "Infinity". */
function numberOf(text: string): number | undefined {
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

const truths = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

function truthOf(text: string): boolean | undefined {
  return truths.get(text.toLowerCase());
}

/** As disks are sold, and as memory is. */
const units: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};
const form = /^(\d{1,15}(?:\.\d{1,9})?) ?([kKMGT]i?B|B)$/;

/** Bytes from a number of them, or from text like `512MB`, `2GB`, `1.5 GiB`; `undefined` for nonsense. */
export function bytesOf(written: unknown): number | undefined {
  if (typeof written === "number") return Number.isSafeInteger(written) && written >= 0 ? written : undefined;
  const [, amount, unit] = typeof written === "string" ? (form.exec(written) ?? []) : [];
  const bytes = Number(amount) * (units[unit ?? ""] ?? Number.NaN);
  return Number.isFinite(bytes) ? Math.round(bytes) : undefined;
}

const shownUnits = ["TB", "GB", "MB", "kB"] as const;

/** Bytes as people write them: in the largest unit that needs no long fraction. */
export function writtenSize(bytes: number): string {
  const unit = shownUnits.find((name) => bytes >= (units[name] ?? 1) && bytes % ((units[name] ?? 1) / 10) === 0);
  return unit === undefined ? `${bytes}B` : `${String(bytes / (units[unit] ?? 1))}${unit}`;
}
