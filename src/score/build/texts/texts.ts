import { TuttiError, messageOf } from "../../../base/error.ts";
import { resolvedPath } from "../../match/paths.ts";
import type { Extension } from "../../schema/sheet.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import { readIncludes } from "@tutti/jinja";
import type { TemplateSource } from "@tutti/jinja";
import type { ScoreSource } from "../source.ts";

/** Where a text of a plan was written. */
export interface TextOrigin {
  readonly path: KeyPath;
  /** The file it came from; `null`: the score itself. */
  readonly file: string | null;
}

/** The texts of a plan, each kept once. Each gives its place, or `null` after reporting why it can't be read. */
export interface TextTable {
  prompt(
    owner: KeyPath,
    written: { readonly prompt?: string | undefined; readonly prompt_file?: string | undefined },
  ): number | null;
  extension(path: KeyPath, written: Extension): number | null;
  all(): readonly TemplateSource[];
  originOf(place: number): TextOrigin;
}

/** A job keeps its texts, each with all that it includes. */
const maxTotal = 64_000_000;

export function textTable(source: ScoreSource, report: Report): TextTable {
  const texts: TemplateSource[] = [];
  const origins: TextOrigin[] = [];
  const places = new Map<string, number>();
  let total = 0;

  const keep = (text: string, origin: TextOrigin): number | null => {
    const key = `${origin.file ?? ""}\0${text}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    if (total > maxTotal) return null;
    const read = readIncludes(text, (name) => readBelow(source, name));
    if (read.kind === "wrong") {
      report.inside("V021", origin.path, { at: read.at, file: origin.file, message: read.why });
      return null;
    }
    total += lengthOf(read.value);
    if (total > maxTotal) {
      report("V020", origin.path, "the prompts and what they include are larger than 64 MB together");
      return null;
    }
    places.set(key, texts.length);
    texts.push(read.value);
    origins.push(origin);
    return texts.length - 1;
  };

  const keepFile = (name: string, path: KeyPath): number | null => {
    const text = readNamed(source, name, (why) => {
      report("V003", path, why);
    });
    return text === null ? null : keepFull(text, { path, file: name });
  };

  const keepFull = (text: string, origin: TextOrigin): number | null => {
    if (text.trim() !== "") return keep(text, origin);
    report("V019", origin.path, "the prompt is empty");
    return null;
  };

  return {
    prompt(owner, { prompt, prompt_file: file }) {
      if (prompt !== undefined && file !== undefined) {
        report("V019", owner, "give either prompt or prompt_file");
        return null;
      }
      if (prompt !== undefined) return keepFull(prompt, { path: [...owner, "prompt"], file: null });
      return file === undefined ? null : keepFile(file, [...owner, "prompt_file"]);
    },
    extension: (path, written) =>
      "text" in written ? keep(written.text, { path, file: null }) : keepFile(written.file, [...path, "file"]),
    all: () => texts,
    originOf: (place) => origins[place] ?? { path: [], file: null },
  };
}

function lengthOf({ text, includes }: TemplateSource): number {
  return Object.values(includes).reduce((sum, included) => sum + included.length, text.length);
}

/** Includes are found only from the score's folder, also those of included files. */
function readBelow(source: ScoreSource, name: string): string {
  if (source.files === undefined)
    throw new TuttiError("score.unreadable", "files can't be read here", { audience: "user" });
  return source.files.readTextBelow(source.baseDir, resolvedPath(source.baseDir, name));
}

function readNamed(source: ScoreSource, name: string, report: (why: string) => void): string | null {
  try {
    if (source.files !== undefined) return source.files.readText(resolvedPath(source.baseDir, name));
    report("files can't be read here; write the text into the score");
  } catch (error) {
    report(messageOf(error));
  }
  return null;
}
