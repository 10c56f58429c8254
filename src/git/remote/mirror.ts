import type { CommitSha } from "../../base/ids.ts";
import { type Git, gitFailed, linesIn, requireOk } from "../git.ts";
import { listRefs } from "../refs/refs.ts";
import { patienceMs, unreachable, type Unreachable } from "./remote-answer.ts";

const tracking = "refs/remotes/origin/";
const heads = "refs/heads/";
const tags = "refs/tags/";

/** A bare repository whose remote `origin` is at `url`. */
export async function initMirror(git: Git, gitDir: string, mirror: { url: string; format: string }): Promise<void> {
  const make = ["init", "--quiet", "--bare", "--template=", `--object-format=${mirror.format}`];
  const settings = [
    ["remote.origin.url", mirror.url],
    ["remote.origin.fetch", `+${heads}*:${tracking}*`],
    // Objects that a job needs are never pruned.
    ["gc.auto", "0"],
    ["maintenance.auto", "false"],
    ["core.logAllRefUpdates", "false"],
  ].map(([key = "", value = ""]) => ["config", key, value]);
  for (const args of [make, ...settings])
    requireOk(await git.sealed({ gitDir, args }), "making a mirror of a repository");
}

export interface RemoteHead {
  readonly kind: "there";
  /** The branch that HEAD names there; `null`: none. */
  readonly branch: string | null;
  /** The format of its objects; `null`: it has none. */
  readonly format: "sha1" | "sha256" | null;
  /** Its branches and tags by full name. */
  readonly refs: ReadonlyMap<string, string>;
}

/** Asks a remote for its branches; `gitDir`: any repository, whose configuration is used. */
export async function readRemoteHead(git: Git, gitDir: string, url: string): Promise<RemoteHead | Unreachable> {
  const args = ["ls-remote", "--quiet", "--symref", "--end-of-options", url, "HEAD", "refs/heads/*", "refs/tags/*"];
  const exit = await git.network({ gitDir, args, timeoutMs: patienceMs });
  if (exit.code !== 0) return unreachable(exit);
  const lines = linesIn(exit.stdout).map((line) => line.split("\t") as [string, string]);
  const named = lines.find(([what, ref]) => ref === "HEAD" && what.startsWith(`ref: ${heads}`))?.[0];
  const refs = new Map(
    lines.flatMap(([object, ref]) =>
      /^refs\/(?:heads|tags)\//.test(ref) && !ref.endsWith("^{}") ? [[ref, object]] : [],
    ),
  );
  const [object] = refs.values();
  return {
    kind: "there",
    branch: named?.slice(`ref: ${heads}`.length) ?? null,
    format: object === undefined ? null : object.length === 64 ? "sha256" : "sha1",
    refs,
  };
}

/** Faults of old commits that no server repairs any more; nothing in them can do harm. */
const oldFaults = ["zeroPaddedFilemode", "badTimezone", "missingSpaceBeforeDate", "missingSpaceBeforeEmail"];

/** Brings what the remote has: branches below `refs/remotes/origin/`, tags. Only a fetch that succeeds drops names. */
export async function fetchMirror(git: Git, gitDir: string): Promise<{ readonly kind: "fetched" } | Unreachable> {
  const sound = ["fetch.fsckObjects=true", ...oldFaults.map((fault) => `fetch.fsck.${fault}=ignore`)];
  const args = [
    ...sound.flatMap((setting) => ["-c", setting]),
    ...["fetch", "--quiet", "--prune", "--no-write-fetch-head", "--no-auto-maintenance", "--recurse-submodules=no"],
    ...["--end-of-options", "origin", `+${heads}*:${tracking}*`, "+refs/tags/*:refs/tags/*"],
  ];
  const exit = await git.network({ gitDir, args, timeoutMs: patienceMs });
  return exit.code === 0 ? { kind: "fetched" } : unreachable(exit);
}

/** By branch. */
export interface MirrorBranches {
  readonly here: ReadonlyMap<string, CommitSha>;
  readonly there: ReadonlyMap<string, CommitSha>;
  readonly tags: ReadonlyMap<string, string>;
}

export async function readMirrorBranches(git: Git, gitDir: string): Promise<MirrorBranches> {
  const refs = await listRefs(git, gitDir, [heads, tracking, tags]);
  const below = (prefix: string): ReadonlyMap<string, CommitSha> =>
    new Map(
      [...refs].flatMap(([ref, object]) =>
        ref.startsWith(prefix) && ref !== `${tracking}HEAD` ? [[ref.slice(prefix.length), object as CommitSha]] : [],
      ),
    );
  return { here: below(heads), there: below(tracking), tags: below(tags) };
}

/** Whether a fetch would bring or drop anything. */
export function isFetched({ there, tags: marks }: MirrorBranches, { refs }: RemoteHead): boolean {
  return (
    refs.size === there.size + marks.size &&
    [...there].every(([branch, commit]) => refs.get(`${heads}${branch}`) === commit) &&
    [...marks].every(([tag, object]) => refs.get(`${tags}${tag}`) === object)
  );
}

/** Branches here with commits that no branch of the remote has, as far as it was fetched, and how many. */
export async function readUnpushed(git: Git, gitDir: string, branch: string): Promise<number> {
  const args = ["rev-list", "--count", `${heads}${branch}`, "--not", `--glob=${tracking}*`];
  return Number(
    requireOk(await git.sealed({ gitDir, args }), "counting commits")
      .toString("utf8")
      .trim(),
  );
}

/** Moves branches of the mirror in one step, each only from where it was seen. False: one of them moved meanwhile. */
export async function moveBranches(
  git: Git,
  gitDir: string,
  moves: readonly { branch: string; from: CommitSha | null; to: CommitSha | null }[],
): Promise<boolean> {
  if (moves.length === 0) return true;
  const lines = moves.map(({ branch, from, to }) => {
    const ref = `${heads}${branch}`;
    if (to === null) return `delete ${ref} ${from ?? ""}\n`;
    return from === null ? `create ${ref} ${to}\n` : `update ${ref} ${to} ${from}\n`;
  });
  const exit = await git.sealed({
    gitDir,
    args: ["update-ref", "--no-deref", "--stdin"],
    stdin: lines.join(""),
  });
  if (exit.code === 0) return true;
  if (/but expected|reference already exists|unable to resolve reference/.test(exit.stderr)) return false;
  throw gitFailed(exit, "moving branches of a mirror");
}

export async function setMirrorHead(git: Git, gitDir: string, branch: string): Promise<void> {
  const args = ["symbolic-ref", "HEAD", `${heads}${branch}`];
  requireOk(await git.sealed({ gitDir, args }), "naming the default branch of a mirror");
}
