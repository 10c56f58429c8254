import { resolve } from "node:path";
import { loadPackage } from "../packages.ts";
import type { EslintRequest } from "./request.ts";

/** Of ESLint's own interface, what is used here: since version 8.57. */
interface EslintPackage {
  /** Gives the class for the kind of configuration that the folder has. */
  readonly loadESLint?: (options: { readonly cwd: string }) => Promise<EngineClass>;
  readonly default?: EslintPackage;
}

interface EngineClass {
  new (options: {
    readonly cwd: string;
    readonly fix: (message: Message) => boolean;
    readonly errorOnUnmatchedPattern: boolean;
  }): Engine;
  /** Writes what was mended. */
  outputFixes(results: readonly unknown[]): Promise<void>;
}

interface Engine {
  lintFiles(files: readonly string[]): Promise<readonly unknown[]>;
}

interface Message {
  readonly ruleId: string | null;
}

/**
 * All rules look, as the project has them, and what some of them say is not mended: the command line has no words for
 * that. Gives why it can't be asked.
 */
export async function mendSome({ eslint, without, folder, files }: EslintRequest): Promise<string | null> {
  const cwd = resolve(folder);
  // Never from the working folder: an agent may have worked there.
  const loaded = (await loadPackage("eslint", { program: eslint, folder: null })) as EslintPackage;
  const load = (loaded.default ?? loaded).loadESLint;
  if (load === undefined) return "this version of ESLint has no such interface";
  const ESLint = await load({ cwd });
  const left = new Set(without);
  const engine = new ESLint({ cwd, fix: ({ ruleId }) => !left.has(ruleId ?? ""), errorOnUnmatchedPattern: false });
  await ESLint.outputFixes(await engine.lintFiles(files));
  return null;
}
