import type { TuttiEvent } from "../../api/contract/events.ts";
import type { JobId } from "../../base/ids.ts";
import { duration } from "../../base/text.ts";
import { exitCodes } from "../exit-codes.ts";
import { verify } from "../landing/verify.ts";
import { playInFront } from "../play.ts";
import { scoreFrom } from "../score/score-text.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Declare, invokedAs } from "../tree/command.ts";
import { jsonLinesOption, positive } from "../tree/options.ts";
import { layOutDemo, makeRepository } from "./demo-repository.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Run a dozen sheets on a throw-away repository. Needs no network, key or agent.")
    .option("-j, --parallel <n>", "run up to this many sheets at once", positive, 4)
    .addOption(jsonLinesOption)
    .action(perform(demo));
};

/**
 * Plays a score of its own on a throw-away repository, in this process, and says what it did, where, and what to try
 * next.
 */
export async function demo(
  terminal: Terminal,
  options: { readonly parallel: number; readonly json?: true },
): Promise<number> {
  const json = options.json === true;
  // It is to leave nothing running behind.
  process.env["TUTTI_LOCAL"] = "1";
  const setting = settingFrom(process.env);
  const { repository, score } = await layOutDemo(setting.home);
  await makeRepository(setting, repository);
  const meter = overheadMeter();
  const begun = performance.now();
  let job: JobId | undefined;
  const code = await playInFront(terminal, { json, watch: meter.watch }, async (tutti) => {
    const accepted = await tutti.call("job.submit", {
      score: scoreFrom(score),
      folder: repository,
      parallel: options.parallel,
    });
    job = accepted.job;
    return accepted;
  });
  if (code !== exitCodes.good || job === undefined) return code;
  const wallMs = performance.now() - begun;
  if (!json) terminal.out("\nWhat git says of it:");
  const verified = await verify(terminal, { job, repo: repository, ...(json ? { json } : {}) });
  const facts = {
    sheets: meter.sheets(),
    workers: options.parallel,
    mostAtOnce: meter.mostAtOnce(),
    wallMs: Math.round(wallMs),
    overheadPerSheetMs: Math.round(meter.perSheetMs(wallMs, options.parallel)),
    repository,
    score,
    job,
    command: invokedAs(process),
  };
  if (json) terminal.out(JSON.stringify({ type: "demo", ...facts }));
  else for (const line of closingWords(facts)) terminal.out(line);
  return verified;
}

interface DemoFacts {
  readonly sheets: number;
  readonly workers: number;
  readonly mostAtOnce: number;
  readonly wallMs: number;
  readonly overheadPerSheetMs: number;
  readonly repository: string;
  readonly score: string;
  readonly job: string;
  /** How to call Tutti from here. */
  readonly command: string;
}

function closingWords(facts: DemoFacts): readonly string[] {
  return [
    "",
    `${facts.sheets} sheets, up to ${facts.mostAtOnce} at once, in ${duration(facts.wallMs)}; Tutti's own overhead: ${facts.overheadPerSheetMs} ms a sheet (wall × ${facts.workers} workers ÷ sheets − the agents' own time; validations count as overhead here).`,
    "",
    "Where it is:",
    `  repository  ${facts.repository}`,
    `  score       ${facts.score}`,
    "Try next:",
    `  git -C ${facts.repository} log --stat`,
    `  ${facts.command} status ${facts.job} --local`,
    `  ${facts.command} run ${facts.score} --repo ${facts.repository}`,
    "  write a score of your own: docs/score.md",
  ];
}

/** Measures what Tutti itself costs a sheet, beside the time its agents take. */
interface OverheadMeter {
  readonly watch: (event: TuttiEvent) => void;
  /** How many sheets were under way at once at most. */
  mostAtOnce(): number;
  /** wall × workers ÷ sheets − the mean time of their agents: what a sheet would not have cost without Tutti. */
  perSheetMs(wallMs: number, workers: number): number;
  sheets(): number;
}

function overheadMeter(): OverheadMeter {
  const running = new Set<string>();
  const started = new Set<string>();
  let most = 0;
  let agentsMs = 0;
  return {
    watch: ({ index, sheet, recorded }) => {
      if (index > 0 || recorded.about !== "sheet" || sheet === null) return;
      const { event } = recorded;
      if (event.kind === "started") {
        running.add(sheet);
        started.add(sheet);
        most = Math.max(most, running.size);
      }
      if (event.kind === "ended") {
        running.delete(sheet);
        agentsMs += event.spent.agentMs;
      }
    },
    mostAtOnce: () => most,
    perSheetMs: (wallMs, workers) => Math.max(0, (wallMs * workers - agentsMs) / started.size),
    sheets: () => started.size,
  };
}
