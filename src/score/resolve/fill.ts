import { resolvedPath } from "../match/paths.ts";
import { pattern } from "../match/pattern.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";
import type { ConcreteCommand, FilePlace } from "../plan/command.ts";
import type { SharedRecipe } from "../plan/recipe.ts";
import type { RuleFiller } from "../rules/kind.ts";
import type { Position } from "../source/place.ts";
import type { Meaning } from "../source/shape.ts";
import { commandText } from "../template/command-text.ts";
import type { TemplateEngine } from "@tutti/jinja";
import { patternText } from "../template/pattern-text.ts";
import { listFault } from "../template/shell/analyse.ts";
import { scoreEngine } from "../template/variables.ts";
import { type Scene, builtInValues } from "./scene.ts";

/** Fills in the texts of one sheet. */
export interface Filler extends RuleFiller {
  readonly scene: Scene;
  text(template: string): Filled;
  glob(template: string): Meaning<FilePlace>;
}

export type Filled = Meaning<string> & { readonly at?: Position };

export function fillerFor(
  engine: TemplateEngine,
  about: { readonly plan: Plan; readonly sheet: SheetPlan; readonly scene: Scene },
): Filler {
  const { scene } = about;
  const values = builtInValues(about.plan, about.sheet, scene);
  const text = textFiller(engine, values);
  const path = (template: string): Meaning<FilePlace> =>
    andThen(text(template), (written) => filePlace(written, scene));
  return {
    scene,
    text,
    path,
    glob: (template) => andThen(text(template), (written) => globPlace(written, scene)),
    pattern: (template) => andThen(patternText(engine, template, values), pattern),
    command(template, cwd) {
      const place: Meaning<FilePlace> =
        cwd === null ? { kind: "means", value: { root: "context", path: "." } } : path(cwd);
      if (place.kind === "wrong") return { ...place, key: "cwd" };
      if (template.kind === "argv") return argvCommand(template.argv, { text, place: place.value });
      return andThen(commandText(engine, template.line, values), ({ script, env, shown }) => ({
        kind: "means",
        value: { argv: [template.shell, "-c", script], env, cwd: place.value, shown },
      }));
    },
  };
}

/** Fills in texts that are no more than texts. */
export function textFiller(
  engine: TemplateEngine,
  values: Readonly<Record<string, unknown>>,
): (template: string) => Filled {
  return (template) => {
    if (!hasTemplate.test(template)) return { kind: "means", value: template };
    const rendered = engine.render({ text: template, includes: {} }, values);
    return rendered.kind === "text" ? { kind: "means", value: rendered.text } : rendered;
  };
}

/** Fills in the variables of a folder that no sheet works in. */
export function sharedFiller({ name, variables }: SharedRecipe, worktree: string): (template: string) => Filled {
  return textFiller(scoreEngine(variables), { name, worktree, workspace: worktree, sheet: "gates", title: "gates" });
}

// A line end of another kind is something to fill in too: the engine makes one kind of all.
const hasTemplate = /\{[{%#]|\r/;

export function argvCommand(
  argv: readonly [string, ...string[]],
  how: { text: (template: string) => Filled; place: FilePlace },
): Meaning<ConcreteCommand> {
  const words: string[] = [];
  for (const word of argv) {
    const filled = how.text(word);
    if (filled.kind === "wrong") return filled;
    if (filled.value.includes("\0")) return { kind: "wrong", why: "an argument can't contain a NUL" };
    words.push(filled.value);
  }
  const [program = "", ...rest] = words;
  if (program === "") return { kind: "wrong", why: "a command begins with a program" };
  const why = listFault(argv, words);
  return why === null
    ? { kind: "means", value: { argv: [program, ...rest], env: {}, cwd: how.place, shown: words.join(" ") } }
    : { kind: "wrong", why };
}

function andThen<From, To>(first: Meaning<From>, next: (value: From) => Meaning<To>): Meaning<To> {
  return first.kind === "means" ? next(first.value) : first;
}

/** A path as a place below the context or the workspace; a relative one counts from the context. */
export function filePlace(written: string, scene: Scene): Meaning<FilePlace> {
  if (written.includes("\0")) return { kind: "wrong", why: "a path can't contain a NUL" };
  if (written.trim() === "") return { kind: "wrong", why: "names no file" };
  const isHome = /^~(?:\/|$)/.test(written);
  const path = resolvedPath(scene.worktree, written);
  const inWorkspace = isHome ? null : placeIn("workspace", scene.workspace, path);
  const inContext = isHome ? null : placeIn("context", scene.worktree, path);
  // The deeper folder first: either may lie in the other.
  const place =
    scene.worktree.length > scene.workspace.length ? (inContext ?? inWorkspace) : (inWorkspace ?? inContext);
  if (place !== null) return { kind: "means", value: place };
  const isAbsolute = isHome || written.startsWith("/");
  return {
    kind: "wrong",
    why: isAbsolute
      ? "must lie in the sheet's context or in {{ workspace }}"
      : "must stay inside the sheet's context (no ..)",
  };
}

function placeIn(root: FilePlace["root"], folder: string, path: string): FilePlace | null {
  if (!path.startsWith(folder)) return null;
  if (path.length === folder.length) return { root, path: "." };
  return path.charAt(folder.length) === "/" ? { root, path: path.slice(folder.length + 1) } : null;
}

/** The same for a glob: only what stands before its first special character has to lie in one of the two. */
export function globPlace(written: string, scene: Scene): Meaning<FilePlace> {
  const fixed = /^[^*?[{!]*\//.exec(written)?.[0] ?? "";
  const folder =
    fixed === "" ? ({ kind: "means", value: { root: "context", path: "." } } as const) : filePlace(fixed, scene);
  if (folder.kind === "wrong") return folder;
  const { root, path } = folder.value;
  const rest = written.slice(fixed.length);
  if (rest.split("/").includes("..")) return { kind: "wrong", why: "must stay inside the sheet's context (no ..)" };
  return { kind: "means", value: { root, path: path === "." ? rest : `${path}/${rest}` } };
}
