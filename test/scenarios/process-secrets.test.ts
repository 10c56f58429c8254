import { expect, test } from "vitest";
import { leaksOf, readingsOf } from "../../prove/secrets/judge.ts";
import { secrets } from "../../prove/secrets.ts";

// The short, seeded run of `npm run prove -- secrets`.
test("no secret that a program printed reaches the disk, and nothing else is missing there", async () => {
  const result = await secrets.run({ count: 150, seed: 8, say: () => undefined });

  expect(result.failures).toEqual([]);
  expect(result.figures).toMatchObject({ "found on disk": 0, damaged: 0, "broken JSON": 0 });
});

test("the judge finds a secret in every form in which it may lie on the disk", () => {
  const secret = 'pa$s"w/rd+9é and 24 more characters';
  const bytes = Buffer.from(`xx${secret}`);
  const forms = [
    secret,
    JSON.stringify(JSON.stringify(secret)),
    encodeURIComponent(secret),
    `'${secret}'`,
    bytes.toString("base64"),
    bytes.toString("base64url").replace(/.{20}/g, "$&\n"),
    bytes.toString("hex"),
  ];
  for (const form of forms)
    expect(leaksOf(secret, readingsOf(Buffer.from(`a ${form} b`).toString("latin1"))), form).not.toEqual([]);
  expect(leaksOf(secret, readingsOf("a [redacted] b"))).toEqual([]);
});
