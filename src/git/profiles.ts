/**
 * What a git call may meet. A context is hostile once an agent ran in it, so work on objects runs with nothing a task
 * or the user's configuration could have planted: no hook, filter, driver, monitor, replacement, lazy fetch or network.
 */
export function sealedEnvironment(user: Readonly<Record<string, string>>, emptyHome: string): Record<string, string> {
  return {
    PATH: user["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: emptyHome,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    // Another way to say that a commit has other parents than it has.
    GIT_GRAFT_FILE: "/dev/null",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

const quiet = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "gc.auto=0",
  "-c",
  "maintenance.auto=false",
  "-c",
  "core.fsync=committed",
  "-c",
  "submodule.recurse=false",
  "-c",
  "advice.detachedHead=false",
] as const;

export const sealedArgs: readonly string[] = [
  ...quiet,
  "-c",
  "protocol.allow=never",
  "-c",
  "protocol.file.allow=always",
  "-c",
  "fetch.fsckObjects=true",
  "-c",
  "diff.ignoreSubmodules=all",
  "-c",
  "rerere.enabled=false",
  "-c",
  "core.attributesFile=/dev/null",
  "-c",
  "core.excludesFile=/dev/null",
  "-c",
  "safe.bareRepository=explicit",
  "-c",
  "safe.directory=*",
  "-c",
  "core.quotePath=false",
  // A repository of the user's may say how its own logs are to be read; ours are read in one way only.
  "-c",
  "log.showSignature=false",
  "-c",
  "grep.patternType=basic",
  "-c",
  "trailer.separators=:",
  "-c",
  "core.commentChar=#",
  "-c",
  "i18n.logOutputEncoding=UTF-8",
  // Ten captures at once may meet at a lock that git would wait for a tenth of a second only.
  "-c",
  "core.filesRefLockTimeout=10000",
  "-c",
  "core.packedRefsTimeout=10000",
];

/** The user's checkout keeps the user's line endings and filters; only hooks and background work stay off. */
export const checkoutArgs: readonly string[] = quiet;

export function checkoutEnvironment(user: Readonly<Record<string, string>>): Record<string, string> {
  return { ...user, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_NO_REPLACE_OBJECTS: "1" };
}

/** The user's own configuration and credential helpers; nobody is asked anything. */
export function networkEnvironment(user: Readonly<Record<string, string>>): Record<string, string> {
  return { ...user, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" };
}

/** As above, for calls that log in: programs that would put up a window or a prompt instead are not run either. */
export function mutedEnvironment(user: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...networkEnvironment(user),
    GIT_NO_REPLACE_OBJECTS: "1",
    // Empty: no such program, not even the one of the configuration.
    GIT_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    // ssh asks this program instead of the terminal, and takes its failure for a no.
    SSH_ASKPASS: "false",
    SSH_ASKPASS_REQUIRE: "force",
  };
}
