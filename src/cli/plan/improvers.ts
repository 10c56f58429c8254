import { TuttiError } from "../../base/error.ts";
import type { Workplace } from "../repositories/workplace.ts";
import { usage } from "../terminal/input.ts";
import { prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Improvements, openImprovements } from "./improve.ts";
import { toolProposals } from "./tools.ts";

/** Who proposes improvements. */
export type Improvers = "planner" | "tools" | "both";

type Wish = Omit<Parameters<typeof openImprovements>[1], "proposals"> & {
  readonly improvers?: Improvers;
  readonly json?: true;
  readonly template?: unknown;
  readonly from?: unknown;
};

interface Place {
  readonly workplace: Workplace;
  /** Where the memory of improvements lies. */
  readonly beside: string;
  readonly base: string | null;
}

/** The possible improvements, by the people's memory and by the project's quality tools where they are asked. */
export async function improvementsOf(
  terminal: Terminal,
  wish: Wish,
  { workplace, beside, base }: Place,
): Promise<Improvements> {
  const who = wish.improvers ?? (wish.from === undefined && wish.template === undefined ? "both" : "planner");
  if (who === "tools" && wish.requirements.length > 0)
    throw usage("quality tools have no focus", "Leave the words out, or have a planner propose too: --improvers both.");
  // Refuses impossible wishes before tools run.
  await openImprovements(beside, { ...wish, proposals: [] });
  if (who === "planner") return openImprovements(beside, { ...wish, proposals: [] });
  const proposals = await toolProposals(terminal, { workplace, target: base, json: wish.json === true });
  if (typeof proposals !== "string") {
    if (who === "tools" && proposals.length === 0) throw nothing("the quality tools find nothing to improve");
    return openImprovements(beside, { ...wish, proposals });
  }
  if (who === "tools") throw nothing(`no quality tool can be asked for improvements: ${proposals}`);
  terminal.err(terminal.dim(prose(`the planner alone proposes: no quality tool can be asked (${proposals})`)));
  return openImprovements(beside, { ...wish, proposals: [] });
}

function nothing(what: string): TuttiError {
  return new TuttiError("cli.usage", what, {
    audience: "user",
    hint: "tutti fix --explain shows which tools run here and why others do not. A planner proposes without them: --improvers planner.",
  });
}
