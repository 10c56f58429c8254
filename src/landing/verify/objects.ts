import { messageOf } from "../../base/error.ts";
import { newObjects } from "../../git/objects/new-objects.ts";
import { objectName } from "../../git/objects/object-name.ts";
import type { Objects } from "../../git/objects/objects.ts";
import type { LandingRun } from "./runs.ts";

const mostBytes = 512 * 1024 * 1024;

/** Whether the tree that landed can be read at all, as far as its top. */
export async function treeProblems(objects: Objects, { last }: LandingRun): Promise<readonly string[]> {
  try {
    await objects.readTree(last.tree);
    return [];
  } catch (error) {
    return [`has a tree that can't be read: ${messageOf(error)}`];
  }
}

/**
 * Reads every object that a landing brought, and compares it with its name: a disk, or somebody at it, may have changed
 * it since.
 */
export async function objectProblems(objects: Objects, { commits }: LandingRun): Promise<readonly string[]> {
  const parent = commits[0].parents[0];
  if (parent === undefined) return [];
  try {
    const from = (await objects.readCommit(parent)).tree;
    const ids = await newObjects(objects, { from, commits: commits.map(({ commit }) => commit) });
    const faults = [];
    for (const id of ids) faults.push(...(await faultOf(objects, id)));
    return faults;
  } catch {
    return ["has a tree that can't be read"];
  }
}

async function faultOf(objects: Objects, id: string): Promise<readonly string[]> {
  try {
    const found = await objects.readAny(id, mostBytes);
    if (found === undefined) return [`has an object that is too large to be read here: ${id}`];
    return objectName(objects.format, found.type, found.bytes) === id
      ? []
      : [`has an object that is not what its name says: ${id}`];
  } catch {
    return [`has an object that is missing or can't be read: ${id}`];
  }
}
