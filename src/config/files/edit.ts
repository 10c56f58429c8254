import { Document, isMap, isNode, parseDocument } from "yaml";
import type { Key } from "../keys.ts";

/** A file's text with one key set. Comments, order and everything else stay as they were. */
export function withValue(text: string, key: Key, value: string | number | boolean): string {
  const document = text.trim() === "" ? new Document() : parseDocument(text);
  const path = key.split(".");
  const [group = ""] = path;
  // A group whose keys are all commented out, or a file that is all comments, holds nothing to set a key in.
  if (!isMap(document.contents)) document.contents = document.createNode({});
  const before = document.get(group, true);
  if (path.length > 1 && !isMap(before)) {
    const map = document.createNode({});
    map.commentBefore = isNode(before) ? (before.commentBefore ?? before.comment ?? null) : null;
    document.set(group, map);
  }
  document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}
