import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { caseSeed, chanceFrom } from "../seed.ts";
import { hostileFamily } from "./hostile-ids.ts";
import { faultsOf, formsOf, isCanonical } from "./naming.ts";
import { tryNames } from "./real-git.ts";

describe("the judge of names", () => {
  it.each([
    ["a b", "../a", "lies outside the root"],
    ["a b", "A-b", "is not plain on every disk"],
    ["a b", "é", "is not plain on every disk"],
    ["a b", "con", "is a device elsewhere"],
    ["a-b", "a-b-abcdefghijklmnop", "is not the canonical id itself"],
    ["a b", "x".repeat(50), "is 50 long"],
  ])("finds fault with %j as %j", (id, name, fault) => {
    expect(faultsOf(id, name)).toContain(fault);
  });

  it("knows canonical ids by rules of its own", () => {
    const ids = [
      "a",
      "task-1",
      "a-b-c",
      "a_b",
      "A",
      "a--b",
      "-a",
      "con",
      "a-abcdefghijklmnop",
      "a".repeat(41),
      "0".repeat(40),
      "",
    ];
    expect(ids.filter(isCanonical)).toEqual(["a", "task-1", "a-b-c"]);
  });

  it("takes names that some disk can't tell apart for one", () => {
    expect(formsOf("STRASSE")).toContain("strasse");
    expect(formsOf("e\u0301")).toContain("\u00e9");
    expect(formsOf("a. ")).toContain("a");
  });

  it("asks a real git and a real disk, and names the one among many that they refuse", () => {
    const names = ["fine", "a..b", "also-fine", "x/y"];
    expect(tryNames(tempFolder(), names)).toEqual({ byGit: ["a..b"], byDisk: ["x/y"] });
  });
});

describe("hostile ids", () => {
  it("come in all kinds, the same for the same seed", () => {
    const kinds = new Set(
      Array.from({ length: 400 }, (_, index) => hostileFamily(chanceFrom(caseSeed(1, index))).kind),
    );
    expect(kinds.size).toBe(19);
    expect(hostileFamily(chanceFrom(7))).toEqual(hostileFamily(chanceFrom(7)));
  });
});
