import { mkdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Settings } from "../../config/keys.ts";
import type { Places } from "../../isolation/home/places.ts";
import { confinedRun } from "../../isolation/sandbox/confined-run.ts";
import type { RunProcess } from "../../process/process.ts";
import { type SandboxSearch, findSandbox } from "../../process/sandbox/find.ts";
import { chosenLevel } from "../../process/sandbox/levels.ts";
import { type Sandbox, layersHeld } from "../../process/sandbox/sandbox.ts";

interface ToolSetting {
  readonly places: Places;
  /** The top of the user's checkout. */
  readonly top: string;
  readonly settings: Pick<Settings, "fix.sandbox" | "sandbox">;
  readonly sandbox: () => Promise<Sandbox>;
}

let found: Promise<Sandbox> | undefined;

/** Tried once in a command. */
export function toolSandbox(search: Omit<SandboxSearch, "processes">): Promise<Sandbox> {
  return (found ??= findSandbox({ ...search, processes: "quality tools run in a process group" }));
}

/**
 * Quality tools run code of the project, which agents may have written: they write in the checkout they look
 * at, but not in its repository.
 */
export function toolRun(run: RunProcess, { places, top, settings, sandbox }: ToolSetting): RunProcess {
  return async (request) => {
    if (request.tree !== "contained" || request.role === "git") return run(request);
    const level = await chosenLevel([settings["fix.sandbox"], settings.sandbox], sandbox);
    if (level === "off") return run(request);
    const cache = join(places.scratch, "cache");
    await mkdir(cache, { recursive: true, mode: 0o700 });
    const layers = new Set(layersHeld(await sandbox(), false));
    // Tools keep caches at the top of a checkout.
    const isInTop = request.cwd === top || firstBelow(top, request.cwd) !== null;
    const write = [firstBelow(places.scratch, request.cwd) ?? (isInTop ? top : request.cwd)];
    const read = [places.repositories, places.layers, join(top, ".git"), top];
    const fixed = isInTop ? [join(top, ".git")] : [];
    return confinedRun({ run, places, cache, layers }, level, { write, read, fixed })(request);
  };
}

/** The folder below another one that a path lies in; `null`: it lies elsewhere. */
function firstBelow(folder: string, path: string): string | null {
  const [first = "", ...rest] = relative(folder, path).split(sep);
  return first === "" || first === ".." || rest.includes("..") ? null : join(folder, first);
}
