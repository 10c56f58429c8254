import { createHash } from "node:crypto";
import type { Chance } from "../seed.ts";

/** Ids that belong together: each is another task, however alike they look. */
export interface Family {
  readonly kind: string;
  readonly ids: readonly string[];
}

/** A family made of a seed's chance. */
export function hostileFamily(chance: Chance): Family {
  const [kind, make] = chance.pick(kinds);
  return { kind, ids: make(chance) };
}

type Kind = readonly [string, (chance: Chance) => readonly string[]];

const kinds: readonly [Kind, ...Kind[]] = [
  ["canonical", (chance) => [canonical(chance), canonical(chance)]],
  [
    "separators",
    (chance) =>
      ["_", "-", " ", ".", "/", "--", "", "\t", ":"].map((between) => `${word(chance)}${between}b`.replace(/^./, "a")),
  ],
  ["case twins", (chance) => twins(word(chance))],
  [
    "paths",
    (chance) => [
      ...odd(chance, [
        "..",
        "../x",
        "a//b",
        "a/",
        "/etc",
        "./a",
        "~",
        "~root",
        "a/../../b",
        "C:\\x",
        "\\\\x\\y",
        "．．／",
      ]),
    ],
  ],
  [
    "git's own words",
    (chance) =>
      odd(chance, [
        "HEAD",
        "FETCH_HEAD",
        "refs/heads/x",
        "@",
        "@{",
        "a@{1}",
        "a~1",
        "a^",
        "a..b",
        ".git",
        "git~1",
        "a.lock",
        ".lock",
      ]),
  ],
  [
    "refs refused",
    (chance) =>
      odd(chance, ["a?", "a*", "a[", "a\\b", "a.", ".a", "a:b", "a\u007F", "a\u001B[0m", "a\nb", "a.lock/b", "-"]),
  ],
  ["options", (chance) => odd(chance, ["-rf", "--upload-pack=x", "--", "-", "--help", "-c", "--force"])],
  [
    "shell",
    (chance) =>
      odd(chance, ["$(id)", "`id`", "a;b", "a|b", "a'b", 'a"b', "a&b", "x;echo${IFS}PWN", "a\u3000b", "%PATH%", "!!"]),
  ],
  [
    "reserved elsewhere",
    (chance) => odd(chance, ["CON", "con", "nul.txt", "COM1", "aux", "lpt9", "PRN", "con.", "com1.x"]),
  ],
  ["objects' own words", () => ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"]],
  ["normal forms", (chance) => normalForms(`${word(chance)}é${word(chance)}`)],
  ["look-alikes", (chance) => lookAlikes(word(chance))],
  ["emoji", (chance) => ["👩‍💻", "👩💻", "🏳️‍🌈", "🏳🌈", "\u{1F1E9}\u{1F1EA}"].map((sign) => `${sign}${word(chance)}`)],
  ["long", (chance) => long(chance)],
  ["object names", (chance) => [hex(chance, 40), hex(chance, 64), hex(chance, 39), hex(chance, 40).toUpperCase()]],
  ["our own hash form", (chance) => ownForm(chance)],
  ["a folder and what is in it", (chance) => nested(word(chance))],
  ["any characters", (chance) => [anyText(chance, 1 + chance.whole(40)), anyText(chance, 1 + chance.whole(4))]],
  ["never an id", (chance) => ["", "\0", `${word(chance)}\0`, "\uD800", `${word(chance)}\uDC00`, "a".repeat(70_000)]],
];

function odd(chance: Chance, list: readonly string[]): readonly string[] {
  const some = list[chance.whole(list.length)] ?? "";
  return [some, `${some}${word(chance)}`, `${word(chance)}${some}`];
}

function word(chance: Chance): string {
  return letters(chance, "abcdefghijklmnopqrstuvwxyz0123456789", 1 + chance.whole(8));
}

function canonical(chance: Chance): string {
  return Array.from({ length: 1 + chance.whole(4) }, () => word(chance)).join("-");
}

function twins(one: string): readonly string[] {
  const text = `a${one}`;
  return [
    text,
    text.toUpperCase(),
    `A${one}`,
    `${one}A`,
    `${one}a`,
    `ı${one}`,
    `İ${one}`,
    `ß${one}`,
    `ss${one}`,
    `SS${one}`,
  ];
}

function normalForms(text: string): readonly string[] {
  return [...new Set(["NFC", "NFD", "NFKC", "NFKD"].map((form) => text.normalize(form)))];
}

/** The kelvin sign, letters of other scripts, full width, marks that show nothing, and a change of direction. */
function lookAlikes(one: string): readonly string[] {
  return [
    `k${one}`,
    `\u212A${one}`,
    `K${one}`,
    `а${one}`,
    `a${one}`,
    `ａ${one}`,
    `\u200B${one}`,
    `\u2060${one}`,
    one,
    `${one}\u202E`,
    `${one}\uFEFF`,
    `${one} `,
  ];
}

function long(chance: Chance): readonly string[] {
  const start = word(chance);
  const lengths = [39, 40, 41, 63, 64, 250, 251, 255, 256, 4096, 10_000];
  const length = lengths[chance.whole(lengths.length)] ?? 10_000;
  const body = start + "x".repeat(Math.max(0, length - start.length - 1));
  return [`${body}a`, `${body}b`, `${body}é`, "日".repeat(chance.whole(3_000) + 1) + start];
}

function hex(chance: Chance, length: number): string {
  return letters(chance, "0123456789abcdef", length);
}

/** What looks like the name that another id gets, or is it. */
function ownForm(chance: Chance): readonly string[] {
  const one = word(chance);
  const hash = letters(chance, "abcdefghijklmnopqrstuvwxyz234567", 16);
  const real = createHash("sha256").update(`${one}_x`).digest();
  return [
    `${one}-${hash}`,
    `${one}-${hash.slice(1)}`,
    `${one}-${hash}a`,
    `${one}-${base32(real).slice(0, 16)}`,
    `${one}_x`,
    `${one}-x-${base32(real).slice(0, 16)}`,
  ];
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => "abcdefghijklmnopqrstuvwxyz234567".charAt(Number.parseInt(five, 2)))
    .join("");
}

function nested(one: string): readonly string[] {
  return [one, `${one}/b`, `${one}/b/c`, `${one}.b`, `${one}-b`, `${one}/`, `${one}.lock`, `${one}.2`];
}

function anyText(chance: Chance, length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(codePoint(chance))).join("");
}

function codePoint(chance: Chance): number {
  const below = [0x80, 0x250, 0x3000, 0xd800, 0x11_0000][chance.whole(5)] ?? 0x80;
  const point = chance.whole(below);
  return point >= 0xd800 && point < 0xe000 ? 0x40 : point;
}

function letters(chance: Chance, from: string, length: number): string {
  return Array.from({ length }, () => from.charAt(chance.whole(from.length))).join("");
}
