import { expect, test } from "vitest";
import { describeCall, knownWith, pathsOf } from "./listener.ts";

test("paths are found wherever an agent puts them", () => {
  const rawInput = {
    file_path: "/c/3",
    files: ["/c/4", { path: "/c/5" }],
    options: { parentDir: "/c/6", note: "/not/a/path" },
    source: "file:///c/7",
  };
  const content = [
    { type: "diff" as const, path: "/c/2", newText: "" },
    { type: "content" as const, content: { type: "text" as const, text: "/not" } },
  ];
  expect(pathsOf({ locations: [{ path: "/c/1" }], content, rawInput })).toEqual([
    "/c/1",
    "/c/2",
    "/c/3",
    "/c/4",
    "/c/5",
    "/c/6",
    "/c/7",
  ]);
});

test("what was told earlier of a use still counts when it is asked for leave", () => {
  const known = knownWith(undefined, { kind: "edit", title: "Edit", locations: [{ path: "/etc/hosts" }] });
  expect(knownWith(known, { kind: null, title: "Edit hosts" })).toEqual({
    kind: "edit",
    title: "Edit hosts",
    locations: [{ path: "/etc/hosts" }],
  });
});

test("a use is described by its title on one line, or by its paths", () => {
  expect(describeCall({ kind: "execute", title: "npm\n  test" })).toEqual({ tool: "execute", detail: "npm test" });
  expect(describeCall({ name: "write_file", locations: [{ path: "/c/a" }] })).toEqual({
    tool: "write_file",
    detail: "/c/a",
  });
});
