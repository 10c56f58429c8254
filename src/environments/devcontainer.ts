import JSON5 from "json5";
import { messageOf, TuttiError } from "../base/error.ts";

/** Keys of an environment, as they are written. */
export interface TakenContainer {
  readonly image: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly prepare?: readonly unknown[];
  readonly ports?: readonly string[];
}

/** What a `devcontainer.json` says, in the words of an environment. */
export interface FromDevcontainer {
  readonly written: TakenContainer;
  /** Keys that mean nothing to work without a person, a sentence each. */
  readonly notes: readonly string[];
}

type Said = Readonly<Record<string, unknown>>;

/** Keys that would give a repository rights on this machine, or that need another builder of images. */
const refusals: Readonly<Record<string, string>> = {
  features: "features are installed by the devcontainer CLI: build an image with them, and name it as image",
  build: "it builds an image: build it, and name the result as image",
  dockerFile: "it builds an image: build it, and name the result as image",
  dockerComposeFile: "it starts several containers: name one image",
  initializeCommand: "it runs on this machine, outside of the container: run it yourself",
  runArgs: "they may take away any wall of the container: use mounts, ports and limits of the environment",
  privileged: "a privileged container is none",
  capAdd: "containers of Tutti have no capabilities",
  securityOpt: "containers of Tutti keep their profile",
  mounts: "a repository does not choose what of this machine is mounted: name it with mounts of the environment",
  workspaceMount: "the context is mounted, at the path that it has outside",
  workspaceFolder: "the context is mounted, at the path that it has outside",
};

/** Known, and without meaning here. */
const passed: Readonly<Record<string, string>> = {
  remoteUser: "programs run as you",
  containerUser: "programs run as you",
  postStartCommand: "there is a container for each program",
  postAttachCommand: "no editor attaches",
  shutdownAction: "a container ends with its program",
};

const silent = new Set([
  ...["$schema", "name", "customizations", "waitFor", "userEnvProbe", "overrideCommand", "init", "hostRequirements"],
  ...["updateRemoteUserUID", "portsAttributes", "otherPortsAttributes", "overrideFeatureInstallOrder"],
]);

/** In the order in which they would be run. */
const steps = ["onCreateCommand", "updateContentCommand", "postCreateCommand"] as const;

/** Reads a `devcontainer.json`, which may have comments. A key that would be obeyed elsewhere is never silently skipped. */
export function fromDevcontainer(text: string, path: string): FromDevcontainer {
  const said = parsed(text, path);
  const faults = Object.keys(said).flatMap((key) => {
    const why = refusals[key] ?? (isKnown(key) ? undefined : "Tutti does not know this key");
    return why === undefined || isEmpty(said[key]) ? [] : [`${key}: ${why}`];
  });
  const image = typeof said["image"] === "string" ? said["image"] : "";
  if (image === "") faults.push("image: there is none");
  const variables = { ...variablesOf(said, "containerEnv", faults), ...variablesOf(said, "remoteEnv", faults) };
  const prepare = steps.flatMap((step) => commandsOf(said[step]));
  const ports = portsOf(said["forwardPorts"], faults);
  if (faults.length > 0) throw refused(path, faults);
  return {
    written: {
      image,
      ...(Object.keys(variables).length === 0 ? {} : { variables }),
      ...(prepare.length === 0 ? {} : { prepare }),
      ...(ports.length === 0 ? {} : { ports }),
    },
    notes: Object.entries(passed).flatMap(([key, why]) => (isEmpty(said[key]) ? [] : [`${key} has no effect: ${why}`])),
  };
}

function parsed(text: string, path: string): Said {
  try {
    const read: unknown = JSON5.parse(text);
    if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as Said;
  } catch (error) {
    throw refused(path, [messageOf(error)]);
  }
  throw refused(path, ["it is no object"]);
}

function isKnown(key: string): boolean {
  const used: readonly string[] = ["image", "containerEnv", "remoteEnv", "forwardPorts", ...steps];
  return used.includes(key) || key in passed || silent.has(key);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}

/** Values of this machine are none of a repository's business. */
function variablesOf(said: Said, key: string, faults: string[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(said[key] ?? {})) {
    if (typeof value !== "string") faults.push(`${key}.${name}: it is no text`);
    else if (/\$\{/.test(value))
      faults.push(`${key}.${name}: ${value} is not filled in; use variables or secrets of the environment`);
    else found[name] = value;
  }
  return found;
}

/** A text is a line for a shell, a list is a program with its arguments, a map has several of both. */
function commandsOf(value: unknown): readonly unknown[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (Array.isArray(value)) return value.length === 0 ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(commandsOf) : [];
}

function portsOf(value: unknown, faults: string[]): readonly string[] {
  return (Array.isArray(value) ? value : []).flatMap((port: unknown) => {
    if (Number.isInteger(port)) return [String(port)];
    faults.push(`forwardPorts: ${JSON.stringify(port)} is of another container`);
    return [];
  });
}

function refused(path: string, faults: readonly string[]): TuttiError {
  return new TuttiError("environment.invalid", [`${path} can't be taken for an environment:`, ...faults].join("\n  "), {
    audience: "user",
    hint: "docs/environments.md says what is taken from a devcontainer.json.",
  });
}
