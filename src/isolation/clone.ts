import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Identity } from "../git/identity.ts";
import { alternatesLine } from "../git/init-store.ts";
import type { Context, ContextRequest } from "./context.ts";
import { copyShallow } from "./shallow.ts";

/**
 * A private repository that borrows the store's objects, written file by file: a `git clone` would cost a process and
 * bring refs and a remote along. The agent finds an ordinary repository on one branch, at the base, with no remote.
 */
export async function writeCloneFolder(context: Context, request: ContextRequest): Promise<string> {
  const gitDir = join(context.path, ".git");
  const branch = `refs/heads/${request.branch}`;
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "objects", "pack"));
  await mkdir(dirname(join(gitDir, branch)), { recursive: true });
  await mkdir(join(gitDir, "info"));
  await Promise.all([
    writeFile(join(gitDir, "objects", "info", "alternates"), alternatesLine(join(request.store.gitDir, "objects"))),
    writeFile(join(gitDir, "HEAD"), `ref: ${branch}\n`),
    writeFile(join(gitDir, branch), `${request.base}\n`),
    writeFile(join(gitDir, "config"), configText(request)),
  ]);
  await copyShallow(request.store.gitDir, gitDir);
  return gitDir;
}

function configText(request: ContextRequest): string {
  const sha256 = request.store.repository.objectFormat === "sha256";
  return [
    "[core]",
    `\trepositoryformatversion = ${sha256 ? "1" : "0"}`,
    "\tfilemode = true",
    "\tbare = false",
    "\tlogallrefupdates = true",
    ...(sha256 ? ["[extensions]", "\tobjectformat = sha256"] : []),
    ...identityConfig(request.identity),
    // A gc of the agent's must not run for minutes in the middle of its work, nor repack borrowed objects.
    "[gc]",
    "\tauto = 0",
    "",
  ].join("\n");
}

/** So that the agent can commit, wherever the user's own configuration has the name. */
export function identityConfig(identity: Identity): readonly string[] {
  return ["[user]", `\tname = ${quoted(identity.name)}`, `\temail = ${quoted(identity.email)}`];
}

function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", " ")}"`;
}
