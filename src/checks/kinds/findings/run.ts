import { lstat } from "node:fs/promises";
import { join, posix } from "node:path";
import { gitignoreMatcher } from "../../../base/ignore/gitignore.ts";
import type { Finding } from "../../../findings/finding.ts";
import type { ConcreteCommand } from "../../../score/plan/command.ts";
import type { ConcreteCheck, RuleTerms } from "../../../score/plan/rule.ts";
import { runTool } from "../../../tools/run.ts";
import { workingFolder } from "../command.ts";
import { withKept } from "../../kept-run.ts";
import type { CheckParts, CheckPlace, Failure, RunPlace } from "../../place.ts";

export type FindingsCheck = Extract<ConcreteCheck, { readonly kind: "findings" }> & RuleTerms;

type Look = Omit<CheckPlace, "keepOutput">;

export type Ran =
  | { readonly kind: "read"; readonly findings: readonly Finding[] }
  | { readonly kind: "failed"; readonly why: string; readonly log?: string }
  | { readonly kind: "no-folder"; readonly failure: Failure };

export async function findingsOfResult(parts: CheckParts, check: FindingsCheck, place: RunPlace): Promise<Ran> {
  const asked = await askedAbout(check, place);
  const kept = await place.keepOutput();
  const end = await withKept(kept, parts.run, (run) => ran({ ...parts, run }, check, { place, asked }));
  return end.kind === "failed" ? { ...end, log: kept.path } : end;
}

/** Asked once per base: many sheets start there. */
export async function findingsAtBase(parts: CheckParts, check: FindingsCheck, place: Look): Promise<Ran> {
  const asked = await askedAbout(check, place);
  const before = asked === null ? null : await place.since.foundBefore(check, asked);
  if (before !== null) return { kind: "read", findings: before };
  const { argv, env, cwd } = check.command;
  const moveless = argv.map((word) => movedText(word, place.folder, ""));
  const key = JSON.stringify([place.since.base, asked, moveless, moved(env, place.folder, ""), cwd, check.format]);
  return parts.memory.recall(key, () =>
    place.since.atBase(async (folder) => {
      const command = await movedTo(check.command, place.folder, folder);
      return ran(
        parts,
        { ...check, command },
        { place: { ...place, folder, env: moved(place.env, place.folder, folder) }, asked },
      );
    }),
  );
}

interface Asked {
  readonly place: Look;
  /** `null`: the command as it is. */
  readonly asked: readonly string[] | null;
}

/** Files that the sheet changed and those it was to fix. */
async function askedAbout({ changed, fixes }: FindingsCheck, place: Look): Promise<readonly string[] | null> {
  if (changed === null) return null;
  const isMeant = gitignoreMatcher(changed);
  const touched = (await place.since.changedPaths()).map((path) => Buffer.from(path, "latin1").toString("utf8"));
  return [...new Set([...touched.filter(isMeant), ...(fixes?.files ?? [])])].sort();
}

async function ran({ run }: CheckParts, check: FindingsCheck, { place, asked }: Asked): Promise<Ran> {
  const { command, format, tool, timeoutMs } = check;
  const cwd = await workingFolder(place, command.cwd);
  if (typeof cwd !== "string") return { kind: "no-folder", failure: cwd };
  const files = asked === null ? null : await present(place.folder, asked);
  const how = {
    name: tool,
    argv: command.argv,
    everything: [],
    env: command.env,
    format,
    reach: files === null ? "project" : "file",
    timeoutMs,
  } as const;
  const end = await runTool(run, how, {
    folder: place.folder,
    below: belowTop(command.cwd.path),
    files,
    env: place.env,
    cancel: place.cancel,
  });
  return end.kind === "failed" ? end : { kind: "read", findings: end.findings };
}

/** `""`: the top. */
export function belowTop(path: string): string {
  const below = posix.normalize(path).replace(/\/$/, "");
  return below === "." ? "" : below;
}

async function present(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(async (file) => (await lstat(join(folder, file)).catch(() => undefined))?.isFile() === true),
  );
  return files.filter((_, index) => found[index] === true);
}

/** A command with an absolute path of its context would look at the result twice. */
async function movedTo(command: ConcreteCommand, from: string, to: string): Promise<ConcreteCommand> {
  const [program, ...rest] = command.argv;
  const move = (text: string): string => movedText(text, from, to);
  // Programs installed beside the files exist only in the user's folder.
  const isThere = await lstat(move(program)).then(
    () => true,
    () => false,
  );
  return {
    ...command,
    argv: [isThere ? move(program) : program, ...rest.map(move)],
    env: moved(command.env, from, to),
  };
}

function moved(env: Readonly<Record<string, string>>, from: string, to: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, movedText(value, from, to)]));
}

function movedText(text: string, from: string, to: string): string {
  return text.split(from).reduce((done, rest) => `${done}${/^[\w.-]/.test(rest) ? from : to}${rest}`);
}
