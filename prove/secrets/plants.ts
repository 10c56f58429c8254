import type { Chance } from "../seed.ts";

/** A secret in a text that a program prints. */
export interface Plant {
  readonly how: string;
  readonly secret: string;
  /** Tutti was told the value; else only its shape can tell. */
  readonly isKnown: boolean;
  /** One line, or many. */
  readonly text: string;
}

const small = "abcdefghijklmnopqrstuvwxyz";
const letters = `${small}${small.toUpperCase()}0123456789`;

function some(chance: Chance, length: number, of = letters): string {
  return Array.from({ length }, () => of[chance.whole(of.length)]).join("");
}

type Maker = (chance: Chance) => string;

/** Values that Tutti is told: with every character that some encoding treats in its own way, and of many lines. */
const values: Readonly<Record<string, Maker>> = {
  short: (chance) => some(chance, 8 + chance.whole(5)),
  plain: (chance) => some(chance, 16 + chance.whole(40)),
  odd: (chance) => some(chance, 12 + chance.whole(60), `${letters}"'\\/+=&%$ ~é<>#`).trim() + some(chance, 6),
  long: (chance) => some(chance, 150 + chance.whole(500)),
  lines: (chance) =>
    Array.from({ length: 2 + chance.whole(4) }, () => some(chance, 20 + chance.whole(60), `${letters}+/`)).join("\n"),
};

type Form = (value: string, chance: Chance) => string;

const json = (value: string): string => JSON.stringify(value).slice(1, -1);
const percent = (byte: number, chance: Chance): string => {
  const code = `%${byte.toString(16).padStart(2, "0")}`;
  return chance.next() < 0.5 ? code : code.toUpperCase();
};
const packed = (value: string, chance: Chance): string => {
  const whole = Buffer.from(`${some(chance, chance.whole(40))}${value}${some(chance, chance.whole(40))}`).toString(
    "base64",
  );
  const form = chance.pick([
    whole,
    whole.replace(/=+$/, ""),
    whole.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  ]);
  return chance.pick([form, form, form.replace(/.{76}/g, "$&\n"), form.replace(/.{64}/g, "$&\\n")]);
};

const forms: Readonly<Record<string, Form>> = {
  raw: (value) => value,
  json,
  "json in json": (value) => json(json(value)),
  "json in ASCII": (value) =>
    json(value).replace(/[é<>&]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "part percent": (value, chance) =>
    encodeURIComponent(value).replace(/%../g, (code) => (chance.next() < 0.5 ? code.toLowerCase() : code)),
  "all percent": (value, chance) => [...Buffer.from(value)].map((byte) => percent(byte, chance)).join(""),
  "percent by chance": (value, chance) =>
    [...Buffer.from(value)]
      .map((byte) =>
        byte > 127 || byte === 37 || chance.next() < 0.3 ? percent(byte, chance) : String.fromCharCode(byte),
      )
      .join(""),
  "single quotes": (value) => `'${value.replaceAll("'", `'\\''`)}'`,
  "double quotes": (value) => `"${value.replace(/["\\$`]/g, "\\$&")}"`,
  base64: packed,
  hex: (value) => Buffer.from(value).toString("hex"),
};

/** What may stand around it without making it another text. */
const places: readonly [Form, ...Form[]] = [
  (text) => text,
  (text) => `curl -H "X-Thing: ${text}" https://host/path`,
  (text) => `https://host/path?q=1&x=${text}&y=2`,
  (text, chance) => `${some(chance, 5, small)}:${text};${some(chance, 5, small)}`,
];

const shapes: Readonly<Record<string, Maker>> = {
  anthropic: (chance) => `sk-ant-api03-${some(chance, 60, `${letters}_-`)}${some(chance, 33)}AA`,
  openai: (chance) => chance.pick([`sk-${some(chance, 48)}`, `sk-proj-${some(chance, 80)}`]),
  github: (chance) =>
    chance.pick([
      `gh${chance.pick(["p", "o", "u", "s", "r"])}_${some(chance, 36)}`,
      `github_pat_${some(chance, 22)}_${some(chance, 59)}`,
    ]),
  gitlab: (chance) => `glpat-${some(chance, 20)}`,
  slack: (chance) => `xox${chance.pick(["b", "p", "a", "s"])}-${some(chance, 12, "0123456789")}-${some(chance, 24)}`,
  aws: (chance) => `AKIA${some(chance, 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")}`,
  google: (chance) => `AIza${some(chance, 35)}`,
  npm: (chance) => `npm_${some(chance, 36)}`,
  jwt: (chance) =>
    ['{"alg":"HS256"}', `{"sub":"${some(chance, 20)}"}`, some(chance, 32)]
      .map((part) => Buffer.from(part).toString("base64url"))
      .join("."),
};

const contexts: Readonly<Record<string, readonly [length: number, text: Form]>> = {
  "aws secret": [40, (value) => `aws_secret_access_key=${value}`],
  bearer: [30, (value) => `Authorization: Bearer ${value}`],
  header: [30, (value) => `"authorization": "token ${value}"`],
  variable: [24, (value) => `export DATABASE_PASSWORD=${value}`],
  "json key": [32, (value) => `{"api_key":"${value}"}`],
  query: [28, (value) => `https://host/x?access_token=${value}&y=1`],
  address: [20, (value) => `https://robot:${value}@host/path`],
};

export function plantFrom(chance: Chance): Plant {
  const draw = chance.next();
  if (draw < 0.6) return knownPlant(chance);
  if (draw < 0.78) return shapePlant(chance);
  return draw < 0.95 ? contextPlant(chance) : keyPlant(chance);
}

function entry<T>(chance: Chance, table: Readonly<Record<string, T>>): [string, T] {
  const entries = Object.entries(table);
  const [first] = entries;
  if (first === undefined) throw new Error("an empty table");
  return entries[chance.whole(entries.length)] ?? first;
}

function knownPlant(chance: Chance): Plant {
  const [kind, make] = entry(chance, values);
  const [form, write] = entry(chance, forms);
  const secret = make(chance);
  return {
    how: `${kind}, ${form}`,
    secret,
    isKnown: true,
    text: wrapped(chance, chance.pick(places)(write(secret, chance), chance)),
  };
}

function shapePlant(chance: Chance): Plant {
  const [kind, make] = entry(chance, shapes);
  const secret = make(chance);
  return { how: kind, secret, isKnown: false, text: wrapped(chance, chance.pick(places)(secret, chance)) };
}

function contextPlant(chance: Chance): Plant {
  const [kind, [length, write]] = entry(chance, contexts);
  const secret = some(chance, length);
  return { how: kind, secret, isKnown: false, text: wrapped(chance, write(secret, chance)) };
}

function keyPlant(chance: Chance): Plant {
  const secret = Array.from({ length: 4 + chance.whole(22) }, () => some(chance, 64, `${letters}+/`)).join("\n");
  const kind = chance.pick(["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY"]);
  return {
    how: kind,
    secret,
    isKnown: false,
    text: wrapped(chance, `-----BEGIN ${kind}-----\n${secret}\n-----END ${kind}-----`),
  };
}

/** As a line of an agent's events, or as it is. */
function wrapped(chance: Chance, text: string): string {
  return chance.next() < 0.5 ? JSON.stringify({ type: "said", text: `see\n${text}\nthere` }) : text;
}
