import { describe, expect, it } from "vitest";
import { isNear } from "./addresses.ts";
import { chooseAddress, targetOf } from "./decide.ts";

const allows = (host: string): boolean => ["api.example.com", "10.0.0.7", "localhost"].includes(host);
const api = { host: "api.example.com", port: 443 };

describe("an address that a name leads to", () => {
  it("is the one that is connected to", () => {
    expect(chooseAddress(api, ["93.184.216.34"], allows)).toEqual({ kind: "go", address: "93.184.216.34" });
  });

  it.each(["127.0.0.1", "::1", "10.1.2.3", "169.254.169.254", "::ffff:127.0.0.1", "fd00::1", "0.0.0.0"])(
    "is refused when it is %s: a name server does not open this machine or its networks",
    (address) => {
      expect(chooseAddress(api, [address], allows)).toMatchObject({ kind: "refused" });
    },
  );

  it("is passed over for one that may be used, and may be near where it is allowed by itself", () => {
    expect(chooseAddress(api, ["127.0.0.1", "93.184.216.34"], allows)).toMatchObject({ address: "93.184.216.34" });
    expect(chooseAddress(api, ["10.0.0.7"], allows)).toMatchObject({ kind: "go" });
    expect(chooseAddress({ host: "localhost", port: 80 }, ["127.0.0.1"], allows)).toMatchObject({ kind: "go" });
  });
});

it("a host that is not allowed is refused at any address", () => {
  expect(chooseAddress({ host: "evil.example", port: 443 }, ["93.184.216.34"], allows)).toEqual({
    kind: "refused",
    why: "it is not among the hosts of sandbox.network",
  });
});

it.each([
  ["a.example", { host: "a.example", port: 443 }],
  ["A.example.:8443", { host: "a.example", port: 8443 }],
  ["[::1]:80", { host: "::1", port: 80 }],
  ["user@a.example:443", null],
  ["a.example:0", null],
  ["a b:1", null],
  ["", null],
])("%j of a request means %j", (written, target) => {
  expect(targetOf(written, 443)).toEqual(target);
});

it("a text that is no address counts as near", () => {
  expect(isNear("example.com")).toBe(true);
  expect(isNear("93.184.216.34")).toBe(false);
});
