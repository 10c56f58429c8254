export type Argv = readonly [string, ...string[]];

/** From strongest to weakest. */
export const containmentKinds = ["bwrap", "unshare", "group"] as const;
export type ContainmentKind = (typeof containmentKinds)[number];

/**
 * `bwrap` and `unshare` use a PID namespace: nothing outlives the wrapper, and the wrapper does not outlive us. `group`
 * ends what stayed in the process group.
 */
export interface Containment {
  readonly kind: ContainmentKind;
  wrap(argv: Argv): Argv;
  /** A shell that reads its input as process 1 of a namespace; `null`: there is none. */
  readonly cell: Argv | null;
  /** Stronger kinds, and why they do not work here. */
  readonly passedOver: readonly PassedOver[];
}

export interface PassedOver {
  readonly kind: ContainmentKind;
  readonly why: string;
}

export const processGroup: Containment = { kind: "group", wrap: (argv) => argv, cell: null, passedOver: [] };

/** The whole file system, a /proc of its own, and bubblewrap's init as process 1. */
export function wrapInBubblewrap(bwrap: string, argv: Argv): Argv {
  return [...bubblewrapped(bwrap), "--", ...argv];
}

export function cellInBubblewrap(bwrap: string): Argv {
  return [...bubblewrapped(bwrap), "--as-pid-1", "--", "/bin/sh"];
}

function bubblewrapped(bwrap: string): Argv {
  return [bwrap, "--dev-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "--die-with-parent"];
}

export interface UnshareTools {
  readonly setpriv: string;
  readonly unshare: string;
  readonly sh: string;
}

/**
 * Process 1 of a namespace ignores signals without a handler and has to reap orphans; programs do neither. So a silent
 * shell is process 1. The inner shell keeps the outer one from reporting "Killed" on its stderr.
 */
const init = 'exec 9>&2 2>/dev/null; (exec "$@" 2>&9 9>&-); exit $?';

/** `asUser`: through a user namespace that keeps the user. */
export function wrapInUnshare(tools: UnshareTools, asUser: boolean, argv: Argv): Argv {
  return [...cellInUnshare(tools, asUser), "-c", init, "tutti-init", ...argv];
}

export function cellInUnshare(tools: UnshareTools, asUser: boolean): Argv {
  const dieWithParent = [tools.setpriv, "--pdeathsig", "KILL", "--"] as const;
  const namespace = ["--pid", "--fork", "--kill-child", "--mount-proc", "--"];
  return [...dieWithParent, tools.unshare, ...(asUser ? ["--user", "--map-current-user"] : []), ...namespace, tools.sh];
}
