import type { TemplateEngine } from "@tutti/jinja";
import { type FilledMessage, type FilledPullRequest, usualMessage } from "../plan/landing-plan.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";
import type { ConcreteCommand, FilePlace } from "../plan/command.ts";
import type { Validation } from "../plan/rule.ts";
import type { Position } from "../source/place.ts";
import type { Meaning } from "../source/shape.ts";
import { scoreEngine } from "../template/variables.ts";
import { fillerFor, textFiller } from "./fill.ts";
import { type Said, filledMessage, filledPullRequest } from "./message.ts";
import { builtInValues, injected, messageValues, pullRequestValues } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { concreteRule } from "../rules/rule.ts";

/**
 * Turns what a plan says of a sheet into what is to be done now. Made once for a plan; keeps its templates compiled.
 */
export interface Resolver {
  /** The text an agent gets, before requirements and brief are added. */
  prompt(sheet: SheetPlan, scene: Scene): Resolved;
  /** The same for an agent that runs it: the sheet's own prompt alone, and what else belongs to it. */
  program(sheet: SheetPlan, scene: Scene): ResolvedProgram;
  validations(sheet: SheetPlan, scene: Scene): readonly Validation[];
  preconditions(sheet: SheetPlan, scene: Scene): readonly Validation[];
  skipCommand(sheet: SheetPlan, scene: Scene): Meaning<ConcreteCommand> | null;
  /** Fills in any text. */
  text(sheet: SheetPlan, scene: Scene): (template: string) => Meaning<string>;
  /** Where the files lie that can be read only now, by their place in the plan's files. */
  lateFiles(
    sheet: SheetPlan,
    scene: Scene,
  ): readonly { readonly place: number; readonly path: Meaning<FilePlace>; readonly isFolder: boolean }[];
  /** Globs of the files that a sheet is shown of those before it. */
  previousFiles(sheet: SheetPlan, scene: Scene): readonly Meaning<FilePlace>[];
  /** The commit message of its result. */
  message(sheet: SheetPlan, scene: Scene): Said<FilledMessage>;
  /** Texts of its pull request for which the score has templates; `null` where the plan asks for none. */
  pullRequest(sheet: SheetPlan, scene: Scene): Said<FilledPullRequest> | null;
}

export type Resolved = { readonly kind: "text"; readonly text: string } | WrongText;
export type ResolvedProgram = { readonly kind: "text"; readonly text: string; readonly beside: string } | WrongText;

interface WrongText {
  readonly kind: "wrong";
  /** Which of the plan's texts is wrong. */
  readonly place: number;
  readonly at: Position;
  readonly why: string;
}

export function makeResolver(plan: Plan, engine: TemplateEngine = scoreEngine(plan.variables)): Resolver {
  const filler = (sheet: SheetPlan, scene: Scene): ReturnType<typeof fillerFor> =>
    fillerFor(engine, { plan, sheet, scene });
  const rules = (places: readonly number[], sheet: SheetPlan, scene: Scene): readonly Validation[] => {
    if (places.length === 0) return [];
    const fill = filler(sheet, scene);
    return places.flatMap((place) => {
      const rule = plan.rules[place];
      return rule === undefined ? [] : [concreteRule(rule, fill)];
    });
  };
  const texts = (
    sheet: SheetPlan,
    scene: Scene,
  ): WrongText | { readonly kind: "texts"; readonly value: readonly string[] } => {
    const values = builtInValues(plan, sheet, scene);
    const value: string[] = [];
    for (const place of [sheet.prompt, ...sheet.extensions]) {
      const rendered = engine.render(plan.texts[place] ?? { text: "", includes: {} }, values);
      if (rendered.kind === "wrong") return { ...rendered, place };
      value.push(rendered.text);
    }
    return { kind: "texts", value };
  };
  return {
    prompt(sheet, scene) {
      const parts = texts(sheet, scene);
      if (parts.kind === "wrong") return parts;
      return { kind: "text", text: [...filesInFront(plan, sheet, scene), joined(parts.value)].join("\n") };
    },
    program(sheet, scene) {
      const parts = texts(sheet, scene);
      if (parts.kind === "wrong") return parts;
      const [text = "", ...extensions] = parts.value;
      return { kind: "text", text, beside: [...filesInFront(plan, sheet, scene), ...extensions].join("\n") };
    },
    validations: (sheet, scene) => rules(sheet.validations, sheet, scene),
    preconditions: (sheet, scene) => rules(sheet.preconditions, sheet, scene),
    skipCommand: (sheet, scene) =>
      sheet.skipCommand === null ? null : filler(sheet, scene).command(sheet.skipCommand.command, null),
    text(sheet, scene) {
      const fill = filler(sheet, scene);
      return (template) => fill.text(template);
    },
    lateFiles(sheet, scene) {
      return sheet.files.flatMap((place) => {
        const content = plan.files[place]?.content;
        return content?.kind === "late"
          ? [{ place, path: filler(sheet, scene).path(content.path), isFolder: content.folder === true }]
          : [];
      });
    },
    previousFiles: (sheet, scene) => (plan.crossSheet?.files ?? []).map((glob) => filler(sheet, scene).glob(glob)),
    message: (sheet, scene) =>
      filledMessage(
        plan.messages[sheet.message] ?? usualMessage,
        textFiller(engine, messageValues(plan, sheet, scene)),
      ),
    pullRequest(sheet, scene) {
      const { pullRequest } = plan.landing;
      return pullRequest === null
        ? null
        : filledPullRequest(pullRequest, textFiller(engine, pullRequestValues(plan, sheet, scene)));
    },
  };
}

/** A prompt that says itself where files of a kind go gets them there and not in front. */
function filesInFront(plan: Plan, sheet: SheetPlan, scene: Scene): readonly string[] {
  if (sheet.files.length === 0) return [];
  const { text, includes } = plan.texts[sheet.prompt] ?? { text: "", includes: {} };
  const said = [text, ...Object.values(includes)];
  return inFront
    .filter(({ name }) => !said.some((part) => part.includes(name)))
    .map(({ as }) => injected(plan, sheet, { scene, as }))
    .filter((part) => part !== "");
}

const inFront = [
  { as: "skill", name: "injected_skills" },
  { as: "tool", name: "injected_tools" },
  { as: "context", name: "injected_context" },
] as const;

function joined([prompt = "", ...extensions]: readonly string[]): string {
  return extensions.length === 0
    ? prompt
    : [prompt.trimEnd(), ...extensions.map((text) => text.trimEnd())].join("\n\n").concat("\n");
}
