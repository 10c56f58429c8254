import type { ScoreDocument } from "../../source/document.ts";
import { isSlip } from "../../source/nearest.ts";
import type { KeyPath } from "../../source/place.ts";
import { pathText } from "../../source/problem.ts";
import type { Problem } from "../../source/problem.ts";
import { meantKey } from "../../source/shape.ts";
import type { Edit } from "./edit.ts";

/** Words of Mozart's that only have another name here: what they hold may stay as it is. */
const otherNames: Readonly<Record<"score" | "sheet" | "rule", Readonly<Record<string, string>>>> = {
  score: { instruments: "agents" },
  sheet: { depends_on: "after", dependencies: "after", cadenzas: "cadenza", description: "title" },
  rule: {
    condition: "when",
    retry_count: "retries",
    timeout_seconds: "timeout",
    command_succeeds: "command",
    working_directory: "cwd",
  },
};

/** The right key in place of one that is not known, when there is only one that can have been meant. */
export function keyEdit(problem: Problem, text: string, document: ScoreDocument): Edit | null {
  if (problem.code !== "V012" && problem.code !== "V401") return null;
  const { path } = problem;
  const key = String(path.at(-1));
  const name = nameFor(problem, key);
  const extent = document.extentOf(path, "key");
  if (name === null || extent === null) return null;
  const written = text.slice(extent.from, extent.to);
  const [, quote] = /^(["']?).*\1$/s.exec(written) ?? [];
  // One that is written with escapes is left to people.
  if (quote === undefined || written !== `${quote}${key}${quote}`) return null;
  return {
    ...extent,
    text: `${quote}${name}${quote}`,
    effect: { kind: "rename", path, name },
    change: { at: problem.at, what: `${pathText(path)} → ${name}` },
  };
}

function nameFor({ code, path, message }: Problem, key: string): string | null {
  const meant = meantKey(message);
  if (meant !== null) return isSlip(key, meant) ? meant : null;
  const names = otherNames[placeOf(path)];
  return code === "V012" && Object.hasOwn(names, key) ? (names[key] ?? null) : null;
}

function placeOf(path: KeyPath): keyof typeof otherNames {
  if (path.includes("validations") || path.includes("preconditions")) return "rule";
  return path.length === 1 ? "score" : "sheet";
}
