import { messageOf } from "../../../base/error.ts";
import type { CommitSha } from "../../../base/ids.ts";
import { insist } from "../../../base/fault.ts";
import { type Git, requireOk } from "../../../git/git.ts";
import { createRefs } from "../../../git/refs/refs.ts";
import { transferObjects } from "../../../git/remote/transfer.ts";
import type { Context } from "../../context.ts";
import { agentGit, lend } from "./agent-git.ts";
import type { AgentGit } from "../../levels/level.ts";
import { readTips } from "./git-data.ts";
import type { ObjectStore } from "../../store/object-store.ts";
import { ownObjects } from "../../snapshots/keep.ts";
import type { LeftOut } from "../survey/left-out.ts";

/**
 * Copies commits that the agent made (on any branch, stashed, or reset away but still in a log) into the store, under
 * refs of their own. The agent's git folder is read as data; a broken one costs its history, never the files.
 */
export async function keepAgentCommits(
  git: Git,
  context: Context,
  way: { store: ObjectStore; scratch: string; refs: string },
): Promise<readonly LeftOut[]> {
  const found = agentGit(context, way.store);
  if (found === null) return [];
  try {
    return await insist(() => bringCommits(git, context, { ...way, agent: found }));
  } catch (error) {
    return [unreadable(messageOf(error))];
  }
}

async function bringCommits(
  git: Git,
  context: Context,
  way: { store: ObjectStore; scratch: string; refs: string; agent: AgentGit },
): Promise<readonly LeftOut[]> {
  const { agent } = way;
  const tips = readTips(agent.gitDir, context.base);
  if (agent.refs !== agent.gitDir)
    tips.names.push(...(await newAmongShared(git, way.store, { refs: agent.refs, base: context.base })));
  if (tips.names.length === 0 && !tips.isCut) return [];
  const env = await lend(agent.objects, way.store);
  const { commits, missing } = await lookUp(git, way.store.gitDir, { tips: tips.names, env });
  await transferObjects(
    git,
    { from: way.store.gitDir, to: way.store.gitDir, scratch: way.scratch, env },
    { tips: commits, known: [context.base] },
  );
  await ownObjects(git, { gitDir: way.store.gitDir, scratch: way.scratch }, { tips: commits, base: context.base });
  await createRefs(git, way.store.gitDir, new Map(commits.map((commit) => [`${way.refs}/${commit}`, commit])));
  return [
    ...(missing.length === 0 ? [] : [unreadable(`${missing[0] ?? ""} is missing`)]),
    ...(tips.isCut ? [unreadable("it has too many refs")] : []),
  ];
}

/**
 * Branches, tags and stashes that contexts share, such as those of worktrees; only those that no capture has kept yet.
 */
async function newAmongShared(
  git: Git,
  store: ObjectStore,
  { refs, base }: { refs: string; base: string },
): Promise<readonly string[]> {
  const shared = readTips(refs, base);
  if (shared.names.length === 0) return [];
  return (await lookUp(git, store.gitDir, { tips: shared.names, env: {} })).missing;
}

function unreadable(detail: string): LeftOut {
  return { path: ".git/", reason: "unreadable history", bytes: null, detail };
}

interface Found {
  readonly commits: readonly CommitSha[];
  readonly missing: readonly string[];
}

/** Which tips are commits that exist. A tag's commit also appears in a log or a peeled line. */
async function lookUp(
  git: Git,
  gitDir: string,
  ask: { tips: readonly string[]; env: Readonly<Record<string, string>> },
): Promise<Found> {
  const exit = await git.sealed({
    gitDir,
    args: ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    env: ask.env,
    stdin: `${ask.tips.join("\n")}\n`,
  });
  const lines = requireOk(exit, "looking for the agent's commits").toString("utf8").split("\n");
  const named = (ending: string): readonly string[] =>
    lines.filter((line) => line.endsWith(ending)).map((line) => line.slice(0, line.indexOf(" ")));
  return { commits: named(" commit") as readonly CommitSha[], missing: named(" missing") };
}
