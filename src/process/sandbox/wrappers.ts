import { grantArgs, launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import { findProgram } from "../program.ts";
import type { Argv } from "../tree/containment.ts";
import { stash } from "./mount-table.ts";
import type { Confinement, Grants, LayerName } from "./sandbox.ts";

/** The programs of this machine that confine others. */
export interface Wrappers {
  readonly tools: Readonly<Record<ToolName, string | null>>;
  /** Whether a user namespace gives the rights that mounting needs. */
  readonly asUser: boolean;
  readonly isRoot: boolean;
}

const toolNames = ["unshare", "mount", "umount", "setpriv", "ip"] as const;
type ToolName = (typeof toolNames)[number];

/** A PATH often lacks the folders of the administrator, where `ip` lies. */
const moreFolders = "/usr/sbin:/sbin:/usr/bin:/bin";

export function findWrappers(path: string | undefined, asUser: boolean): Wrappers {
  const found = toolNames.map((name) => {
    const program = findProgram(name, `${path ?? ""}:${moreFolders}`, "/");
    return [name, program.kind === "found" ? program.file : null] as const;
  });
  return {
    tools: Object.fromEntries(found) as Record<ToolName, string | null>,
    asUser,
    isRoot: process.getuid?.() === 0,
  };
}

/** Confines by the layers that hold, from the outside in: namespaces, mounts, rights, Landlock. */
export function wrapIn(wrappers: Wrappers, held: ReadonlySet<LayerName>, confinement: Confinement): Wrap {
  const { mounts, network, grants } = confinement;
  return (argv) => {
    const confined = landlockWrap(grants, argv);
    const entered = mounts !== undefined || network !== undefined;
    const bridged = typeof network === "object" ? ([...network.argv, ...confined] as const) : confined;
    const poor = held.has("rights") || entered ? withoutRights(wrappers, entered, bridged) : bridged;
    return entered ? inNamespaces(wrappers, confinement, poor) : poor;
  };
}

type Wrap = (argv: Argv) => Argv;

/** Innermost: a confined process can neither mount nor leave its grants. */
function landlockWrap({ read, write }: Grants, argv: Argv): Argv {
  return [launcherPath(), ...grantArgs({ readOnly: [...read], readWrite: [...write] }), "--", ...argv];
}

/** Of root's powers those over its own files and processes: nothing that reaches devices, the kernel or other namespaces. */
const rightsOfRoot = [
  ...["chown", "dac_override", "fowner", "fsetid", "kill", "setgid", "setuid", "setpcap", "setfcap"],
  ...["net_bind_service", "audit_write", "sys_nice"],
];

function withoutRights({ tools, isRoot }: Wrappers, entered: boolean, argv: Argv): Argv {
  if (tools.setpriv === null) return argv;
  if (isRoot) {
    const kept = rightsOfRoot.map((right) => `+${right}`).join(",");
    return [tools.setpriv, `--bounding-set=-all,${kept}`, "--inh-caps=-all", "--ambient-caps=-all", "--", ...argv];
  }
  return entered ? [tools.setpriv, "--inh-caps=-all", "--ambient-caps=-all", "--", ...argv] : argv;
}

/**
 * 125 is the exit code that programs leave to those who start them. Loopback is set up by `ip`, or by the kernel's own file, which only root may write.
 */
const script = `
mount=$1 umount=$2 table=$3 ip=$4; shift 4
cd -P . && here=$PWD || exit 125
if [ -n "$table" ]; then
  "$mount" --all --fstab "$table" || exit 125
  "$umount" --lazy ${stash} || exit 125
  cd "$here" || exit 125
fi
if [ "$ip" != - ]; then
  { [ -n "$ip" ] && "$ip" link set lo up; } || { "$mount" -t sysfs tutti-sys /sys && echo 9 >/sys/class/net/lo/flags && "$umount" /sys; } || exit 125
fi
exec "$@"`;

function inNamespaces({ tools, asUser }: Wrappers, { mounts, network }: Confinement, argv: Argv): Argv {
  const user = asUser ? ["--user", "--map-current-user", "--keep-caps"] : [];
  const ip = network === undefined ? "-" : (tools.ip ?? "");
  return [
    tools.unshare ?? "unshare",
    ...[...user, "--mount", ...(network === undefined ? [] : ["--net"]), "--"],
    ...["/bin/sh", "-c", script, "tutti-sandbox", tools.mount ?? "mount", tools.umount ?? "umount"],
    ...[mounts?.table ?? "", ip],
    ...argv,
  ];
}
