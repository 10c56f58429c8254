import { TuttiError } from "../../src/base/error.ts";
import type { ScoreFiles, ScoreSource } from "../../src/score/build/source.ts";
import { type Diagnosis, diagnoseScore, parseScore } from "../../src/score/parse.ts";
import type { Plan, SheetPlan } from "../../src/score/plan/plan.ts";
import { makeResolver } from "../../src/score/resolve/resolver.ts";
import { type Scene, emptyScene } from "../../src/score/resolve/scene.ts";
import type { Validation } from "../../src/score/plan/rule.ts";
import type { ProblemCode } from "../../src/score/source/codes.ts";
import { isError, problemLine } from "../../src/score/source/problem.ts";

/** Files beside the score, path below its folder → text. */
export type ScoreTexts = Readonly<Record<string, string>>;

const file = "s.yaml";
const folder = "/base";

export const scene: Scene = emptyScene("/ws", "/ctx");

export function diagnosisOf(text: string, files: ScoreTexts = {}): Diagnosis {
  return diagnoseScore(text, sourceOf(files));
}

export function planOf(text: string, files: ScoreTexts = {}): Plan {
  return parseScore(text, sourceOf(files)).plan;
}

/** Each error as one line, without the score's name. */
export function errorsIn(text: string, files: ScoreTexts = {}): readonly string[] {
  return diagnosisOf(text, files)
    .problems.filter(isError)
    .map((problem) => problemLine(problem, file).replace(`${file}:`, ""));
}

/** The same for notes and warnings of some codes; others have their own tests. */
export function notesIn(text: string, codes: readonly ProblemCode[], files: ScoreTexts = {}): readonly string[] {
  return diagnosisOf(text, files)
    .problems.filter(({ code }) => codes.includes(code))
    .map((problem) => problemLine(problem, file).replace(`${file}:`, ""));
}

/** The error of a wrong score; `null` when it is valid. */
export function refusalOf(text: string, files: ScoreTexts = {}): TuttiError | null {
  try {
    parseScore(text, sourceOf(files));
    return null;
  } catch (error) {
    if (error instanceof TuttiError) return error;
    throw error;
  }
}

/** The prompt of each sheet's agent. */
export function promptsOf(plan: Plan, more: Partial<Scene> = {}): readonly string[] {
  const resolver = makeResolver(plan);
  return plan.sheets.map((sheet) => {
    const prompt = resolver.prompt(sheet, { ...scene, ...more });
    return prompt.kind === "text" ? prompt.text : `wrong: ${prompt.why}`;
  });
}

export function validationsOf(plan: Plan, sheet: SheetPlan | undefined = plan.sheets[0]): readonly Validation[] {
  return sheet === undefined ? [] : makeResolver(plan).validations(sheet, scene);
}

function sourceOf(files: ScoreTexts): ScoreSource {
  return { path: file, baseDir: folder, files: diskOf(files) };
}

function diskOf(files: ScoreTexts): ScoreFiles {
  const readText = (path: string): string => {
    const text = files[path.replace(`${folder}/`, "")];
    if (text === undefined) throw new TuttiError("score.unreadable", `${path} can't be read`, { audience: "user" });
    return text;
  };
  return {
    readText,
    readTextBelow: (_, path) => readText(path),
    listFiles: (path) => {
      const inside = `${path.replace(`${folder}/`, "")}/`;
      return Object.keys(files).flatMap((name) => (name.startsWith(inside) ? [name.slice(inside.length)] : []));
    },
    exists: (path) => files[path.replace(`${folder}/`, "")] !== undefined,
  };
}
