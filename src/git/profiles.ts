/**
 * Environment and flags of git calls. A context is hostile once an agent ran in it: work on objects meets no hook,
 * filter, driver, monitor, replacement, lazy fetch or network that a task or the user's configuration could have
 * planted.
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
    // Grafts give a commit other parents.
    GIT_GRAFT_FILE: "/dev/null",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

const quiet = settings({
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "core.fsync": "committed",
  "submodule.recurse": "false",
  "advice.detachedHead": "false",
});

export const sealedArgs: readonly string[] = [
  ...quiet,
  ...settings({
    "protocol.allow": "never",
    "protocol.file.allow": "always",
    "fetch.fsckObjects": "true",
    "diff.ignoreSubmodules": "all",
    "rerere.enabled": "false",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "safe.bareRepository": "explicit",
    "safe.directory": "*",
    "core.quotePath": "false",
    // The user's repository may configure how logs are read.
    "log.showSignature": "false",
    "grep.patternType": "basic",
    "trailer.separators": ":",
    "core.commentChar": "#",
    "i18n.logOutputEncoding": "UTF-8",
    // Ten captures may meet at a lock, and git waits only a tenth of a second.
    "core.filesRefLockTimeout": "10000",
    "core.packedRefsTimeout": "10000",
  }),
];

function settings(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
}

/** The user's line endings and filters; no hooks or background work. */
export const checkoutArgs: readonly string[] = quiet;

export function checkoutEnvironment(user: Readonly<Record<string, string>>): Record<string, string> {
  return { ...user, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_NO_REPLACE_OBJECTS: "1" };
}

/** The user's configuration and credential helpers, without prompts. */
export function networkEnvironment(user: Readonly<Record<string, string>>): Record<string, string> {
  return { ...user, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" };
}

/** For calls that log in: no windows or prompts of other programs either. */
export function mutedEnvironment(user: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...networkEnvironment(user),
    GIT_NO_REPLACE_OBJECTS: "1",
    // Empty: no such program, not even a configured one.
    GIT_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    // ssh asks this program instead of the terminal, and takes its failure for a no.
    SSH_ASKPASS: "false",
    SSH_ASKPASS_REQUIRE: "force",
  };
}
