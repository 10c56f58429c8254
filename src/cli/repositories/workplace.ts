import { resolve } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { RepositoryParts } from "../../repositories/mirror.ts";
import type { ManagedPlace } from "../../score/plan/isolation.ts";
import { prose } from "../terminal/prose.ts";
import { stopSignal } from "../terminal/input.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Where a job is to work. */
export interface Workplace {
  readonly folder: string;
  /** Present for a remote: what lands is pushed there. */
  readonly managed?: ManagedPlace | undefined;
}

interface Asked {
  readonly repo?: string | undefined;
  /** Short name of a branch. */
  readonly target?: string | undefined;
}

/** The folder that `--repo` names; for an address, a checkout of a mirror that is brought up to date here. */
export async function workplaceFrom(terminal: Terminal, { repo = ".", target }: Asked): Promise<Workplace> {
  // A folder is named by far more often, and reading addresses loads git and locks.
  if (!repo.includes(":") || (await exists(repo))) return { folder: resolve(repo) };
  const { badAddress, readAddress } = await import("../../repositories/address.ts");
  const read = readAddress(repo);
  if (read.kind === "refused") throw badAddress(repo, read);
  if (read.kind === "folder") return { folder: resolve(repo) };
  const { openManaged } = await import("../../repositories/open.ts");
  const wanted = { address: read.address, environment: null, base: target ?? null };
  const { folder, environment, base } = await withRepositories(terminal, (parts) => openManaged(parts, wanted));
  return { folder, managed: { environment, base } };
}

/** Mirrors, in this process and with the login of the person who typed. */
export async function withRepositories<T>(
  terminal: Terminal,
  work: (parts: RepositoryParts) => Promise<T>,
): Promise<T> {
  const { openRepositories } = await import("../../repositories/open.ts");
  const stop = stopSignal();
  try {
    const notice = (text: string): void => {
      terminal.err(terminal.dim(prose(text)));
    };
    return await work(await openRepositories(settingFrom(process.env), { notice, cancel: stop.signal }));
  } finally {
    stop.release();
  }
}
