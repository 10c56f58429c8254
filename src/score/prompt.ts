import { messageOf } from "../base/error.ts";
import { resolvedPath } from "./paths.ts";
import type { ScoreDocument } from "./source/document.ts";
import type { KeyPath } from "./source/place.ts";
import { scoreError } from "./source/problem.ts";
import type { Problem } from "./source/problem.ts";
import type { Report } from "./source/report.ts";
import { templateRenderer } from "./template.ts";

/** Where a score comes from. */
export interface ScoreSource {
  /** As it is shown to people. */
  readonly path: string;
  /** Absolute; relative paths of the score count from here. */
  readonly baseDir: string;
  /** Reads a file that the score names; absent where there are none to read. */
  readonly readText?: (path: string) => string;
}

export interface ScoreInput {
  readonly document: ScoreDocument;
  readonly source: ScoreSource;
}

/** A prompt before its variables are filled in. */
export interface Prompt {
  readonly template: string;
  readonly path: KeyPath;
  /** The file it came from; `null`: the score itself. */
  readonly file: string | null;
}

interface Written {
  readonly owner: KeyPath;
  readonly inline: { readonly key: string; readonly text: string | undefined };
  readonly file: { readonly key: string; readonly name: string | undefined };
}

/** The prompt that a score gives in its text or as a file, exactly one of the two. */
export function readPrompt(source: ScoreSource, written: Written, report: Report): Prompt | null {
  const { owner, inline, file } = written;
  if ((inline.text === undefined) === (file.name === undefined)) {
    report(owner, `give either ${inline.key} or ${file.key}`);
    return null;
  }
  const path = [...owner, inline.text === undefined ? file.key : inline.key];
  const template =
    inline.text ??
    readNamed(source, file.name ?? "", (why) => {
      report(path, why);
    });
  if (template === null) return null;
  if (template.trim() === "") {
    report(path, "the prompt is empty");
    return null;
  }
  return { template, path, file: file.name ?? null };
}

function readNamed(source: ScoreSource, name: string, report: (why: string) => void): string | null {
  try {
    if (source.readText !== undefined) return source.readText(resolvedPath(source.baseDir, name));
    report("files can't be read here; write the prompt into the score");
  } catch (error) {
    report(messageOf(error));
  }
  return null;
}

// A small template times many sheets can be more than memory holds.
const maxTotalLength = 64 * 1024 * 1024;

export interface PromptFiller {
  /** The text an agent gets; empty when the template is wrong, which `finish` tells. */
  fill(prompt: Prompt, variables: ReadonlyMap<string, unknown>): string;
  /** Throws when any template was wrong. */
  finish(): void;
}

export function promptFiller({ document, source }: ScoreInput): PromptFiller {
  const render = templateRenderer();
  const problems: Problem[] = [];
  let total = 0;
  return {
    fill(prompt, variables) {
      if (total > maxTotalLength) return "";
      const rendered = render(prompt.template, variables);
      if (rendered.kind === "wrong") {
        const at = prompt.file === null ? document.positionInside(prompt.path, rendered.at) : rendered.at;
        problems.push({ at, path: prompt.path, message: rendered.why, ...(prompt.file === null ? {} : { file: prompt.file }) });
        return "";
      }
      total += rendered.text.length;
      if (total > maxTotalLength)
        problems.push({ at: document.positionOf(prompt.path), path: prompt.path, message: "all prompts together are larger than 64 MB" });
      return rendered.text;
    },
    finish() {
      if (problems.length > 0) throw scoreError("score.template", source.path, problems);
    },
  };
}
