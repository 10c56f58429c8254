import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { keepYoungSpaceSmall } from "../../src/cli/young-space.ts";
import { readScore } from "../../src/score/load.ts";
import { makeResolver } from "../../src/score/resolve/resolver.ts";
import { emptyScene } from "../../src/score/resolve/scene.ts";

/** What one process measured of itself. */
export interface Once {
  readonly ms: number;
  /** The most memory it ever held, Node's own included. */
  readonly megabytes: number;
  /** Sheets and characters: a process that did nothing would be quick. */
  readonly sheets: number;
  readonly characters: number;
}

/**
 * Loads a score, which fills in all of every sheet once to check it, and then makes every prompt as for its agent; or
 * only parses it as YAML.
 */
export function measureOnce(how: "tutti" | "yaml", path: string): Once {
  // As the command line does.
  if (how === "tutti") keepYoungSpaceSmall();
  const from = performance.now();
  const made = how === "tutti" ? renderAll(path) : parseOnly(path);
  return { ms: performance.now() - from, megabytes: process.resourceUsage().maxRSS / 1024, ...made };
}

function renderAll(path: string): Pick<Once, "sheets" | "characters"> {
  const { plan } = readScore(path);
  const resolver = makeResolver(plan);
  const scene = emptyScene("/workspace", "/worktree");
  let characters = 0;
  for (const sheet of plan.sheets) {
    const prompt = resolver.prompt(sheet, scene);
    if (prompt.kind === "wrong") throw new Error(`${sheet.id}: ${prompt.why}`);
    characters += prompt.text.length;
  }
  return { sheets: plan.sheets.length, characters };
}

/**
 * The floor: what the library for YAML takes for the same text, without the look at doubled keys, which takes it a time
 * that is quadratic.
 */
function parseOnly(path: string): Pick<Once, "sheets" | "characters"> {
  const text = readFileSync(path, "utf8");
  parseDocument(text, { uniqueKeys: false }).toJS();
  return { sheets: 0, characters: text.length };
}
