import { existsSync } from "node:fs";
import { oneLine } from "../../base/text.ts";
import { endWords } from "../../process/process.ts";
import { findProgram } from "../../process/program.ts";
import { readDockerInfo, readPodmanInfo } from "./answers.ts";
import { type Call, callEngine } from "./call.ts";
import { type Engine, type EngineKind, type NoEngine, engineKinds } from "./engine.ts";

export interface EngineSearch extends Call {
  readonly choice: EngineKind | "auto";
}

const askMs = 30_000;

/** Places in which podman looks for the first process of containers. */
const podmanInits = [
  "/usr/libexec/podman/catatonit",
  "/usr/local/libexec/podman/catatonit",
  "/usr/local/lib/podman/catatonit",
  "/usr/lib/podman/catatonit",
];

/** The first engine that answers, or why none does. */
export async function findEngine(search: EngineSearch): Promise<Engine | NoEngine> {
  const reasons: string[] = [];
  for (const kind of search.choice === "auto" ? engineKinds : [search.choice]) {
    const asked = await ask(search, kind);
    if (typeof asked !== "string") return asked;
    reasons.push(asked);
  }
  return {
    why: reasons.join("; "),
    hint: "Install podman (Debian and Ubuntu: apt-get install podman catatonit; Fedora: dnf install podman; macOS: brew install podman, then podman machine init), or start the Docker daemon. tutti doctor looks again.",
  };
}

async function ask(search: EngineSearch, kind: EngineKind): Promise<Engine | string> {
  const program = findProgram(kind, search.env["PATH"], "/");
  if (program.kind === "refused") return `${kind} is not installed`;
  const args = kind === "podman" ? ["info", "--format", "json"] : ["info", "--format", "{{json .}}"];
  const end = await callEngine(search, [program.file, ...args], { timeoutMs: askMs });
  const isGood = end.how.kind === "exited" && end.how.code === 0;
  if (!isGood && end.stdout.length === 0)
    return `${kind} info ${endWords(end, askMs)}: ${lastLine(end.stderr.toString("utf8"))}`;
  const read = (kind === "podman" ? readPodmanInfo : readDockerInfo)(end.stdout.toString("utf8"));
  if ("why" in read) return `${kind} does not answer: ${oneLine(read.why)}`;
  const { init, ...facts } = read;
  const hasInit = kind === "docker" ? init !== null : podmanInits.some((path) => existsSync(path));
  return { kind, program: program.file, hasInit, ...facts };
}

export function lastLine(text: string): string {
  return oneLine(text.trim().split("\n").at(-1) ?? "");
}
