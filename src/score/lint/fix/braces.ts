import type { ScoreDocument } from "../../source/document.ts";
import type { KeyPath } from "../../source/place.ts";
import { pathText } from "../../source/problem.ts";
import type { Problem } from "../../source/problem.ts";
import { mixUpsIn, withoutMixUps } from "../mix-ups.ts";
import type { Edit } from "./edit.ts";

/** Two braces where a text has one. The way it is written is kept, folded lines and quotes included. */
export function bracesEdit(
  problem: Problem,
  document: ScoreDocument,
  score: { readonly text: string; readonly names: ReadonlySet<string> },
): Edit | null {
  if (problem.code !== "V202" || problem.file !== undefined) return null;
  const { path } = problem;
  const extent = document.extentOf(path, "value");
  const value = valueAt(document.value, path);
  if (extent === null || typeof value !== "string") return null;
  const isName = (name: string): boolean => score.names.has(name);
  const written = score.text.slice(extent.from, extent.to);
  const inValue = mixUpsIn(value, isName);
  const inText = mixUpsIn(written, isName);
  if (inText.length === 0) return null;
  const names = [...new Set(inValue.map(({ name }) => name))];
  return {
    ...extent,
    text: withoutMixUps(written, inText),
    effect: { kind: "value", path, value: withoutMixUps(value, inValue) },
    change: {
      at: problem.at,
      what: `${pathText(path)}: ${names.map((name) => `{${name}} → {{ ${name} }}`).join(", ")}`,
    },
  };
}

function valueAt(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    root,
  );
}
