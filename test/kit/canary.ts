import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "./folders.ts";
import { gitIn } from "./git.ts";

/** A program that tells when it was run, and by which plant. */
export interface Canary {
  /** A command line that sings under this name. */
  program(name: string): string;
  /** Who sang. */
  songs(): readonly string[];
}

export function makeCanary(): Canary {
  const folder = tempFolder();
  const log = join(folder, "songs");
  const script = join(folder, "sing");
  writeFileSync(script, `#!/bin/sh\necho "$1" >> '${log}'\ncat 2>/dev/null\nexit 0\n`);
  chmodSync(script, 0o755);
  return {
    program: (name) => `${script} ${name}`,
    songs: () => (existsSync(log) ? [...new Set(readFileSync(log, "utf8").trim().split("\n"))] : []),
  };
}

const hooks = [
  "applypatch-msg",
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "post-checkout",
  "post-merge",
  "pre-merge-commit",
  "post-index-change",
  "reference-transaction",
  "pre-auto-gc",
  "post-rewrite",
  "fsmonitor-watchman",
  "pre-push",
  "update",
  "pre-receive",
  "post-receive",
  "sendemail-validate",
];

/** Everything in git's configuration that may name a program. */
const keys = [
  "core.fsmonitor",
  "core.pager",
  "core.editor",
  "core.sshCommand",
  "core.askPass",
  "core.gitProxy",
  "core.alternateRefsCommand",
  "sequence.editor",
  "filter.x.clean",
  "filter.x.smudge",
  "filter.x.process",
  "merge.x.driver",
  "merge.default.driver",
  "diff.x.textconv",
  "diff.x.command",
  "diff.external",
  "gpg.program",
  "gpg.ssh.program",
  "credential.helper",
  "uploadpack.packObjectsHook",
  "pager.log",
  "pager.diff",
  "interactive.diffFilter",
  "trailer.x.command",
  "trailer.x.cmd",
  "remote.origin.uploadpack",
  "remote.origin.receivepack",
  "submodule.x.update",
  "browser.x.cmd",
  "man.x.cmd",
  "difftool.x.cmd",
  "mergetool.x.cmd",
];
const switches = [
  ["commit.gpgSign", "true"],
  ["log.showSignature", "true"],
  ["rerere.enabled", "true"],
  ["core.untrackedCache", "true"],
  ["submodule.recurse", "true"],
  ["merge.default", "x"],
  ["filter.x.required", "true"],
  ["gc.auto", "1"],
  ["maintenance.auto", "true"],
  ["extensions.worktreeConfig", "true"],
] as const;

/**
 * Plants programs at every place of a git folder where git might look for one. `config`: which file the settings go to.
 */
export function plant(canary: Canary, place: { folder: string; gitDir: string; config: string }): void {
  const set = (key: string, value: string): string =>
    gitIn(place.folder, ["config", "--file", place.config, key, value]);
  for (const key of keys) set(key, canary.program(key));
  for (const [key, value] of switches) set(key, value);
  const hooksFolder = join(place.gitDir, "hooks");
  const otherHooks = join(tempFolder(), "hooks");
  for (const folder of [hooksFolder, otherHooks]) {
    mkdirSync(folder, { recursive: true });
    for (const hook of hooks) {
      writeFileSync(join(folder, hook), `#!/bin/sh\nexec ${canary.program(hook)}\n`);
      chmodSync(join(folder, hook), 0o755);
    }
  }
  set("core.hooksPath", otherHooks);
  const included = join(tempFolder(), "included");
  writeFileSync(included, `[core]\n\tfsmonitor = ${canary.program("included")}\n`);
  set("include.path", included);
  mkdirSync(join(place.gitDir, "info"), { recursive: true });
  writeFileSync(join(place.gitDir, "info/attributes"), "* filter=x diff=x merge=x\n");
  writeFileSync(join(place.gitDir, "info/exclude"), "*\n");
}
