import { createHash } from "node:crypto";
import { open, realpath, stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { findProgram } from "../../process/program.ts";
import { type Requirement, isPromise } from "../promises/promise.ts";
import { argvOf } from "../../score/plan/command.ts";
import { simpleCommandsOf } from "./command.ts";

/** Programs that a gate or a promise names; a gate's `toolchain` names those that they call. */
export function programsOf(ask: Requirement): readonly string[] {
  if (isPromise(ask)) return ask.programs;
  return [argvOf(ask.command)[0], ...simpleCommandsOf(ask.command).map(([program]) => program), ...ask.toolchain];
}

/** A digest of the named programs, without running them: a verdict counts while it is unchanged. */
export async function toolchainOf(named: readonly string[], searchPath: string | undefined): Promise<string> {
  const marks: string[] = [`${process.platform} ${process.arch}`];
  for (const name of [...new Set(named)].toSorted()) {
    // One of the tree's own is part of the tree.
    if (name.includes("/") && !isAbsolute(name)) continue;
    marks.push(...(await marksOf(name, searchPath)));
  }
  return createHash("sha256").update(JSON.stringify(marks)).digest("hex").slice(0, 32);
}

/** Of the program, and of the interpreter that it asks for. */
async function marksOf(name: string, searchPath: string | undefined): Promise<readonly string[]> {
  const program = findProgram(name, searchPath, "/");
  if (program.kind !== "found") return [`${name} missing`];
  const mark = await markOf(program.file);
  const interpreter = await interpreterOf(program.file);
  if (interpreter === null) return [`${name} ${mark}`];
  const runs = findProgram(interpreter, searchPath, "/");
  return [`${name} ${mark}`, `${interpreter} ${runs.kind === "found" ? await markOf(runs.file) : "missing"}`];
}

async function markOf(file: string): Promise<string> {
  try {
    const real = await realpath(file);
    const { size, mtimeMs } = await stat(real);
    return `${real} ${String(size)} ${String(mtimeMs)}`;
  } catch {
    // Gone between the look at the PATH and this one.
    return "missing";
  }
}

const firstLine = 256;

/** After `#!`; `env` only looks up its argument. */
async function interpreterOf(file: string): Promise<string | null> {
  const line = await readStart(file).catch(() => "");
  const words =
    /^#![ \t]*([^\n]*)/
      .exec(line)?.[1]
      ?.trim()
      .split(/[ \t]+/) ?? [];
  const [program = "", ...rest] = words;
  const name = program.endsWith("/env") ? rest.find((word) => !word.startsWith("-") && !word.includes("=")) : program;
  return name === undefined || name === "" || name.includes("\0") ? null : name;
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstLine), 0, firstLine, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
