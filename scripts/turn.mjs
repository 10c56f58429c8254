import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Does the work while no other process of this machine does the same: two commands typed at once in one clone
 * must not install over each other. The lock is a folder that holds its owner's name, put in place by a rename,
 * so that it is never seen without an owner; one whose owner is gone is moved aside.
 *
 * @param {string} lock
 * @param {() => Promise<void>} work
 * @param {(line: string) => void} say
 */
export async function inTurn(lock, work, say) {
  const mine = ownFolder(lock);
  let waiting = false;
  while (!isTaken(mine, lock)) {
    const owner = readOwner(lock);
    if (owner !== undefined && isGone(owner)) {
      moveAside(lock, owner);
      continue;
    }
    if (!waiting) say(`waiting for another setup in this folder (if there is none, remove ${lock})`);
    waiting = true;
    await pause(100);
  }
  try {
    await work();
  } finally {
    // Never emptied in place: an empty folder counts as free, and the next owner's lock would be removed with it.
    renameSync(lock, mine);
    rmSync(mine, { recursive: true });
  }
}

function ownFolder(/** @type {string} */ lock) {
  const mine = `${lock}.${process.pid}`;
  mkdirSync(dirname(lock), { recursive: true });
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine);
  writeFileSync(join(mine, "owner"), `${process.pid} ${birthOf(process.pid)}`);
  return mine;
}

/** A folder can't be renamed onto one that has something in it: exactly one process succeeds. */
function isTaken(/** @type {string} */ mine, /** @type {string} */ lock) {
  try {
    renameSync(mine, lock);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes(codeOf(error))) return false;
    throw error;
  }
}

function readOwner(/** @type {string} */ lock) {
  try {
    return readFileSync(join(lock, "owner"), "utf8");
  } catch {
    return undefined;
  }
}

function isGone(/** @type {string} */ owner) {
  const [pid, birth] = owner.split(" ");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
  return birthOf(Number(pid)) !== birth;
}

/** Process numbers are used again; with the moment of birth they are unique. Empty where the system does not tell. */
function birthOf(/** @type {number} */ pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return "";
  }
}

function moveAside(/** @type {string} */ lock, /** @type {string} */ deadOwner) {
  const aside = `${lock}.${process.pid}.dead`;
  try {
    renameSync(lock, aside);
    // Another process may have been quicker, and this is already its lock: give it back.
    if (readOwner(aside) !== deadOwner) renameSync(aside, lock);
  } catch {
    // Gone, or taken again: the next round sees what is there.
  }
  rmSync(aside, { recursive: true, force: true });
}

function codeOf(/** @type {unknown} */ error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code ?? "";
}
