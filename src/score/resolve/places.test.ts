import { describe, expect, it } from "vitest";
import { filePlace, globPlace } from "./fill.ts";
import { emptyScene } from "./scene.ts";

const scene = emptyScene("/ws", "/ctx");
const shown = (place: ReturnType<typeof filePlace>): string =>
  place.kind === "means" ? `${place.value.root}:${place.value.path}` : place.why;

const outside = "must lie in the sheet's context or in {{ workspace }}";
const leaves = "must stay inside the sheet's context (no ..)";

describe("a path", () => {
  it.each([
    ["a", "context:a"],
    ["./a//b/./c", "context:a/b/c"],
    ["a b/ü", "context:a b/ü"],
    ["..a/b..", "context:..a/b.."],
    ["a/../b", "context:b"],
    [".", "context:."],
    ["/ctx/a", "context:a"],
    ["/ctx", "context:."],
    ["/ws/a/../b", "workspace:b"],
    ["/ws", "workspace:."],
    ["~a", "context:~a"],
    ["..", leaves],
    ["../a", leaves],
    ["a/../../b", leaves],
    ["../ctx2/a", leaves],
    ["/", outside],
    ["/etc/passwd", outside],
    ["/wsx/a", outside],
    ["/ws/../etc/passwd", outside],
    ["~", outside],
    ["~/a", outside],
    ["", "names no file"],
    [" ", "names no file"],
    ["a\0b", "a path can't contain a NUL"],
  ])("%j is %s", (written, expected) => {
    expect(shown(filePlace(written, scene))).toBe(expected);
  });

  it("is in the workspace when it leads there from the context", () => {
    expect(shown(filePlace("../ws/a", scene))).toBe("workspace:a");
  });

  it("belongs to the deeper of the two folders, whichever lies in the other", () => {
    expect(shown(filePlace("out/a", emptyScene("/ctx/out", "/ctx")))).toBe("workspace:a");
    expect(shown(filePlace("b", emptyScene("/ctx/out", "/ctx")))).toBe("context:b");
    expect(shown(filePlace("a", emptyScene("/home", "/home/contexts/1")))).toBe("context:a");
    expect(shown(filePlace("/home/a", emptyScene("/home", "/home/contexts/1")))).toBe("workspace:a");
  });
});

describe("a glob", () => {
  it.each([
    ["*.md", "context:*.md"],
    ["docs/**/*.md", "context:docs/**/*.md"],
    ["a.md", "context:a.md"],
    ["/ws/*.md", "workspace:*.md"],
    ["/ws/out/{a,b}/*", "workspace:out/{a,b}/*"],
    ["/ctx/[ab].md", "context:[ab].md"],
    ["./x/../y/*", "context:y/*"],
    ["../*", leaves],
    ["a/*/../../..", leaves],
    ["*/../x", leaves],
    ["/etc/*", outside],
    ["/*", outside],
    ["~/*", outside],
    ["/ws*/x", outside],
  ])("%j is %s", (written, expected) => {
    expect(shown(globPlace(written, scene))).toBe(expected);
  });
});
