import { constants } from "node:fs";
import { access, open } from "node:fs/promises";
import { join, relative } from "node:path";
import { stringify } from "yaml";
import type { Git } from "../../git/git.ts";
import { readHooksFolder, type Repository } from "../../git/repository.ts";

/** A hook that git runs on a commit or a push, and no landing runs. */
interface FoundHook {
  readonly hook: HookName;
  /** The program that runs it. */
  readonly by: "git" | "husky" | "pre-commit" | "lefthook";
  readonly path: string;
  /** The same as a gate; `null`: impossible. */
  readonly run: string | readonly string[] | null;
  /** A note about it. */
  readonly note: string;
}

export interface HooksAsGates {
  readonly found: readonly FoundHook[];
  /** Lines for `.tutti/gates.yaml`. */
  readonly lines: readonly string[];
}

type HookName = "pre-commit" | "commit-msg" | "pre-push";
const hookNames: readonly HookName[] = ["pre-commit", "commit-msg", "pre-push"];

/** Runs nothing, and reads only the beginning of files. */
export async function hooksAsGates(git: Git, repository: Repository): Promise<HooksAsGates> {
  const { top } = repository;
  const managed =
    top === null ? [] : [...(await preCommitHooks(top)), ...(await lefthookHooks(top)), ...(await huskyHooks(top))];
  const plain = await plainHooks(await readHooksFolder(git, repository), top);
  const found = [...managed, ...plain];
  return { found, lines: linesFor(found) };
}

const staged = "Most look at what is staged, which is nothing on a landing: see that it looks at all files.";

async function preCommitHooks(top: string): Promise<readonly FoundHook[]> {
  const path = join(top, ".pre-commit-config.yaml");
  if ((await beginningOf(path)) === undefined) return [];
  return [
    {
      hook: "pre-commit",
      by: "pre-commit",
      path,
      run: "pre-commit run --all-files",
      note: "Its tools are fetched when it is run first.",
    },
  ];
}

async function lefthookHooks(top: string): Promise<readonly FoundHook[]> {
  for (const name of ["lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml"]) {
    const path = join(top, name);
    const text = await beginningOf(path);
    if (text === undefined) continue;
    const named = hookNames.filter((hook) => new RegExp(`^${hook}:`, "m").test(text));
    return named.map(
      (hook): FoundHook => withCommand({ hook, by: "lefthook", path }, `lefthook run ${hook} --all-files`, ""),
    );
  }
  return [];
}

async function huskyHooks(top: string): Promise<readonly FoundHook[]> {
  const hooks = await Promise.all(
    hookNames.map(async (hook): Promise<readonly FoundHook[]> => {
      const path = join(top, ".husky", hook);
      const text = await beginningOf(path);
      // The files that husky makes itself in the folder `_` call these.
      return text === undefined ? [] : [withCommand({ hook, by: "husky", path }, ["sh", `.husky/${hook}`], staged)];
    }),
  );
  return hooks.flat();
}

/** Hooks in git's own folder, except those that the programs above put there. */
async function plainHooks(folder: string, top: string | null): Promise<readonly FoundHook[]> {
  const hooks = await Promise.all(
    hookNames.map(async (hook): Promise<readonly FoundHook[]> => {
      const path = join(folder, hook);
      const text = await beginningOf(path);
      if (
        text === undefined ||
        !(await isRunnable(path)) ||
        /husky|pre-commit\.com|pre_commit|lefthook/i.test(text) ||
        path.includes("/.husky/")
      )
        return [];
      const below = top === null ? null : belowTree(top, path);
      const note = below === null ? `It lies outside of the tree: on another machine there is none. ${staged}` : staged;
      return [withCommand({ hook, by: "git", path }, [below ?? path], note)];
    }),
  );
  return hooks.flat();
}

/** `null`: outside of any commit. */
function belowTree(top: string, path: string): string | null {
  const steps = relative(top, path);
  return steps.startsWith("..") || steps.startsWith(".git/") ? null : `./${steps}`;
}

function withCommand(
  hook: Pick<FoundHook, "hook" | "by" | "path">,
  run: string | readonly string[],
  note: string,
): FoundHook {
  if (hook.hook !== "commit-msg") return { ...hook, run, note };
  return {
    ...hook,
    run: null,
    note: "A gate judges a tree, not a message: what landed commits say is for the score's commit to tell.",
  };
}

function linesFor(found: readonly FoundHook[]): readonly string[] {
  const usable = found.filter(({ run }) => run !== null);
  if (usable.length === 0) return [];
  const names = new Set<string>();
  const gates = usable.map(({ hook, by, run, note }) => {
    const name = by === "pre-commit" || by === "git" ? hook : `${by} ${hook}`;
    const free = names.has(name) ? `${name} of ${by}` : name;
    names.add(free);
    return [
      ...(note === "" ? [] : [`  # ${note}`]),
      ...stringify([{ name: free, run }], { lineWidth: 0 })
        .trimEnd()
        .split("\n")
        .map((line) => `  ${line}`),
    ];
  });
  return ["gates:", ...gates.flat()];
}

const longestRead = 64 * 1024;

/** `undefined`: no such file. A pipe or a device must not block. */
async function beginningOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(longestRead), 0, longestRead, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

async function isRunnable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
