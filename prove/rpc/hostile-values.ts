import type { Chance } from "../seed.ts";

/** Any JSON that is no request. */
export function hostileJson(chance: Chance): unknown {
  return chance.pick([
    null,
    0,
    -1,
    1e308,
    true,
    false,
    "",
    "job.cancel",
    {},
    { a: 1 },
    { method: "job.cancel" },
    ["x"].join(),
  ] as const);
}

/** Params, as text, that no method takes: one of them is certainly wrong, with any others. */
export function hostileParams(chance: Chance, method: string): string {
  const [job, folder] = [chance.pick(right), chance.pick(right)];
  return chance.pick([
    "null",
    "[]",
    '["a"]',
    "5",
    '"a"',
    "true",
    // By name, but the name is unknown.
    '{"__proto__":{"job":"a"}}',
    '{"constructor":{"prototype":{"job":"a"}}}',
    `{"job":"a","folder":"/","sheet":"1","toString":1}`,
    `{"job":${job},"folder":${folder},"nobody-knows-this":1}`,
    `{${JSON.stringify("x".repeat(chance.whole(5000)))}:1}`,
    `{${Array.from({ length: 1 + chance.whole(500) }, (_, index) => `"k${index}":${index}`).join(",")}}`,
    wrongKnown(chance, method),
  ] as const);
}

const right = ['"a"', '"/"', "null", "5"] as const;

/**
 * A name that methods know, with what it can't be; a key that none of them has makes sure of it where they don't know
 * it.
 */
function wrongKnown(chance: Chance, method: string): string {
  const value = chance.pick([
    "{}",
    "[]",
    "null",
    "1.5",
    "-1",
    "1e400",
    '""',
    `"${"y".repeat(5000)}"`,
    '[[["a"]]]',
    '{"kind":"folder"}',
  ] as const);
  const name = chance.pick([
    "job",
    "folder",
    "sheet",
    "sheets",
    "key",
    "score",
    "names",
    "steps",
    "types",
    "after",
    "id",
  ] as const);
  const isFree = method.startsWith("conductor.");
  return isFree
    ? `{"${name}":${value}}`
    : `{"${name}":${value},"job":[],"folder":[],"subscription":"x","id":[],"after":"x","olderThanDays":"x"}`;
}
