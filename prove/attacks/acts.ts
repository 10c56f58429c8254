/** A place beyond the context's own folder that an act changed. */
export type Reached = "hub" | "git" | "files" | "repository" | "store";

export const reachedWords: Readonly<Record<Reached, string>> = {
  hub: "the hub that worktree contexts share",
  git: "other contexts' git: commits or stashes lost, or refused",
  files: "files of another context",
  repository: "your repository",
  store: "Tutti's store, with its captures",
};

export const actLevels = ["clone", "full", "worktree", "directory", "container"] as const;
export type ActLevel = (typeof actLevels)[number];

/** Something a task does that runs no program of its own, and still may hurt others. */
export interface Act {
  readonly name: string;
  /** For the page of docs. */
  readonly title: string;
  readonly script: string;
  /** It leaves its folder by a path that it was not given. */
  readonly absolute?: true;
  /** What it reaches beside its own context; a level that is not named: nothing. */
  readonly reaches: Partial<Readonly<Record<ActLevel, readonly Reached[]>>>;
}

/** Other worktrees that the task's own git tells it of. */
const others = `git worktree list --porcelain 2>/dev/null | sed -n 's/^worktree //p' | grep -v -x "$PWD" | grep -v 'worktrees.git$'`;
const prune = "git reflog expire --expire=now --all; git gc -q --prune=now";

const history: readonly Act[] = [
  {
    name: "stash",
    title: "`git stash pop`: takes the newest stash there is",
    script: "git stash pop",
    reaches: { worktree: ["git", "hub"] },
  },
  {
    name: "branches",
    title: "deletes all branches and other worktrees' administration, expires the logs, prunes",
    script: `for b in $(git for-each-ref --format='%(refname)' refs/heads); do git update-ref -d "$b"; done; for w in "$c"/worktrees/*; do [ "$w" = "$d" ] || rm -rf "$w"; done; ${prune}`,
    reaches: { worktree: ["git", "hub"] },
  },
  { name: "gc", title: "`git gc --prune=now`", script: "git gc -q --prune=now", reaches: { worktree: ["hub"] } },
  {
    name: "prune",
    title: "`git repack -a -d` and `git prune`, while Tutti has objects without a ref",
    script: "git repack -a -d -q; git prune --expire=now",
    reaches: {},
  },
  { name: "reflog", title: "expires all logs, then prunes", script: prune, reaches: { worktree: ["git", "hub"] } },
  {
    name: "move-neighbour",
    title: "moves the worktrees that git tells it of, prunes them and their objects",
    script: `${others} | while read -r w; do mv "$w" "$w.stolen"; done; git worktree prune --expire=now; ${prune}`,
    reaches: { worktree: ["files", "git", "hub"] },
  },
  {
    name: "remove-neighbour",
    title: "`git worktree remove -f -f` on the worktrees that git tells it of",
    script: `${others} | while read -r w; do git worktree remove -f -f "$w"; done`,
    reaches: { worktree: ["files", "git", "hub"] },
  },
  {
    name: "main",
    title: "moves `refs/heads/main` and checks it out",
    script:
      "git update-ref refs/heads/main $(git commit-tree -m evil HEAD^{tree}); git checkout -q --ignore-other-worktrees main",
    reaches: { worktree: ["hub"] },
  },
  {
    name: "replace",
    title: "`git replace`: shows others another content than there is",
    script: "git replace $(git rev-parse HEAD:README.md) $(echo evil | git hash-object -w --stdin)",
    reaches: { worktree: ["hub"] },
  },
];

const settings: readonly Act[] = [
  {
    name: "config",
    title: "`core.bare`, an unknown extension: git refuses the repository",
    script: "git config core.bare true; git config core.repositoryFormatVersion 1; git config extensions.foo 1",
    reaches: { worktree: ["git", "hub"] },
  },
  {
    name: "exclude",
    title: "excludes everything, so that new files don't show",
    script: 'mkdir -p "$c/info"; echo \'*\' >"$c/info/exclude"; echo work >unseen.txt',
    reaches: { worktree: ["hub"] },
  },
  {
    name: "hide",
    title: "marks its index, so that its edits don't show",
    script:
      "echo edit >>README.md; git update-index --skip-worktree README.md; echo edit >>tool.sh; git update-index --assume-unchanged tool.sh",
    reaches: {},
  },
  {
    name: "rerere",
    title: "plants recorded resolutions of conflicts",
    script:
      'mkdir -p "$c/rr-cache/1111111111111111111111111111111111111111"; git config rerere.enabled true; git config rerere.autoupdate true',
    reaches: { worktree: ["hub"] },
  },
  {
    name: "junk",
    title: "overwrites every object in its own object folder",
    script: 'find "$c/objects" -type f -path \'*/??/*\' | while read -r f; do chmod u+w "$f"; echo junk >"$f"; done',
    reaches: { worktree: ["git", "hub"] },
  },
  {
    name: "locks",
    title: "empties `packed-refs`, leaves locks of everything",
    script:
      'echo junk >"$c/packed-refs"; touch "$d/index.lock" "$d/HEAD.lock" "$c/config.lock" "$c/packed-refs.lock"; mkdir -p "$c/refs/heads"; touch "$c/refs/heads/main.lock"',
    reaches: { worktree: ["git", "hub"] },
  },
];

const files: readonly Act[] = [
  {
    name: "links",
    title: "links to files and folders elsewhere in place of results",
    script: "ln -s /etc/hostname result.json; ln -s /etc d",
    reaches: {},
  },
  {
    name: "hard-link",
    title: "a hard link to a file of another context, written through (by absolute path)",
    absolute: true,
    script: 'ln "$NEIGHBOUR/untracked.txt" x && echo evil >>x',
    reaches: { clone: ["files"], full: ["files"], worktree: ["files"], directory: ["files"] },
  },
  {
    name: "nested-empty",
    title: "a nested repository without a commit",
    script: "git init -q inner; echo work >inner/f",
    reaches: {},
  },
  {
    name: "nested",
    title: "a nested repository, ignored files, a pipe, a closed folder, a very long path",
    script:
      "git init -q inner; echo work >inner/f; git -C inner add f; git -C inner commit -q -m one; echo waste >x.log; mkfifo pipe; mkdir shut; echo s >shut/s; chmod 000 shut; p=$PWD; i=0; while [ $i -lt 25 ]; do mkdir $(printf '%0200d' 0) && cd $(printf '%0200d' 0) || break; i=$((i+1)); done; echo deep >deep; cd \"$p\"",
    reaches: {},
  },
];

/** Those that a task does by itself. */
export const ownActs: readonly Act[] = [...history, ...settings, ...files];

/** Those that are done by others, and hurt a task or are hurt by one. */
export const otherActs = {
  baseGone: { name: "base-gone", title: "you rewrite the branch a context started from, and prune", reaches: {} },
  leakedEnvironment: {
    name: "leaked-environment",
    title: "Tutti is started from a git hook, with `GIT_DIR` and the like set; the agent commits",
    reaches: {},
  },
} as const;

/** All of them, as the page of docs has them. */
export const acts: readonly Pick<Act, "name" | "title" | "reaches" | "absolute">[] = [
  ...ownActs,
  ...Object.values(otherActs),
];
