import type { CommitSha } from "../../src/base/ids.ts";
import { printedBy } from "./git.ts";

/** Content by path, of a whole tree; paths are raw bytes as latin1. */
export type WholeTree = Readonly<Record<string, string>>;

/** Makes a commit of each tree, on top of the one at `on`, in one process: hundreds of them in no time. */
export function commitMany(gitDir: string, trees: readonly WholeTree[], on?: CommitSha): readonly CommitSha[] {
  const refs = trees.map((_, place) => `refs/test/${on ?? "first"}/${String(place)}`);
  const input = trees.map((tree, place) => commitLines(refs[place] ?? "", tree, on)).join("");
  printedBy(gitDir, ["fast-import", "--quiet", "--force"], { input });
  return printedBy(gitDir, ["rev-parse", ...refs])
    .trim()
    .split("\n") as CommitSha[];
}

function commitLines(ref: string, tree: WholeTree, on: CommitSha | undefined): string {
  const files = Object.entries(tree).map(
    ([path, text]) => `M 100644 inline ${quoted(path)}\ndata ${String(text.length)}\n${text}\n`,
  );
  return `reset ${ref}\ncommit ${ref}\ncommitter Ada <ada@example.com> 0 +0000\ndata 0\n${on === undefined ? "" : `from ${on}\n`}deleteall\n${files.join("")}\n`;
}

function quoted(path: string): string {
  return `"${path.replace(/["\\\n\x80-\xff]/g, (char) => (char === "\n" ? "\\n" : char > "\x7f" ? `\\${char.charCodeAt(0).toString(8)}` : `\\${char}`))}"`;
}
