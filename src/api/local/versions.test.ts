import { describe, expect, it } from "vitest";
import { type Client, compareVersions, meet } from "./reach.ts";

const client: Client = { version: "1.2.0", mayStart: true };
const hello = { version: "1.2.0", protocol: 1, pid: 7, isIdle: true };

describe("two versions", () => {
  it.each([
    ["1.2.3", "1.2.3", 0],
    ["1.2.3", "1.2.4", -1],
    ["1.10.0", "1.9.9", 1],
    ["2.0.0", "10.0.0", -1],
    ["1.0.0-beta", "1.0.0", -1],
    ["1.0.0-beta", "1.0.0-alpha", 1],
    ["1.0.0+one", "1.0.0+two", 0],
    ["v1.0.1", "1.0.0", 1],
    ["unknown", "1.0.0", 0],
  ])("%s and %s", (one, other, order) => {
    expect(Math.sign(compareVersions(one, other))).toBe(order);
    expect(Math.sign(compareVersions(other, one))).toBe(order === 0 ? 0 : -order);
  });
});

describe("a client that meets a conductor", () => {
  it("goes on without a word when both are of one version", () => {
    expect(meet(client, hello, "client")).toEqual({ kind: "go on", notice: null });
  });

  it("replaces an older one that has nothing to do", () => {
    expect(meet(client, { ...hello, version: "1.1.0" }, "client")).toEqual({ kind: "replace" });
    expect(meet(client, { ...hello, version: "1.1.0" }, "hand")).toEqual({ kind: "replace" });
  });

  it("goes on with an older one that is at work, and says so", () => {
    expect(meet(client, { ...hello, version: "1.1.0", isIdle: false }, "client")).toMatchObject({
      kind: "go on",
      notice: expect.stringContaining("1.1.0") as string,
    });
  });

  it("leaves an older one alone that a person keeps in the foreground, or when it may not start one", () => {
    expect(meet(client, { ...hello, version: "1.1.0" }, "foreground")).toMatchObject({ kind: "go on" });
    expect(meet({ ...client, mayStart: false }, { ...hello, version: "1.1.0" }, "client")).toMatchObject({
      kind: "go on",
    });
  });

  it("never replaces a newer one", () => {
    expect(meet(client, { ...hello, version: "1.3.0" }, "client")).toEqual({ kind: "go on", notice: null });
  });
});
