import { makeGit } from "../../git/git.ts";
import { readIdentity } from "../../git/identity.ts";
import { requireGitVersion } from "../../git/version.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import { findContainment } from "../../process/probe.ts";
import type { RunProcess } from "../../process/process.ts";
import { findProgram } from "../../process/program.ts";
import { type Finding, ok, warn } from "./check.ts";

export interface Tools {
  readonly run: RunProcess;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the settings. */
  readonly containment: string;
  /** Where whose name commits carry is asked. */
  readonly folder: string;
}

export async function gitFinding({ run, env, folder }: Tools): Promise<Finding> {
  // No sealed call is made, so no empty folder is needed.
  const git = makeGit({ run, emptyHome: "/", userEnvironment: allowedEnvironment(env) });
  const version = await requireGitVersion(git);
  const identity = await readIdentity(git, folder).catch(() => undefined);
  if (identity !== undefined) return ok(`${version}, commits are by ${identity.name} <${identity.email}>`);
  return warn(`${version}, but it does not know who you are`, 'git config --global user.name "Your Name" && git config --global user.email you@example.com');
}

export async function containmentFinding({ run, env, containment }: Tools): Promise<Finding> {
  const { kind, passedOver } = await findContainment({ choice: containment, path: env["PATH"], run });
  if (kind !== "group" || passedOver.length === 0) return ok(kind);
  return warn(
    `group only: what starts a session of its own may outlive its sheet (${passedOver.map((other) => `${other.kind}: ${other.why}`).join("; ")})`,
    "Install bubblewrap (bwrap), or util-linux where user namespaces are allowed.",
  );
}

/** Programs that people use as agents; a score may name any other. */
const agentNames = ["claude", "codex", "gemini", "aider", "opencode", "amp", "goose", "cursor-agent", "qwen"] as const;

export async function agentsFinding({ run, env }: Tools): Promise<Finding> {
  const present = agentNames.flatMap((name) => {
    const program = findProgram(name, env["PATH"], "/");
    return program.kind === "found" ? [{ name, file: program.file }] : [];
  });
  if (present.length === 0)
    return warn(`none of ${agentNames.join(", ")} is on the PATH`, "Install the one your scores name; any other program can be an agent, too.");
  const versions = await Promise.all(present.map(({ file }) => readVersion(run, env, file)));
  return ok(present.map(({ name }, place) => `${name}${versions[place] === null ? "" : ` ${String(versions[place])}`}`).join(", "));
}

const versionLimitMs = 5_000;

/** What it says of itself, when that is quick and looks like a version. */
async function readVersion(run: RunProcess, env: Tools["env"], file: string): Promise<string | null> {
  const end = await run({
    argv: [file, "--version"],
    cwd: "/",
    env: allowedEnvironment(env),
    output: { kind: "memory", capBytes: 4096 },
    timeoutMs: versionLimitMs,
    graceMs: 500,
    tree: "group",
  });
  return /\d+\.\d+[\w.-]*/.exec(end.stdout.toString("utf8"))?.[0] ?? null;
}
