import { describe, expect, it } from "vitest";
import { chanceFrom } from "../../prove/seed.ts";
import { makeRedactor, redactText } from "./redactor.ts";
import { compileSecrets } from "./secrets.ts";

const none = compileSecrets([]);
const word = "correct-Horse'9\"battery\\staple/7+é$x";
const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEowIBAAKCAQEA7bq1".repeat(3)}\n${"Zx8+/kKq0aFhhJm2Lw9T".repeat(3)}==\n-----END RSA PRIVATE KEY-----`;

function redact(text: string, ...known: readonly string[]): string {
  return redactText(compileSecrets(known), text);
}

describe("a value that is known to be secret is not seen", () => {
  const forms: Readonly<Record<string, string>> = {
    "as it is": word,
    "in JSON": JSON.stringify(word).slice(1, -1),
    "in JSON in JSON": JSON.stringify(JSON.stringify(word)).slice(1, -1),
    "in JSON that knows only ASCII": JSON.stringify(word).replace("é", "\\u00e9").replace("$", "\\u0024").slice(1, -1),
    "in a URL": encodeURIComponent(word),
    "in a URL in a URL": encodeURIComponent(encodeURIComponent(word)),
    "in a URL with small digits": encodeURIComponent(word).replace(/%../g, (code) => code.toLowerCase()),
    "with every byte in percent codes": [...Buffer.from(word)]
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join(""),
    "quoted for a shell": `'${word.replaceAll("'", `'\\''`)}'`,
    "quoted for a shell in the other way": `"${word.replace(/["\\$]/g, "\\$&")}"`,
    "escaped for a shell": word.replace(/[^\w]/g, (char) => (char === "é" ? char : `\\${char}`)),
    "in hexadecimal digits": Buffer.from(word).toString("hex"),
    "in large hexadecimal digits": Buffer.from(word).toString("hex").toUpperCase(),
  };

  it.each(Object.entries(forms))("%s", (_, form) => {
    expect(redact(`before ${form} after`, word)).toMatch(/^before (\\*["'])*(\[redacted\](\\*["'])*)+ after$/);
  });

  it.each([0, 1, 2])(
    "in base64, with %i other bytes before it, in both alphabets, broken into lines or not",
    (shift) => {
      const packed = Buffer.from(`${"u:".slice(0, shift)}${word};more`).toString("base64");
      for (const form of [
        packed,
        packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
        packed.replaceAll("/", "%2F"),
      ]) {
        for (const text of [
          form,
          form.replace(/.{9}/g, "$&\n"),
          form.replace(/.{11}/g, "$&\\n"),
          form.replace(/.{14}/g, "$&\r\n    "),
        ]) {
          const left = redact(`see ${text}.`, word);
          expect(left).toContain("[redacted]");
          expect(left.length).toBeLessThan(40);
        }
      }
    },
  );

  it("in base64, wherever a line of it is broken, and in the alphabet of URLs", () => {
    for (const value of [word, "??>>~~??>>~~and"]) {
      const packed = Buffer.from(value).toString("base64url");
      for (let at = 1; at < packed.length; at++) {
        const left = redact(`${packed.slice(0, at)}\n${packed.slice(at)}`, value);
        expect(left.replaceAll("[redacted]", "").length, left).toBeLessThan(8);
      }
    }
  });

  it("where it holds what looks like a percent code itself", () => {
    const value = "50%25off%41nd-more";
    for (const form of [
      value,
      encodeURIComponent(value),
      [...value].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(""),
    ]) {
      expect(redact(`x ${form} y`, value)).toBe("x [redacted] y");
    }
  });

  it("line by line, where it has many", () => {
    const said = redact("first second-line and third-line", "second-line\nthird-line\nx");
    expect(said).toBe("first [redacted] and [redacted]");
  });

  it("also after a backslash that eats its first letter", () => {
    expect(redact("C:\\nabc123xyz", "nabc123xyz")).toBe("C:[redacted]");
  });

  it("but one of fewer than six characters is in every text", () => {
    expect(redact("abcde abcdef", "abcde", "abcdef")).toBe("abcde [redacted]");
  });
});

describe("the shape of a secret is enough", () => {
  const chance = chanceFrom(7);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const some = (length: number): string => Array.from({ length }, () => letters[chance.whole(letters.length)]).join("");
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${some(43)}`;
  const lines: Readonly<Record<string, readonly [string, string]>> = {
    Anthropic: [`key sk-ant-api03-${some(40)}-${some(20)}AA.`, "key [redacted]."],
    OpenAI: [`sk-${some(48)} sk-proj-${some(60)}`, "[redacted] [redacted]"],
    GitHub: [`ghp_${some(36)},github_pat_${some(22)}_${some(59)}`, "[redacted],[redacted]"],
    "GitHub in an address": [
      `https://x-access-token:ghs_${some(36)}@github.com/a/b`,
      "https://x-access-token:[redacted]@github.com/a/b",
    ],
    GitLab: [`PRIVATE-TOKEN: glpat-${some(20)}`, "PRIVATE-TOKEN: [redacted]"],
    Slack: [`xoxb-123456789012-${some(24)}`, "[redacted]"],
    AWS: [`AKIAIOSFODNN7EXAMPLE aws_secret_access_key = ${some(40)}`, "[redacted] aws_secret_access_key = [redacted]"],
    Google: [`?key=AIza${some(35)}&x=1`, "?key=[redacted]&x=1"],
    npm: [`//registry.npmjs.org/:_authToken=npm_${some(36)}`, "//registry.npmjs.org/:_authToken=[redacted]"],
    "JSON web token": [`{"a":"${jwt}"}`, '{"a":"[redacted]"}'],
    "after an escaped line break": [`"x\\n${jwt}\\nAIza${some(35)}"`, '"x\\n[redacted]\\n[redacted]"'],
    bearer: [`curl -H 'Authorization: Bearer ${some(24)}' x`, "curl -H 'Authorization: Bearer [redacted]' x"],
    basic: ["authorization: Basic dXNlcjpwYXNz", "authorization: Basic [redacted]"],
    password: [
      `DB_PASSWORD=${some(24)} {"api_key": "${some(32)}"} ?token=${some(20)}&b`,
      'DB_PASSWORD=[redacted] {"api_key": "[redacted]"} ?token=[redacted]&b',
    ],
    "in JSON in JSON": [`"{\\"client_secret\\":\\"${some(30)}\\"}"`, '"{\\"client_secret\\":\\"[redacted]\\"}"'],
    option: [`tool --api-key ${some(30)} run`, "tool --api-key [redacted] run"],
    address: [
      "https://user:pass@host/x postgres://me:p%40ss@db:5432/a",
      "https://user:[redacted]@host/x postgres://me:[redacted]@db:5432/a",
    ],
    "private key": [`a\n${key}\nb`, "a\n[redacted]\nb"],
    "private key in JSON": [JSON.stringify({ key }), '{"key":"[redacted]"}'],
    "private key with line numbers": [key.replaceAll("\n", "\n   2→"), "[redacted]"],
    "private key that was cut off": [`{"a":"${key.slice(0, 90).replaceAll("\n", "\\n")}"}`, '{"a":"[redacted]"}'],
  };

  it.each(Object.entries(lines))("%s", (_, [text, left]) => {
    expect(redact(text)).toBe(left);
  });
});

describe("what is no secret stays as it is", () => {
  it.each([
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 and e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "id 123e4567-e89b-12d3-a456-426614174000, session 01J9ZQ3YB6V0T8M4K2N7P5R1XC",
    "The token count rose; each token costs money. Password rules: eight characters, no secret: keep it simple.",
    '{"input_tokens":123456789012345678,"output_tokens":20,"token_type":"bearer","max_tokens":4096}',
    "const token = getTokenFromRequestHeader(request); password: process.env.DATABASE_PASSWORD",
    "apiKey: configuration.providers.anthropic.apiKey, secret=your_secret_value_goes_here",
    "sk-learn, task-runner-with-a-long-name-of-many-words, disk-usage-2024-report-for-everyone",
    "npm_config_registry=https://registry.npmjs.org npm_package_devDependencies_typescript",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "a file that begins with -----BEGIN RSA PRIVATE KEY----- is a key; -----BEGIN CERTIFICATE----- is none",
    "the Authorization: Bearer scheme, Bearer authentication, Authorization: Basic Authentication",
    "see https://host:8080/path@1.2.3 and git@github.com:a/b.git, mailto:a@b.c, http://[::1]:3000/@scope/x",
    "sha512-9NET910DNaIPngYnLLPeg+Ogzqsi9uM4mSboU5y6p8S5DzMTVEsJZrawi+BoDNUVBa2DhJqQYUFvMDfgU062LQ==",
    "docker pull docker://alpine:3.19@sha256:c5b1261d6d3e43071626931fc004f70149baeba2c8ec672bd4f27761f8e1ad6b",
    "password=${DB_PASSWORD} token=$(cat token.txt) https://user:$PASS@host",
  ])("%s", (text) => {
    expect(redact(text, "hunter2-and-more")).toBe(text);
  });

  it("and bytes that are no text", () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) & 0xff));
    const redactor = makeRedactor(compileSecrets(["hunter2-and-more"]));
    expect(Buffer.concat([redactor.push(bytes), redactor.end()])).toEqual(bytes);
  });
});

describe("a stream", () => {
  const text = [
    `{"type":"said","text":"${JSON.stringify(word).slice(1, -1)} and ${Buffer.from(`x${word}`).toString("base64")}"}`,
    `Authorization: Bearer abcDEF123456 https://me:${encodeURIComponent(word)}@host`,
    `${key}\nplain words é\\`,
    `token=${"aB3".repeat(20)}`,
  ].join("\n");

  it("gives the same wherever it is cut", () => {
    const secrets = compileSecrets([word]);
    const whole = redactText(secrets, text);
    expect(whole).not.toContain("staple");
    const chance = chanceFrom(3);
    for (let round = 0; round < 200; round++) {
      const redactor = makeRedactor(secrets);
      const bytes = Buffer.from(text);
      const said: Buffer[] = [];
      const most = round === 0 ? 1 : 1 + chance.whole(40);
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + chance.whole(most);
        said.push(redactor.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(Buffer.concat([...said, redactor.end()]).toString()).toBe(whole);
    }
  });

  it("keeps back the beginning of a value with blanks in it, and the backslash before it", () => {
    const redactor = makeRedactor(compileSecrets(["nine of twelve"]));
    const said = ['{"a":"x\\nine ', 'of twelve"}'].map((piece) => redactor.push(Buffer.from(piece)).toString());
    expect([...said, redactor.end().toString()].join("")).toBe('{"a":"x[redacted]"}');
  });

  it("keeps JSON valid", () => {
    for (const known of [
      [word],
      ["n\\tail\\"],
      ["some\\tail\\"],
      ["/usr/secret"],
      ["ends with\\"],
      ['quote"s end'],
      ['per"cent%'],
      ['per"cent%4'],
      ['back"slash\\u00'],
    ]) {
      for (const value of [`x\n${known[0] ?? ""}`, `\\${known[0] ?? ""}\\`, `${known[0] ?? ""}"`]) {
        const line = JSON.stringify({ value }).replaceAll("/", "\\/");
        expect(() => JSON.parse(redact(line, ...known)) as unknown).not.toThrow();
        expect(redact(line, ...known)).toContain("[redacted]");
      }
    }
  });

  it("is not held back where nothing can become a secret", () => {
    const redactor = makeRedactor(compileSecrets([word]));
    expect(redactor.push(Buffer.from("a whole line\n")).toString()).toBe("a whole line\n");
    expect(redactor.push(Buffer.from("half a li")).toString()).toBe("half a ");
    expect(redactor.push(Buffer.from("ne password: ")).toString()).toBe("line ");
    expect(redactor.end().toString()).toBe("password: ");
  });

  it("is held back by no more than some kilobytes, whatever comes", () => {
    const begun = ["", "ab ", "-----BEGIN RSA PRIVATE KEY-----\n"];
    const floods = [
      "x",
      "MIIEowIB",
      "\\",
      '"',
      "%",
      "eyJ",
      "ghp_",
      "token=",
      "c'",
      "A",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7bq1",
    ];
    for (const [start, flood] of begun.flatMap((one) => floods.map((other) => [one, other] as const))) {
      const redactor = makeRedactor(compileSecrets([word, "ab cd efgh"]));
      redactor.push(Buffer.from(start));
      for (let round = 0; round < 200; round++)
        redactor.push(Buffer.from(flood.repeat(Math.ceil(1000 / flood.length))));
      expect(redactor.end().length, flood).toBeLessThanOrEqual(33 * 1024);
    }
  });

  it("tells of a private key that never ends before it has all of it in memory", () => {
    const redactor = makeRedactor(none);
    redactor.push(Buffer.from("-----BEGIN RSA PRIVATE KEY-----\n"));
    const said = Array.from({ length: 40 }, () => redactor.push(Buffer.from(`${"MIIEowIB".repeat(125)}\n`)).toString());
    expect(said.slice(0, 30).join("")).toBe("");
    expect(said.join("")).toContain("[redacted]");
  });

  it("may hold a secret that is longer than what is ever held back", () => {
    const value = Array.from({ length: 9000 }, (_, index) => `aB${String(index % 10)}`).join("");
    expect(redact(`token=${value} end`)).toBe("token=[redacted] end");
    const redactor = makeRedactor(none);
    const bytes = Buffer.from(`a token=${value} end`);
    const said: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += 1000) said.push(redactor.push(bytes.subarray(at, at + 1000)));
    expect(Buffer.concat([...said, redactor.end()]).toString()).toBe("a token=[redacted] end");
  });
});
