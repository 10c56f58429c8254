import { describe, expect, test } from "vitest";
import { complaintsFrom, genericComplaints } from "./complaints.ts";

const codeOf = (line: string, complaints = genericComplaints) => complaints.find(({ matches }) => matches(line))?.code;

describe("on the stderr of any program", () => {
  test.each([
    ["HTTP 429", "E101"],
    ["HTTP/2 401", "E502"],
    ["429 Too Many Requests", "E101"],
    ["error: request failed with status 429.", "E101"],
    ["Rate limit exceeded", "E101"],
    ["You've hit your usage limit.", "E102"],
    ["[ERROR] unauthorized", "E502"],
    ["error: this request is unauthorized", "E502"],
    ["Error: Invalid API key", "E502"],
    ["  code: 'ENOTFOUND',", "E902"],
    ["  statusCode: 429,", "E101"],
    ["Error: connect ECONNREFUSED 127.0.0.1:80", "E501"],
    ["Error: certificate has expired", "E903"],
    ["<--- JavaScript heap out of memory", "E005"],
    ["provider error: 503 Service Unavailable", "E503"],
  ])("%s is %s", (line, code) => {
    expect(codeOf(line)).toBe(code);
  });

  test.each([
    "line 429",
    "commit 4294abc",
    "quota field",
    "Disk capacity planning",
    "line 403",
    "the certificate",
    "HTTP 429 is retried",
    "expected HTTP 429",
    "a rate limit exceeded message is shown",
    "unauthorized",
    "src/a.ts:429: error: unauthorized",
    "fatal: Authentication failed for 'https://git.invalid/a.git/'",
    "npm error code E401",
    "",
  ])("%s is nothing", (line) => {
    expect(codeOf(line)).toBeUndefined();
  });

  test("a hostile line is read as fast as any other", () => {
    for (const part of ["[", "[1] ", "a:1 ", "error ", "Error: rate ", "model ", "429 Xx ", "quota exceeded "]) {
      const line = part.repeat(2_000 / part.length);
      expect(() => codeOf(line)).not.toThrow();
    }
  });
});

describe("patterns of a profile", () => {
  test("are taken at their word, in any case", () => {
    const own = complaintsFrom({ E104: ["plan (is )?used up"], E502: ["who are you", "^no key$"] });
    expect(own.map(({ code }) => code)).toEqual(["E104", "E502"]);
    expect(codeOf("Sorry: PLAN used up!", own)).toBe("E104");
    expect(codeOf("No key", own)).toBe("E502");
    expect(codeOf("no key here", own)).toBeUndefined();
  });

  test("that are no patterns are a mistake of ours: the profile was to be checked before", () => {
    expect(() => complaintsFrom({ E101: ["("] })).toThrow(expect.objectContaining({ code: "bug.unexpected" }));
  });

  test("can't be made to take for ever", () => {
    const [complaint] = complaintsFrom({ E101: ["(a+)+$"] });
    expect(complaint?.matches(`${"a".repeat(1_000_000)}b`)).toBe(true);
  });
});
