import { isClients } from "./engine/engine.ts";

/** Of this machine: an image has its own, or none. */
const machines = /^(?:PATH|HOME|SHELL|USER|LOGNAME|PWD|OLDPWD|TMPDIR|XDG_.*|SSH_AUTH_SOCK|DBUS_.*)$/;

/** They name files that programs need with them. */
const certificates = new Set([
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
]);

export interface HandedVariables {
  /** By name: the engine's program has the values. */
  readonly named: Readonly<Record<string, string>>;
  readonly plain: Readonly<Record<string, string>>;
  /** Files and folders that they name. */
  readonly files: readonly string[];
}

/** What a container gets of a program's variables, or why it can't have one. */
export function handedVariables(
  env: Readonly<Record<string, string>>,
  own: { readonly home: string; readonly temporary: string },
): HandedVariables | string {
  const named: Record<string, string> = {};
  const plain: Record<string, string> = { HOME: own.home, TMPDIR: own.temporary };
  const files: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (certificates.has(name)) {
      // Paths are no secrets, and the engine's program would use them itself.
      plain[name] = value;
      files.push(value);
    } else if (!machines.test(name)) {
      if (isClients(name))
        return `the variable ${name} can't be handed to a container: the engine's own program would act on it`;
      named[name] = value;
    }
  }
  return { named, plain, files };
}
