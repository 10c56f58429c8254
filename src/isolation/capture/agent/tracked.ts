import { join } from "node:path";
import { messageOf } from "../../../base/error.ts";
import type { CommitSha } from "../../../base/ids.ts";
import { insist } from "../../../base/fault.ts";
import { type Git, type GitCall, requireOk } from "../../../git/git.ts";
import type { Context } from "../../context.ts";
import type { ObjectStore } from "../../store/object-store.ts";
import { readHead } from "./git-data.ts";
import { agentGit, isUntouched, lend } from "./agent-git.ts";
import { withIndexCopy } from "./staged.ts";
import type { LeftOut } from "../survey/left-out.ts";

export interface AgentTracked {
  /** As the agent's repository names them: they may be no files, or outside the context. */
  readonly paths: ReadonlySet<string>;
  readonly problems: readonly LeftOut[];
}

/**
 * Files that the agent's repository tracks beyond those it was given: in its index, or in its HEAD and not in the base.
 * Read as data; a broken repository costs this list, never the files.
 */
export async function readAgentTracked(
  git: Git,
  context: Context,
  way: { store: ObjectStore; scratch: string },
): Promise<AgentTracked> {
  const found = agentGit(context, way.store);
  if (found === null) return { paths: new Set(), problems: [] };
  const index = join(found.gitDir, "index");
  const reader = async (): Promise<Reader> => ({ gitDir: way.store.gitDir, env: await lend(found.objects, way.store) });
  const staged = await orProblem(".git/index", async () => {
    if (await isUntouched(index, context.index)) return [];
    return withIndexCopy(index, way.scratch, async (copy) =>
      copy === null ? [] : readIndexPaths(git, await reader(), copy),
    );
  });
  const committed = await orProblem(".git/", async () => {
    const { commit } = await readHead(found.gitDir, found.refs);
    return commit === null || commit === context.base
      ? []
      : readAdded(git, await reader(), { base: context.base, head: commit });
  });
  return {
    paths: new Set([...staged.paths, ...committed.paths]),
    problems: [...staged.problems, ...committed.problems],
  };
}

type Reader = Required<Pick<GitCall, "gitDir" | "env">>;

async function orProblem(
  path: string,
  read: () => Promise<readonly string[]>,
): Promise<{ paths: readonly string[]; problems: readonly LeftOut[] }> {
  try {
    return { paths: await insist(read), problems: [] };
  } catch (error) {
    const detail = `what is tracked in it can't be read: ${messageOf(error)}`;
    return { paths: [], problems: [{ path, reason: "unreadable history", bytes: null, detail }] };
  }
}

/** Submodules: their folders are no files. */
const gitlink = "160000";

async function readIndexPaths(git: Git, reader: Reader, index: string): Promise<readonly string[]> {
  const exit = await git.sealed({ ...reader, index, args: ["ls-files", "-z", "--stage"] });
  const lines = requireOk(exit, "reading an index").toString("latin1").split("\0");
  return lines
    .filter((line) => line !== "" && !line.startsWith(`${gitlink} `))
    .map((line) => line.slice(line.indexOf("\t") + 1));
}

/** A few small trees can name any number of files. */
const mostBytes = 256 * 1024 * 1024;
const patienceMs = 5 * 60_000;

async function readAdded(
  git: Git,
  reader: Reader,
  pair: { base: CommitSha; head: CommitSha },
): Promise<readonly string[]> {
  const args = [
    "diff-tree",
    "-r",
    "-z",
    "--raw",
    "--no-renames",
    "--ignore-submodules=none",
    "--diff-filter=A",
    "--end-of-options",
    pair.base,
    pair.head,
  ];
  const exit = await git.sealed({ ...reader, args, cutAt: mostBytes, timeoutMs: patienceMs });
  const fields = requireOk({ ...exit, code: exit.droppedBytes > 0 ? 1 : exit.code }, "reading the agent's commit")
    .toString("latin1")
    .split("\0");
  const paths: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    if ((fields[at] ?? "").split(" ")[1] !== gitlink) paths.push(fields[at + 1] ?? "");
  }
  return paths;
}
