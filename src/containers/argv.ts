import type { ContainerPlan } from "../score/plan/container.ts";
import type { Argv } from "../process/tree/containment.ts";
import type { Engine } from "./engine/engine.ts";

/** One program in a container of its own. */
export interface ContainerRun {
  readonly engine: Pick<Engine, "kind" | "program" | "isRootless" | "hasInit">;
  readonly plan: Pick<ContainerPlan, "network" | "memoryBytes" | "cpus" | "pids" | "ports">;
  /** By its id: a name may mean another image by the next run. */
  readonly image: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Its files belong to them outside as well. */
  readonly user: { readonly uid: number; readonly gid: number };
  /** What this process may open and start: podman asks for more than it may have where it runs as root. */
  readonly most: { readonly files: number | null; readonly processes: number | null };
  readonly binds: readonly Bind[];
  readonly variables: {
    /** Handed over by name: values are in the environment of the engine's program, never on its command line. */
    readonly named: readonly string[];
    /** No secrets: others see command lines. */
    readonly plain: Readonly<Record<string, string>>;
  };
  /** Its input is a terminal. */
  readonly hasTerminal?: boolean;
  /** Ports that the context has for itself, outside as inside. */
  readonly leased: readonly number[];
  readonly cwd: string;
  readonly argv: Argv;
}

export interface Bind {
  readonly from: string;
  readonly to: string;
  readonly isReadOnly: boolean;
}

/** The command line of the engine. */
export function runArgv(asked: ContainerRun): Argv {
  const { engine, name, labels, image, argv, cwd, variables } = asked;
  const [program, ...rest] = argv;
  return [
    engine.program,
    "run",
    "--rm",
    "--interactive",
    ...(asked.hasTerminal === true ? ["--tty"] : []),
    ...["--name", name],
    ...Object.entries(labels).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
    ...["--pull", "never"],
    // What it prints is redacted and kept by Tutti; an engine would keep it as it is.
    ...["--log-driver", "none"],
    "--no-healthcheck",
    ...(engine.hasInit ? ["--init"] : []),
    ...rightsOf(asked),
    ...limitsOf(asked),
    ...networkOf(asked),
    ...asked.binds.flatMap((bind) => ["--mount", mountOption(bind)]),
    ...variables.named.flatMap((variable) => ["--env", variable]),
    ...Object.entries(variables.plain).flatMap(([variable, value]) => ["--env", `${variable}=${value}`]),
    ...["--workdir", cwd],
    // An image may name a program of its own that would take ours for its arguments.
    ...["--entrypoint", program],
    image,
    ...rest,
  ];
}

function rightsOf({ engine, user }: ContainerRun): readonly string[] {
  const { uid, gid } = user;
  // A rootless docker has no way to keep the user: its root is the user outside.
  const inside = engine.kind === "docker" && engine.isRootless ? "0:0" : `${String(uid)}:${String(gid)}`;
  return [
    ...["--cap-drop", "all"],
    ...["--security-opt", "no-new-privileges"],
    // Contexts lie in the user's home, whose labels stay as they are.
    ...["--security-opt", "label=disable"],
    ...["--user", inside],
    ...(engine.kind === "podman" && engine.isRootless ? ["--userns", "keep-id"] : []),
  ];
}

function limitsOf({ engine, plan, most }: ContainerRun): readonly string[] {
  const { memoryBytes, cpus, pids } = plan;
  const ulimit = (name: string, most: number | null): readonly string[] =>
    most === null ? [] : ["--ulimit", `${name}=${String(most)}:${String(most)}`];
  return [
    ...["--pids-limit", String(pids)],
    ...(memoryBytes === null ? [] : ["--memory", String(memoryBytes)]),
    ...(cpus === null ? [] : ["--cpus", String(cpus)]),
    // Docker's daemon has limits of its own, and a podman without root's rights asks for no more than it has.
    ...(engine.kind === "podman" && !engine.isRootless
      ? [...ulimit("nofile", most.files), ...ulimit("nproc", most.processes)]
      : []),
  ];
}

function networkOf({ engine, plan, leased }: ContainerRun): readonly string[] {
  // Podman hands the user's proxies on by itself; they come with the other variables.
  const proxies = engine.kind === "podman" ? ["--http-proxy=false"] : [];
  if (plan.network !== "own") return [...proxies, "--network", plan.network];
  return [
    ...proxies,
    ...leased.flatMap((port) => ["--publish", `127.0.0.1:${String(port)}:${String(port)}`]),
    ...plan.ports.flatMap(({ host, inside, protocol }) => [
      "--publish",
      `127.0.0.1:${host === null ? "" : String(host)}:${String(inside)}/${protocol}`,
    ]),
  ];
}

/** A line of CSV: a path may hold what parts its fields. */
function mountOption({ from, to, isReadOnly }: Bind): string {
  const fields = ["type=bind", `source=${from}`, `target=${to}`, ...(isReadOnly ? ["readonly"] : [])];
  return fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}
