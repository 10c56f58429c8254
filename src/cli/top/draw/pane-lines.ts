import type { ConductorStatus } from "../../../api/contract/conductor.ts";
import type { QueueView } from "../../../api/contract/landing/queue.ts";
import type { DiffView } from "../../../api/contract/sheet.ts";
import { branchName, duration, plural, sizeText, visible } from "../../../base/text.ts";
import { shortUse } from "../../../base/home/use-words.ts";
import { clock, shortName } from "../../terminal/prose.ts";
import { type ShownLine, tame } from "../../transcript/entry-lines.ts";
import type { BoardView } from "../model/board.ts";
import type { Need } from "../../../api/contract/needs.ts";

const line = (text: string, tone: ShownLine["tone"] = "plain"): ShownLine => ({ text, tone });

/** More is in `tutti diff`. */
const mostDiffLines = 5_000;

export function diffLines(diff: DiffView | string): readonly ShownLine[] {
  if (typeof diff === "string") return [line(` ${visible(diff)}`, "dim")];
  const lines = (diff.text ?? "").split("\n");
  const added = diff.files.reduce((sum, { insertions }) => sum + (insertions ?? 0), 0);
  const removed = diff.files.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0);
  return [
    line(` snapshot ${diff.to.number}: ${plural(diff.files.length, "file")}, +${added} -${removed}`, "bold"),
    ...lines.slice(0, mostDiffLines).map((text) => line(tame(text), diffTone(text))),
    ...(lines.length > mostDiffLines || diff.droppedBytes > 0 ? [line(" … more: tutti diff", "dim")] : []),
  ];
}

function diffTone(text: string): ShownLine["tone"] {
  if (/^(?:diff|index|---|\+\+\+)/.test(text)) return "bold";
  if (text.startsWith("+")) return "green";
  if (text.startsWith("-")) return "red";
  return text.startsWith("@@") ? "yellow" : "plain";
}

export function queueLines(queues: readonly QueueView[], now: number): readonly ShownLine[] {
  const used = queues.filter(({ entries, held, isPaused }) => entries.length + held.length > 0 || isPaused);
  if (used.length === 0) return [line(" Nothing waits to land.", "dim")];
  return used.flatMap((queue) => [
    line(
      ` ${visible(branchName(queue.target))} of ${visible(queue.repository)}${queue.isPaused ? "  paused" : ""}`,
      "bold",
    ),
    ...(queue.problem === null ? [] : [line(`   ${visible(queue.problem)}`, "red")]),
    ...[...queue.entries, ...queue.held].map(({ place, job, sheet, state, since, gates, why }) => {
      const ran = gates.map((gate) => `${visible(gate.name)} ${gate.state}`).join(", ");
      const waits = since === null ? "" : `  ${duration(now - since)}`;
      const words = [
        place ?? "-",
        `${shortName(sheet)} of ${visible(job)}`,
        `${state}${waits}`,
        ran,
        visible(why ?? ""),
      ];
      return line(`   ${words.filter((word) => word !== "").join("  ")}`, state === "held" ? "yellow" : "plain");
    }),
  ]);
}

export function needLines(needs: readonly Need[]): readonly ShownLine[] {
  if (needs.length === 0) return [line(" Nothing needs you.", "dim")];
  return needs.map(({ job, sheet, why }) =>
    line(` ${sheet === null ? visible(job) : `${shortName(sheet)} of ${visible(job)}`}: ${visible(why)}`, "yellow"),
  );
}

export function machineLines(
  status: ConductorStatus | null,
  uses: BoardView["uses"],
  now: number,
): readonly ShownLine[] {
  if (status === null) return [line(" No conductor answers.", "red")];
  const { machine, sheets, jobs, limits, memory } = status;
  const free = machine.availableBytes === null ? "unknown" : sizeText(machine.availableBytes);
  return [
    line(
      ` conductor ${status.version}, process ${status.pid}, up ${duration(status.upMs)}, ${sizeText(memory.rssBytes)}`,
    ),
    line(` sheets    ${sheets.running} of at most ${sheets.limit} running`),
    line(` jobs      ${jobs.playing} playing, ${jobs.paused} paused, ${jobs.all} in all`),
    line(` machine   load ${machine.load.toFixed(2)} on ${plural(machine.cores, "core")}`),
    line(`           memory ${free} free of ${sizeText(machine.memoryBytes)}`),
    ...(status.held === null ? [] : [line(` no sheet may start: ${visible(status.held)}`, "red")]),
    ...(status.disk === null ? [] : [line(` disk      ${visible(status.disk.what)}`, "red")]),
    ...(limits.length === 0
      ? [line(" limits    none: every agent may be used", "dim")]
      : limits.map(({ account, why, until, detail }) =>
          line(
            ` limit     ${visible(account)}: ${why}${until === null ? (why === "waits" ? "" : ", until you resume") : ` until ${clock(until, now)}`}  ${visible(detail)}`,
            "yellow",
          ),
        )),
    ...uses.map(({ job, sheet, use }, at) =>
      line(` ${at === 0 ? "agents   " : "         "} ${shortName(sheet)} of ${visible(job)}  ${shortUse(use)}`),
    ),
  ];
}
