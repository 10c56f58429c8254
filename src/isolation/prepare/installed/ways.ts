import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { oneLine } from "../../../base/text.ts";
import { findProgram } from "../../../process/program.ts";
import { type ProcessEnd, type RunProcess, endWords } from "../../../process/process.ts";
import type { PreparationChoice } from "../../../score/plan/preparation.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";

/** Why this disk and this kernel do not allow a way; `null`: they do. */
export interface Obstacles {
  readonly overlay: string | null;
  readonly reflink: string | null;
}

export type Way =
  | { readonly kind: "overlay" | "reflink" | "copy" | "links" | "off" }
  | { readonly kind: "none"; readonly why: string };

/**
 * The cheapest way that keeps contexts apart. Links are taken only where a user asks for them: an agent that edits a
 * file through one changes the checkout.
 */
export function chooseWay(choice: PreparationChoice, { overlay, reflink }: Obstacles): Way {
  switch (choice) {
    case "auto":
      if (overlay === null) return { kind: "overlay" };
      return { kind: reflink === null ? "reflink" : "copy" };
    case "overlay":
      return overlay === null
        ? { kind: "overlay" }
        : { kind: "none", why: `overlays can't be mounted here: ${overlay}` };
    case "reflink":
      return reflink === null ? { kind: "reflink" } : { kind: "none", why: `files can't be cloned here: ${reflink}` };
    case "copy":
    case "links":
    case "off":
      return { kind: choice };
  }
}

export interface CopyTools {
  readonly run: RunProcess;
  readonly path: string | undefined;
}

/** Whole trees of packages take long on a slow disk; what takes longer hangs. */
const copyLimitMs = 10 * 60_000;

/**
 * Copies a folder with its links, modes and times; the target must not exist. Not by Node's own functions, which do not
 * clone, nor by `--reflink=auto`, which copies bytes without a word where it can't clone. Returns the reason if it failed.
 */
export async function copyTree(
  { run, path }: CopyTools,
  how: "reflink" | "copy",
  way: { readonly from: string; readonly to: string },
): Promise<string | null> {
  const program = findProgram("cp", path, "/");
  if (program.kind === "refused") return "cp is not installed";
  const end = await run({
    argv: [program.file, ...copyArguments(how, process.platform), way.from, way.to],
    cwd: "/",
    env: { LC_ALL: "C" },
    output: { kind: "memory", capBytes: 4096 },
    limits: { timeoutMs: copyLimitMs },
    tree: "group",
  });
  return failureOf(end, copyLimitMs);
}

function copyArguments(how: "reflink" | "copy", platform: NodeJS.Platform): readonly string[] {
  if (platform === "linux") return ["-a", `--reflink=${how === "reflink" ? "always" : "never"}`, "-T", "--"];
  return how === "reflink" ? ["-c", "-R", "-P", "-p"] : ["-R", "-P", "-p"];
}

export function failureOf(end: ProcessEnd, limitMs: number): string | null {
  if (end.how.kind === "exited" && end.how.code === 0) return null;
  const said = oneLine(end.stderr.toString().trim() || end.stdout.toString().trim());
  return said === "" || end.how.kind !== "exited" ? endWords(end, limitMs) : said;
}

/** Tries it once on the file system of `scratch`. */
export async function probeReflink(tools: CopyTools, scratch: string): Promise<string | null> {
  const root = join(scratch, `reflink-${randomUUID()}`);
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    await writeFile(join(root, "from"), "x".repeat(8192));
    return await copyTree(tools, "reflink", { from: join(root, "from"), to: join(root, "to") });
  } finally {
    await removeTree(root);
  }
}
