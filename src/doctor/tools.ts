import { tmpdir } from "node:os";
import { findSandbox, layerHelp } from "../process/sandbox/find.ts";
import { defaultLevel, layersFor } from "../process/sandbox/levels.ts";
import type { Settings } from "../config/keys.ts";
import { type ContainmentKind } from "../process/tree/containment.ts";
import { makeGit } from "../git/git.ts";
import { readIdentity } from "../git/identity.ts";
import { requireGitVersion } from "../git/version.ts";
import { allowedEnvironment } from "../process/environment.ts";
import { findContainment } from "../process/tree/probe.ts";
import type { RunProcess } from "../process/process.ts";
import { agentsView } from "../agents/known/view.ts";
import { type Finding, ok, warn } from "./check.ts";

export interface Tools {
  readonly run: RunProcess;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the settings. */
  readonly containment: "auto" | ContainmentKind;
  /** Where whose name commits carry is asked. */
  readonly folder: string;
}

export async function gitFinding({ run, env, folder }: Tools): Promise<Finding> {
  // No sealed call is made, so no empty folder is needed.
  const git = makeGit({ run, emptyHome: "/", userEnvironment: allowedEnvironment(env) });
  const version = await requireGitVersion(git);
  const identity = await readIdentity(git, folder).catch(() => undefined);
  if (identity !== undefined) return ok(`${version}, commits are by ${identity.name} <${identity.email}>`);
  return warn(
    `${version}, but it does not know who you are`,
    'git config --global user.name "Your Name" && git config --global user.email you@example.com',
  );
}

export async function containmentFinding({ run, env, containment }: Tools): Promise<Finding> {
  const { kind, passedOver } = await findContainment({ choice: containment, path: env["PATH"], run });
  if (kind !== "group" || passedOver.length === 0) return ok(kind);
  return warn(
    `group only: what starts a session of its own may outlive its sheet (${passedOver.map((other) => `${other.kind}: ${other.why}`).join("; ")})`,
    "Install bubblewrap (bwrap), or util-linux where user namespaces are allowed.",
  );
}

/** What the kernel enforces, layer by layer; a job that asks for more is refused. */
export async function sandboxFinding({ run, env, containment }: Tools, level: Settings["sandbox"]): Promise<Finding> {
  const { kind } = await findContainment({ choice: containment, path: env["PATH"], run });
  const processes = kind !== "group" || "there is no namespace of processes";
  const { layers } = await findSandbox({ path: env["PATH"], run, scratch: tmpdir(), processes });
  const missing = layers.filter((layer) => layer.missing !== null);
  const held = layers.filter((layer) => layer.missing === null).map(({ name }) => name);
  const effect = level === "auto" ? `auto, which is ${defaultLevel({ layers })} here` : level;
  const told = missing.map(({ name, missing: why }) => `${name} does not hold (${why ?? ""})`);
  const says = [`${effect}; ${held.length === 0 ? "no layer holds" : `${held.join(", ")} hold`}`, ...told].join("; ");
  const needed = level === "off" ? [] : layersFor(level === "auto" ? "auto" : level);
  const wanting = missing.filter(({ name }) => needed.includes(name));
  if (wanting.length === 0) return ok(says);
  return warn(
    says,
    `${wanting.map(({ name }) => `${name} needs ${layerHelp[name]}`).join("; ")}. Or set sandbox to off.`,
  );
}

/** Several agents may be ways to run one program. */
export async function agentsFinding({ run, env, folder }: Tools): Promise<Finding> {
  const { agents } = await agentsView({ run, env, folder, names: [] });
  const programs = agents.filter(({ kind }) => kind !== "http");
  const present = programs.filter(
    ({ program }, place) => program !== null && programs.findIndex((other) => other.program === program) === place,
  );
  if (present.length > 0)
    return ok(present.map(({ name, version }) => (version === null ? name : `${name} ${version}`)).join(", "));
  return warn(
    `none of ${programs.map(({ name }) => name).join(", ")} is on the PATH`,
    "Install the one your scores name; any other program can be an agent, too.",
  );
}

/** Whether contexts are made ready ahead, and whether unchanged files of used ones serve again. */
export async function poolFinding({ run, env, containment }: Tools, trees: number): Promise<Finding> {
  if (trees === 0) return ok("off (pool.trees)");
  const { kind } = await findContainment({ choice: containment, path: env["PATH"], run });
  const again =
    kind === "group"
      ? "none of files that others used, whose processes may outlive them"
      : "also of files that others left unchanged";
  return ok(`up to ${String(trees)} trees wait for contexts, ${again}`);
}
