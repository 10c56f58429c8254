import type { Engine } from "./engine.ts";

type Facts = Pick<Engine, "version" | "isRootless"> & { readonly init: string | null };
type Read = Facts | { readonly why: string };

/** What `podman info --format json` prints. */
export function readPodmanInfo(text: string): Read {
  const info = parsed(text);
  const version = heldAt(info, "version", "Version");
  if (typeof version !== "string") return { why: "podman info told no version" };
  return { version, isRootless: heldAt(info, "host", "security", "rootless") === true, init: null };
}

/** What `docker info --format '{{json .}}'` prints; it exits 0 although no daemon answers. */
export function readDockerInfo(text: string): Read {
  const info = parsed(text);
  const errors = heldAt(info, "ServerErrors");
  if (Array.isArray(errors) && errors.length > 0) return { why: String(errors[0]) };
  const version = heldAt(info, "ServerVersion");
  if (typeof version !== "string" || version === "") return { why: "docker info told no version of the daemon" };
  if (heldAt(info, "OSType") === "windows") return { why: "its daemon runs Windows containers" };
  const security = heldAt(info, "SecurityOptions");
  const init = heldAt(info, "InitBinary");
  return {
    version,
    isRootless: Array.isArray(security) && security.some((one) => String(one).includes("name=rootless")),
    init: typeof init === "string" && init !== "" ? init : null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function heldAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (held, key) => (typeof held === "object" && held !== null ? (held as Record<string, unknown>)[key] : undefined),
    value,
  );
}
