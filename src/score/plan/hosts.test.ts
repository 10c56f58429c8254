import { expect, it } from "vitest";
import { allowing, hostRule } from "./hosts.ts";

it.each(["api.example.com", "*.example.com", "a_b.example:8443", "127.0.0.1:80", "[::1]:443", "localhost"])(
  "%s names a host",
  (written) => {
    expect(hostRule(written)).not.toBeNull();
  },
);

it.each(["", "*", "a..b", "http://a", "a/b", "a:0", "a:70000", "a b", "user@a", "*.[::1]", "-a", "a:"])(
  "%j names none",
  (written) => {
    expect(hostRule(written)).toBeNull();
  },
);

it.each([
  ["api.example.com", "api.example.com", 443, true],
  ["api.example.com", "API.Example.com.", 80, true],
  ["api.example.com", "api.example.com", 22, false],
  ["api.example.com", "evil-api.example.com", 443, false],
  ["api.example.com", "api.example.com.evil.example", 443, false],
  ["*.example.com", "a.b.example.com", 443, true],
  ["*.example.com", "evilexample.com", 443, false],
  ["127.0.0.1:8080", "127.0.0.1", 8080, true],
  ["127.0.0.1:8080", "127.0.0.1", 443, false],
] as const)("the rule %s meets %s:%i: %s", (...[rule, host, port, isAllowed]) => {
  const rules = [rule].map(hostRule).filter((one) => one !== null);
  expect(allowing(rules, host, port) !== undefined).toBe(isAllowed);
});
