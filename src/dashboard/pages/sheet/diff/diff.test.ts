import { expect, it } from "vitest";
import { briefOf } from "./comments.ts";
import { filesIn } from "./patch.ts";

const patch = `diff --git a/a b.txt b/a b.txt
index 1..2 100644
--- a/a b.txt\t
+++ b/a b.txt\t
@@ -1 +1 @@
-diff --git is only a word here
+new
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+--- a/no-name
diff --git a/picture.png b/picture.png
Binary files a/picture.png and b/picture.png differ
`;

it("a patch is divided into its files, with names as they are after the change, or before it where they are gone", () => {
  expect(filesIn(patch).map(({ path, oldPath }) => [path, oldPath])).toEqual([
    ["a b.txt", "a b.txt"],
    ["gone.txt", "gone.txt"],
    ["new.txt", "new.txt"],
    ["picture.png", "picture.png"],
  ]);
  expect(
    filesIn(patch)
      .map(({ text }) => text)
      .join(""),
  ).toBe(patch);
  expect(filesIn("")).toEqual([]);
});

it("comments become one brief, by file and line, each with the line that it is about", () => {
  const brief = briefOf([
    { path: "b.ts", side: "new", line: 2, code: "return 1;", text: "two\n" },
    { path: "a.ts", side: "old", line: 9, code: "x", text: "keep this" },
  ]);
  expect(brief).toContain("a.ts:9 (before your change)\n> x\nkeep this\n\nb.ts:2\n> return 1;\ntwo\n");
});
