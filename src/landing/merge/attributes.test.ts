import { expect, test } from "vitest";
import { mergeAttributes } from "./attributes.ts";

const root = (text: string): Parameters<typeof mergeAttributes>[1] => [{ folder: "", text }];
const none = { isClosed: false, isUnion: false, isGenerated: false };

test.each([
  ["nothing", "docs/a.md", "", none],
  ["a file's name in any folder", "docs/CHANGES", "CHANGES merge=union", { ...none, isUnion: true }],
  ["a whole path", "docs/CHANGES", "/CHANGES merge=union", none],
  ["a glob of folders", "src/gen/a/b.ts", "src/gen/** linguist-generated", { ...none, isGenerated: true }],
  ["a value taken back later", "a.pb.go", "*.go linguist-generated=true\n*.pb.go -linguist-generated", none],
  ["binary files", "a.dat", "*.dat binary", { ...none, isClosed: true }],
  ["files that no one merges", "a.xml", "# all\n*.xml  -merge -text", { ...none, isClosed: true }],
  ["a driver of someone's own", "a.xml", "*.xml merge=mine", none],
])("attributes say of %s", (...[, path, text, expected]) => {
  expect(mergeAttributes(path, root(text))).toEqual(expected);
});

test("a folder's own file wins, and speaks of paths below it", () => {
  const files = [...root("*.txt binary"), { folder: "notes", text: "new/*.txt merge=union" }];
  expect(mergeAttributes("notes/new/a.txt", files)).toEqual({ ...none, isUnion: true });
  expect(mergeAttributes("notes/a.txt", files)).toEqual({ ...none, isClosed: true });
});
