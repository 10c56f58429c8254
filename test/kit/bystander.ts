import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readProcess } from "../../src/process/tree/proc.ts";
import { type Owner, thisOwner } from "../../src/process/tree/owner.ts";
import { tempFolder } from "./folders.ts";

/** A process named git that does nothing in a folder until it is told to end. */
export async function gitAtWorkIn(folder: string, ...args: readonly string[]): Promise<{ end(): Promise<void> }> {
  const program = join(tempFolder(), "git");
  symlinkSync("/bin/sh", program);
  const child = spawn(program, ["-c", "echo ready; read line", ...args], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return {
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** A process that lived on this machine until just now. */
export async function deadOwner(): Promise<Owner> {
  const child = spawn("sh", ["-c", "read line"], { stdio: ["pipe", "ignore", "ignore"] });
  const { pid = 0 } = child;
  const { startTime = "" } = readProcess(pid) ?? {};
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.stdin.end();
  await ended;
  expect(readProcess(pid)?.startTime).not.toBe(startTime);
  return { ...thisOwner(), pid, startTime };
}
