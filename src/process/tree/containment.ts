/** An argv around the program's own. */
export type Argv = readonly [string, ...string[]];

/** From strongest to weakest. */
export const containmentKinds = ["bwrap", "unshare", "group"] as const;
export type ContainmentKind = (typeof containmentKinds)[number];

/**
 * What holds a program and everything it starts together. `bwrap` and `unshare` put it into a PID namespace: nothing in
 * it outlives the wrapper, and the wrapper does not outlive us. `group` ends what did not leave the process group.
 */
export interface Containment {
  readonly kind: ContainmentKind;
  wrap(argv: Argv): Argv;
  /** The stronger kinds, and why they do not work here. */
  readonly passedOver: readonly PassedOver[];
}

export interface PassedOver {
  readonly kind: ContainmentKind;
  readonly why: string;
}

export const processGroup: Containment = { kind: "group", wrap: (argv) => argv, passedOver: [] };

/** The whole file system as it is, a /proc of its own, and bubblewrap's own init as process 1. */
export function wrapInBubblewrap(bwrap: string, argv: Argv): Argv {
  return [bwrap, "--dev-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "--die-with-parent", "--", ...argv];
}

export interface UnshareTools {
  readonly setpriv: string;
  readonly unshare: string;
  readonly sh: string;
}

/**
 * Process 1 of a namespace is deaf to signals without a handler (even to its own `kill -9 $$`) and has to collect
 * orphans; programs are written for neither. So a shell is process 1, silent itself, and the program is its child.
 * The inner shell is there because the outer one would report "Killed" on whatever stderr it gave its command.
 */
const init = 'exec 9>&2 2>/dev/null; (exec "$@" 2>&9 9>&-); exit $?';

/** `asUser`: through a user namespace in which the user is still the same user. */
export function wrapInUnshare(tools: UnshareTools, asUser: boolean, argv: Argv): Argv {
  const dieWithParent = [tools.setpriv, "--pdeathsig", "KILL", "--"] as const;
  const namespace = ["--pid", "--fork", "--kill-child", "--mount-proc", "--"];
  return [
    ...dieWithParent,
    tools.unshare,
    ...(asUser ? ["--user", "--map-current-user"] : []),
    ...namespace,
    tools.sh,
    "-c",
    init,
    "tutti-init",
    ...argv,
  ];
}
