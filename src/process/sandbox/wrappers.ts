import { grantArgs, launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import { findProgram } from "../program.ts";
import type { Argv } from "../tree/containment.ts";
import { filterFor } from "./filter.ts";
import { mountSteps } from "./mount-rows.ts";
import type { Confinement, LayerName } from "./sandbox.ts";
import { type Step, confineBy, processor } from "./steps.ts";

/** How programs of this machine are confined. */
export interface Wrappers {
  /** The interpreter of `bin/confine.pl`; `null`: Landlock alone, by the launcher. */
  readonly perl: string | null;
  /** Whether a user namespace gives the rights that mounting needs. */
  readonly asUser: boolean;
  readonly isRoot: boolean;
}

/** A PATH need not have the folders of the system. */
const moreFolders = "/usr/bin:/bin:/usr/local/bin";

export function findWrappers(path: string | undefined, asUser: boolean): Wrappers {
  const found = findProgram("perl", `${moreFolders}:${path ?? ""}`, "/");
  return {
    perl: found.kind === "found" && processor() !== null ? found.file : null,
    asUser,
    isRoot: process.getuid?.() === 0,
  };
}

type Wrap = (argv: Argv) => Argv;

/** Confines by the layers that hold, from the outside in: namespaces, mounts, rights, files, system calls. */
export function wrapIn(wrappers: Wrappers, held: ReadonlySet<LayerName>, confinement: Confinement): Wrap {
  const { perl } = wrappers;
  const { grants, network } = confinement;
  if (perl === null)
    return (argv) => [
      ...([launcherPath(), ...grantArgs({ readOnly: [...grants.read], readWrite: [...grants.write] }), "--"] as const),
      ...argv,
    ];
  const outer = outerSteps(wrappers, held, confinement);
  const inner = innerSteps(held, confinement);
  // The bridge works outside of what confines the program, which can't trace it.
  if (typeof network === "object")
    return (argv) => confineBy(perl, outer, [...network.argv, ...confineBy(perl, inner, argv)]);
  return (argv) => confineBy(perl, [...outer, ...inner], argv);
}

const flags = { mounts: 0x2_00_00, users: 0x10_00_00_00, network: 0x40_00_00_00 } as const;

function outerSteps(
  { asUser, isRoot }: Wrappers,
  held: ReadonlySet<LayerName>,
  { mounts, network }: Confinement,
): readonly Step[] {
  const entered = mounts !== undefined || network !== undefined;
  const namespaces = (asUser ? flags.users : 0) | flags.mounts | (network === undefined ? 0 : flags.network);
  return [
    ...(entered ? ([["namespaces", namespaces, process.getuid?.() ?? 0, process.getgid?.() ?? 0]] as const) : []),
    ...(mounts === undefined ? [] : [...mountSteps(mounts.rows, isRoot && !asUser), ["enter"] as const]),
    ...(network === undefined ? [] : ([["loopback"]] as const)),
    ...(entered || held.has("rights") ? ([["rights", isRoot ? rightsOfRoot : 0, 0]] as const) : []),
  ];
}

/** The program can't loosen what follows, as it can neither mount nor leave its grants. */
function innerSteps(
  held: ReadonlySet<LayerName>,
  { grants, calls = "write", variables = [] }: Confinement,
): readonly Step[] {
  const arch = processor();
  const files = [...grants.read.map((path) => `r${path}`), ...grants.write.map((path) => `w${path}`)];
  return [
    ...(variables.length === 0 ? [] : ([["variables", ...variables]] as const)),
    ["files", "scopes", ...files],
    ...(held.has("calls") && arch !== null ? ([["filter", filterFor(calls, arch)]] as const) : []),
    ["close"],
  ];
}

/**
 * Of root's powers those over its own files and processes, by their numbers: nothing that reaches devices, the kernel or
 * other namespaces.
 */
const keptRights = {
  ...{ chown: 0, dac_override: 1, fowner: 3, fsetid: 4, kill: 5, setgid: 6, setuid: 7, setpcap: 8 },
  ...{ net_bind_service: 10, sys_nice: 23, audit_write: 29, setfcap: 31 },
};
const rightsOfRoot = Object.values(keptRights).reduce((mask, right) => mask + 2 ** right, 0);
