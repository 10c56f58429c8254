import { TuttiError, messageOf } from "../../../base/error.ts";
import { resolvedPath } from "../../match/paths.ts";
import type { InjectedFile } from "../../plan/plan.ts";
import type { Injection } from "../../schema/sheet.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { ScoreSource } from "../source.ts";

/** The files that go into prompts, each kept once, as they are when the job is made. */
export interface FileTable {
  /** Places of the files that an injection represents. */
  places(injections: readonly Injection[], path: KeyPath): readonly number[];
  all(): readonly InjectedFile[];
  /** Where a file was named first. */
  originOf(place: number): KeyPath;
}

const maxTotal = 16_000_000;

export function fileTable(source: ScoreSource, report: Report): FileTable {
  const files: InjectedFile[] = [];
  const origins: KeyPath[] = [];
  const known = new Map<string, number>();
  let total = 0;

  const read = (name: string): string => {
    const text = disk(source).readText(resolvedPath(source.baseDir, name));
    total += text.length;
    if (total > maxTotal) throw unreadable("the files for prompts are larger than 16 MB together");
    return text;
  };

  /** Many sheets name the same file: it is read for the first of them, so that all see the same text. */
  const keep = (name: string, { as, ...from }: Injection, path: KeyPath): number => {
    const late = lateContent(from);
    const key = `${as}\0${late?.folder === true ? "folder" : "file"}\0${name}`;
    const place = known.get(key);
    if (place !== undefined) return place;
    files.push({ name, as, content: late ?? { kind: "text", text: read(name) } });
    origins.push(path);
    known.set(key, files.length - 1);
    return files.length - 1;
  };

  const placesOf = (injection: Injection, entry: KeyPath): readonly number[] => {
    const path = [...entry, "file" in injection ? "file" : "directory"];
    try {
      return namesOf(source, injection).map((name) => keep(name, injection, path));
    } catch (error) {
      report(injection.as === "context" ? "V108" : "V107", path, messageOf(error));
      return [];
    }
  };

  return {
    places: (injections, path) => injections.flatMap((injection, index) => placesOf(injection, [...path, index])),
    all: () => files,
    originOf: (place) => origins[place] ?? [],
  };
}

/**
 * A path with a template in it is in the workspace or the context: there is nothing to read before the sheet is played.
 */
function hasTemplate(path: string): boolean {
  return path.includes("{{");
}

function lateContent(
  from: { readonly file: string } | { readonly directory: string },
): Extract<InjectedFile["content"], { kind: "late" }> | null {
  const path = "file" in from ? from.file : from.directory;
  if (!hasTemplate(path)) return null;
  return "file" in from ? { kind: "late", path } : { kind: "late", path, folder: true };
}

function namesOf(source: ScoreSource, injection: Injection): readonly string[] {
  if ("file" in injection) return [injection.file];
  const { directory } = injection;
  if (hasTemplate(directory)) return [directory];
  return disk(source)
    .listFiles(resolvedPath(source.baseDir, directory))
    .map((name) => `${directory.replace(/\/$/, "")}/${name}`);
}

function disk(source: ScoreSource): NonNullable<ScoreSource["files"]> {
  if (source.files === undefined) throw unreadable("files can't be read here");
  return source.files;
}

function unreadable(why: string): TuttiError {
  return new TuttiError("score.unreadable", why, { audience: "user" });
}
