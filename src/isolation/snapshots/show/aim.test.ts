import { describe, expect, it } from "vitest";
import type { SheetId } from "../../../base/ids.ts";
import { type Sheets, requireAim, requireWorkspaceAim } from "./find.ts";

function named(...ids: readonly string[]): Sheets {
  return { ids: ids as readonly SheetId[], arePaths: false };
}

const sheets = named("fix", "mail@2", "7", "last");

describe("a snapshot is named by its sheet and number", () => {
  it.each([
    ["fix", { sheet: "fix", from: null, to: null }],
    ["fix@3", { sheet: "fix", from: null, to: 3 }],
    ["fix@3..12", { sheet: "fix", from: 3, to: 12 }],
    ["1", { sheet: "fix", from: null, to: null }],
    ["4@2", { sheet: "last", from: null, to: 2 }],
    ["mail@2", { sheet: "mail@2", from: null, to: null }],
    ["mail@2@1", { sheet: "mail@2", from: null, to: 1 }],
    ["7", { sheet: "7", from: null, to: null }],
  ])("%s", (text, aim) => {
    expect(requireAim(text, sheets)).toEqual(aim);
  });

  it.each([undefined, "", "none", "none@1", "5", "0", "fix@", "fix@0", "fix@x", "fix@1..", "fix@-1", "@1", "mail@3"])(
    "and not by %s",
    (text) => {
      expect(() => requireAim(text, sheets)).toThrow(
        expect.objectContaining({ code: "cli.usage", audience: "user" }) as Error,
      );
    },
  );
});

describe("a sheet whose id is a path", () => {
  const paths = { ...named("../wt-dirty", "one/same", "two/same", "wt"), arePaths: true };

  it("may be named by its last part", () => {
    expect(requireAim("wt-dirty", paths)).toEqual({ sheet: "../wt-dirty", from: null, to: null });
    expect(requireAim("wt-dirty@2", paths)).toEqual({ sheet: "../wt-dirty", from: null, to: 2 });
    expect(requireAim("wt", paths)).toMatchObject({ sheet: "wt" });
    expect(requireAim("two/same", paths)).toMatchObject({ sheet: "two/same" });
  });

  it("but not when others have the same, or when ids are no paths", () => {
    expect(() => requireAim("same@1", paths)).toThrow(/"same" may be any of 2/);
    expect(() => requireAim("wt-dirty", { ...paths, arePaths: false })).toThrow(/there is no sheet/);
  });
});

it("of a workspace the number is enough", () => {
  expect(requireWorkspaceAim(undefined)).toEqual({ sheet: null, from: null, to: null });
  expect(requireWorkspaceAim("@2")).toEqual({ sheet: null, from: null, to: 2 });
  expect(requireWorkspaceAim("2..4")).toEqual({ sheet: null, from: 2, to: 4 });
  expect(() => requireWorkspaceAim("fix")).toThrow(/names no snapshot/);
});
