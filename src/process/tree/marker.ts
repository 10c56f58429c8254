import { createHash } from "node:crypto";
import type { ProcessRole } from "../process.ts";
import { type Owner, ownerName as nameOfOwner, ownerNamed } from "./owner.ts";

const ownerName = "TUTTI_OWNER";
const roleName = "TUTTI_ROLE";
const runName = "TUTTI_RUN";
const launcherName = "TUTTI_LAUNCHER";

/** In the environment of our processes, so that they are recognised after the conductor died. */
export interface Mark {
  readonly homeHash: string;
  readonly epoch: number;
  readonly role: ProcessRole;
  /** Set where only the environment tells which processes belong to a run. */
  readonly run: string | null;
}

/** A home's name in marks and names of containers. */
export function homeHashOf(home: string): string {
  return createHash("sha256").update(home).digest("hex").slice(0, 16);
}

/** One life of a conductor: a home, and how often it was opened. */
export function ownerId(homeHash: string, epoch: number): string {
  return `${homeHash}.${epoch}`;
}

export function markVariables(owner: string, role: ProcessRole, run: string | null): Record<string, string> {
  return { [ownerName]: owner, [roleName]: role, ...(run === null ? {} : { [runName]: run }) };
}

/** `null`: not ours. */
export function markOf(entries: readonly string[]): Mark | null {
  const owner = /^(.+)\.(\d+)$/.exec(valueOf(entries, ownerName) ?? "");
  if (owner === null) return null;
  return {
    homeHash: owner[1] ?? "",
    epoch: Number(owner[2]),
    role: valueOf(entries, roleName) === "git" ? "git" : "work",
    run: valueOf(entries, runName),
  };
}

/** Of a launcher: whom it starts programs for. */
export function launcherVariables(served: Owner): Record<string, string> {
  return { [launcherName]: nameOfOwner(served) };
}

/** `undefined`: no launcher. */
export function servedBy(entries: readonly string[]): Owner | undefined {
  return ownerNamed(valueOf(entries, launcherName) ?? "");
}

function valueOf(entries: readonly string[], name: string): string | null {
  const entry = entries.find((candidate) => candidate.startsWith(`${name}=`));
  return entry === undefined ? null : entry.slice(name.length + 1);
}
