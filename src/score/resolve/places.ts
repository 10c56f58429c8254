import { resolvedPath } from "../paths.ts";
import type { FilePlace } from "../rule.ts";
import type { Meaning } from "../source/shape.ts";
import type { Scene } from "./scene.ts";

/** A path as a place below the context or the workspace; a relative one counts from the context. */
export function filePlace(written: string, scene: Scene): Meaning<FilePlace> {
  if (written.includes("\0")) return { kind: "wrong", why: "a path can't contain a NUL" };
  if (written.trim() === "") return { kind: "wrong", why: "names no file" };
  const isHome = /^~(?:\/|$)/.test(written);
  const path = resolvedPath(scene.worktree, written);
  const inWorkspace = isHome ? null : placeIn("workspace", scene.workspace, path);
  const inContext = isHome ? null : placeIn("context", scene.worktree, path);
  // The deeper folder first: either may lie in the other.
  const place =
    scene.worktree.length > scene.workspace.length ? (inContext ?? inWorkspace) : (inWorkspace ?? inContext);
  if (place !== null) return { kind: "means", value: place };
  const isAbsolute = isHome || written.startsWith("/");
  return {
    kind: "wrong",
    why: isAbsolute
      ? "must lie in the sheet's context or in {{ workspace }}"
      : "must stay inside the sheet's context (no ..)",
  };
}

function placeIn(root: FilePlace["root"], folder: string, path: string): FilePlace | null {
  if (!path.startsWith(folder)) return null;
  if (path.length === folder.length) return { root, path: "." };
  return path.charAt(folder.length) === "/" ? { root, path: path.slice(folder.length + 1) } : null;
}

/** The same for a glob: only what stands before its first special character has to lie in one of the two. */
export function globPlace(written: string, scene: Scene): Meaning<FilePlace> {
  const fixed = /^[^*?[{!]*\//.exec(written)?.[0] ?? "";
  const folder =
    fixed === "" ? ({ kind: "means", value: { root: "context", path: "." } } as const) : filePlace(fixed, scene);
  if (folder.kind === "wrong") return folder;
  const { root, path } = folder.value;
  const rest = written.slice(fixed.length);
  if (rest.split("/").includes("..")) return { kind: "wrong", why: "must stay inside the sheet's context (no ..)" };
  return { kind: "means", value: { root, path: path === "." ? rest : `${path}/${rest}` } };
}
