import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { visible } from "../../base/text.ts";
import type { Draft, Task } from "../../plan/draft/draft.ts";
import { type OrderedDraft, orderOverlaps } from "../../plan/draft/graph.ts";
import {
  bestOf,
  improveText,
  rankFaults,
  readMemory,
  rejectedSince,
  type Remembered,
  remembered,
} from "../../plan/draft/improve.ts";
import { withProposals } from "../../plan/draft/improve-findings.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Checked } from "../../plan/draft/checked.ts";

/** People's answers to earlier proposals, kept in the repository, so that all who work on it share them. */
export interface Improvements {
  /** The request to the planner. */
  readonly text: string;
  /** Of the quality tools alone. */
  readonly own: Draft;
  /** The best of what it proposes. */
  choose(checked: Checked): Checked;
  decide(tasks: readonly Task[], isAccepted: boolean): Promise<void>;
}

interface Wish {
  readonly requirements: readonly string[];
  readonly top?: number;
  readonly run?: true;
  readonly yes?: true;
  readonly maxCost?: number;
  /** Proposals of the quality tools; absent: they were not asked. */
  readonly proposals: readonly Task[];
}

export async function openImprovements(top: string, wish: Wish): Promise<Improvements> {
  if (wish.run === true && wish.yes === true && wish.maxCost === undefined)
    throw usage(
      "improvements without an approval need a budget",
      "Say --max-cost USD, or leave --yes out and approve of them.",
    );
  const { proposals } = wish;
  const file = join(top, ".tutti/plans/improvements.json");
  const known = await readKnown(file);
  const now = Date.now();
  return {
    text: improveText(wish.requirements.join(" ").trim(), rejectedSince(known, now), proposals),
    own: { goal: "Resolve findings of the project's quality tools", tasks: [...proposals] },
    choose: (checked) => chosen(withTools(checked, proposals), { known, now, most: wish.top ?? 3 }),
    decide: async (tasks, isAccepted) => {
      await makeFolder(dirname(file));
      const all = [...known, ...remembered(tasks, isAccepted ? "accepted" : "rejected", now)].slice(-5_000);
      await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
    },
  };
}

function withTools(checked: Checked, proposals: readonly Task[]): Checked {
  return checked.kind === "faults" ? checked : { ...checked, written: withProposals(checked.written, proposals) };
}

async function readKnown(file: string): Promise<readonly Remembered[]> {
  const text = await readFile(file, "utf8").catch(() => "[]");
  const known = readMemory(text);
  if (known === null) throw usage(`${file} is not what tutti wrote there`, "Correct it, or remove it to forget.");
  return known;
}

function chosen(checked: Checked, how: Parameters<typeof bestOf>[1]): Checked {
  if (checked.kind === "faults") return checked;
  const { written: draft } = checked;
  const faults = rankFaults(draft);
  if (faults.length > 0) return { kind: "faults", faults };
  const tasks = bestOf(draft, how).map(({ task }) => task);
  const best = { ...draft, tasks: [...tasks] };
  if (tasks.length > 0) return { kind: "good", ordered: orderOverlaps(best), written: best };
  const why = "has only improvements that were refused in the last 30 days";
  return { kind: "faults", faults: [{ code: "aimless", where: "", why }] };
}

/** Impact and effort, the best first. */
export function improvementLines(terminal: Terminal, { draft }: OrderedDraft): readonly string[] {
  return draft.tasks.map(
    ({ id, impact = "unknown", effort = "unknown", title }) =>
      `  ${terminal.bold(id)}  impact ${impact}, effort ${effort}: ${visible(title)}`,
  );
}
