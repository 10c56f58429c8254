import { realpathSync } from "node:fs";
import { isAbsolute, posix, resolve } from "node:path";
import type { Finding } from "../findings/finding.ts";

/**
 * The same findings whichever checkout the tool ran in: files relative to its folder, however the tool names them, and
 * the folder's own name out of the messages. Files that lie elsewhere keep their absolute path. `cwd`: where in the
 * folder it ran, which it names files from.
 */
export function findingsBelow(folder: string, findings: readonly Finding[], cwd = folder): readonly Finding[] {
  const roots = rootsOf(folder);
  const names = new Map<string, string>();
  return findings.map((finding) => {
    const file = names.get(finding.file) ?? nameBelow(roots, finding.file, cwd);
    names.set(finding.file, file);
    return { ...finding, file, message: roots.reduce(withoutRoot, finding.message) };
  });
}

/** As it was named, and as it really is: tools print either. The longer first, as one may lie in the other. */
function rootsOf(folder: string): readonly string[] {
  return [...new Set([resolve(folder), realOf(resolve(folder))])].sort((a, b) => b.length - a.length);
}

function nameBelow(roots: readonly string[], file: string, cwd: string): string {
  if (file === "") return file;
  const whole = isAbsolute(file) ? posix.normalize(file) : resolve(cwd, file);
  return below(roots, whole) ?? below(roots, realOf(whole)) ?? whole;
}

function below(roots: readonly string[], path: string): string | null {
  const root = roots.find((candidate) => path.startsWith(`${candidate}/`));
  return root === undefined ? null : path.slice(root.length + 1);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const fileUrl = "file://";
const beginsHere = /(?:^|[^\w./-]|file:\/\/)$/;
const goesOn = /^(?:[\w-]|\.[\w-])/;

/** Only where it stands as a path of its own: `/tmp/a` is neither in `/x/tmp/a` nor in `/tmp/ab`. */
function withoutRoot(text: string, root: string): string {
  let done = "";
  let from = 0;
  for (let at = text.indexOf(root); at !== -1; at = text.indexOf(root, from)) {
    const end = at + root.length;
    const isOwn =
      beginsHere.test(text.slice(Math.max(0, at - fileUrl.length), at)) && !goesOn.test(text.slice(end, end + 2));
    const isFolder = text.charAt(end) === "/";
    done += text.slice(from, at) + (isOwn ? (isFolder ? "" : ".") : root);
    from = isOwn && isFolder ? end + 1 : end;
  }
  return done + text.slice(from);
}
