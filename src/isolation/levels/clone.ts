import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { alternatesLine } from "../../git/storage/init-store.ts";
import { transferCommit, transferObjects } from "../../git/remote/transfer.ts";
import type { Context, ContextRequest } from "../context.ts";
import { copyShallow } from "../store/object-store.ts";
import type { AgentGit, Level } from "./level.ts";
import { isPartial } from "../store/partial.ts";

export const clone: Level = {
  link: writeCloneFolder,
  agentGit: ownGitFolder,
  adminFolder: () => null,
};

export function ownGitFolder({ path }: Context): AgentGit {
  const gitDir = join(path, ".git");
  return { gitDir, objects: join(gitDir, "objects"), refs: gitDir };
}

/**
 * Written file by file: `git clone` would cost a process and bring refs and a remote. The agent finds an ordinary
 * repository on one branch, at the base, without a remote.
 */
async function writeCloneFolder(git: Git, context: Context, request: ContextRequest): Promise<string> {
  const gitDir = join(context.path, ".git");
  const branch = `refs/heads/${request.head.checkedOut}`;
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "objects", "pack"));
  await mkdir(dirname(join(gitDir, branch)), { recursive: true });
  await mkdir(join(gitDir, "info"));
  await Promise.all([
    writeFile(join(gitDir, "HEAD"), `ref: ${branch}\n`),
    writeFile(join(gitDir, branch), `${request.start.base}\n`),
    writeFile(join(gitDir, "config"), configText(request)),
  ]);
  await copyShallow(request.git.store.gitDir, gitDir);
  await giveObjects(git, gitDir, { context, request });
  return gitDir;
}

/** An unused clone whose files are those of another commit now. Where its repository is. */
export async function moveClone({ path }: Context, { head, start }: ContextRequest): Promise<string> {
  const gitDir = join(path, ".git");
  await writeFile(join(gitDir, `refs/heads/${head.checkedOut}`), `${start.base}\n`);
  return gitDir;
}

/** Borrowed objects cost nothing; copies make a clone that needs nothing outside. */
async function giveObjects(
  git: Git,
  gitDir: string,
  { context, request }: { context: Context; request: ContextRequest },
): Promise<void> {
  if (request.git.objects === "copy") {
    const way = { from: request.git.store.gitDir, to: gitDir, scratch: dirname(context.index) };
    if (await isPartial(git, request.git.store)) await transferCommit(git, way, request.start.base);
    else await transferObjects(git, way, { tips: [request.start.base], known: [] });
  } else {
    await writeFile(
      join(gitDir, "objects", "info", "alternates"),
      alternatesLine(join(request.git.store.gitDir, "objects")),
    );
  }
}

function configText(request: ContextRequest): string {
  const sha256 = request.git.store.repository.objectFormat === "sha256";
  return [
    "[core]",
    `\trepositoryformatversion = ${sha256 ? "1" : "0"}`,
    "\tfilemode = true",
    "\tbare = false",
    "\tlogallrefupdates = true",
    ...(sha256 ? ["[extensions]", "\tobjectformat = sha256"] : []),
    ...identityConfig(request.git.identity),
    // A gc must not run in the middle of the agent's work, nor repack borrowed objects.
    "[gc]",
    "\tauto = 0",
    "[maintenance]",
    "\tauto = false",
    "",
  ].join("\n");
}

/** So that the agent can commit. */
export function identityConfig(identity: Identity): readonly string[] {
  return ["[user]", `\tname = ${quoted(identity.name)}`, `\temail = ${quoted(identity.email)}`];
}

function quoted(value: string): string {
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", " ")}"`;
}
