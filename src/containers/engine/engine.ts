/** The programs that run containers, in the order in which they are looked for: podman needs no daemon of root's. */
export const engineKinds = ["podman", "docker"] as const;
export type EngineKind = (typeof engineKinds)[number];

/** An engine that answers. */
export interface Engine {
  readonly kind: EngineKind;
  /** Absolute. */
  readonly program: string;
  readonly version: string;
  /** Root in a container is no more than the user outside. */
  readonly isRootless: boolean;
  /** It has a first process for containers that passes signals on and reaps children. */
  readonly hasInit: boolean;
}

export interface NoEngine {
  /** A sentence for each engine that was looked for. */
  readonly why: string;
  /** What to do about it. */
  readonly hint: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables of the user's that the engine's own program needs: where its settings, its storage and its daemon are. */
const clientNames =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_.*|XDG_.*|DBUS_SESSION_BUS_ADDRESS|DOCKER_.*|CONTAINERS?_.*|REGISTRY_AUTH_FILE|STORAGE_.*|_CONTAINERS_.*|BUILDAH_.*)$/;

export function clientEnvironment(env: Variables): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && clientNames.test(name) ? [[name, value]] : [],
    ),
  );
}

/** Whether the engine's own program would act on a variable that is meant for the container. */
export function isClients(name: string): boolean {
  return /^(?:DOCKER_|CONTAINERS?_|_CONTAINERS_|REGISTRY_AUTH_FILE$|STORAGE_|BUILDAH_|LD_|GODEBUG$)/.test(name);
}
