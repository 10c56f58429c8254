import { resolve } from "node:path";
import { pullReferenceOf, type Reference } from "../../forge/issues/reference.ts";
import { type Pull, readPull } from "../../forge/issues/pull.ts";
import { forgeOf } from "../../forge/place.ts";
import { readAddress } from "../../repositories/address.ts";
import { remoteOfFolder } from "../../repositories/open.ts";
import { forgeMeans } from "../../root/forge-means.ts";
import { withRepositories } from "../repositories/workplace.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** An open pull request, and the remote that its branch is worked on through. */
export interface OpenedPull {
  readonly reference: Reference;
  readonly pull: Pull;
  /** For `--repo`. */
  readonly repo: string;
}

/**
 * Reads a pull request with the login of the person who typed. A person's own remote of the same repository goes before
 * https: they may log in by ssh.
 */
export async function openPull(terminal: Terminal, name: string, repo: string | undefined): Promise<OpenedPull> {
  const isAddress = repo !== undefined && readAddress(repo).kind === "address";
  const remote = isAddress
    ? repo
    : await withRepositories(terminal, (parts) => remoteOfFolder(parts, resolve(repo ?? ".")));
  const reference = pullReferenceOf(name, process.env, remote);
  const pull = await readPull(reference, forgeMeans(process.env));
  const { branch, address } = pull.head;
  const own = isAddress || (remote !== undefined && isSame(remote, address)) ? remote : undefined;
  terminal.err(terminal.dim(prose(`${reference.name} is on the branch ${branch} of ${own ?? address}`)));
  return { reference, pull, repo: own ?? address };
}

/** Whether two addresses name one repository of a server. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((address) => {
    try {
      const { host, owner, name } = forgeOf(address, null);
      return [host, owner, name].join("/").toLowerCase();
    } catch {
      return null;
    }
  });
  return left !== null && left === right;
}
