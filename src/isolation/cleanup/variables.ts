import { TuttiError } from "../../base/error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** As disks are sold, not as memory is. */
export const gigabyte = 1e9;

/** What a variable must be is said in words, because these are read by people who made a typing mistake. */
interface Reading<T> {
  readonly wanted: string;
  /** `undefined` for nonsense. */
  readonly read: (text: string) => T | undefined;
}

/** A size in bytes from one in GB. */
export function gigabytesFrom<Fallback>(env: Environment, name: string, fallback: Fallback): number | Fallback {
  return valueFrom(env, name, { wanted: "a number of gigabytes, such as 10 or 0.5", read: bytesOf }) ?? fallback;
}

export function daysFrom(env: Environment, name: string, fallback: number): number {
  return valueFrom(env, name, { wanted: "a number of days, such as 7 or 0.5", read: numberOf }) ?? fallback;
}

export function countFrom<Fallback>(env: Environment, name: string, fallback: Fallback): number | Fallback {
  return valueFrom(env, name, { wanted: "a whole number, such as 20", read: wholeNumberOf }) ?? fallback;
}

export function truthFrom(env: Environment, name: string, fallback: boolean): boolean {
  return valueFrom(env, name, { wanted: "one of true, false, yes, no, 1, 0", read: truthOf }) ?? fallback;
}

/** An empty variable is one that is not set, as everywhere in a shell. */
function valueFrom<T>(env: Environment, name: string, { wanted, read }: Reading<T>): T | undefined {
  const text = (env[name] ?? "").trim();
  if (text === "") return undefined;
  const value = read(text);
  if (value !== undefined) return value;
  throw new TuttiError("settings.invalid", `${name} is ${JSON.stringify(text)}; it must be ${wanted}`, {
    audience: "user",
    hint: `Change it, or unset it to use the default: unset ${name}`,
  });
}

/** Digits with a point only: `Number` would also take "0x10", "1e9" and "Infinity". */
function numberOf(text: string): number | undefined {
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

function bytesOf(text: string): number | undefined {
  const number = numberOf(text);
  return number === undefined ? undefined : Math.round(number * gigabyte);
}

function wholeNumberOf(text: string): number | undefined {
  const number = numberOf(text);
  return Number.isInteger(number) ? number : undefined;
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
