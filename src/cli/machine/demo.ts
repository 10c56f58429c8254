import type { JobId } from "../../base/ids.ts";
import { makeRepository } from "../../root/demo-repository.ts";
import { openScore, readScore } from "../../score/load.ts";
import { layOutDemo } from "./demo-repository.ts";
import { overheadMeter } from "./demo-overhead.ts";
import { exitCodes } from "../exit-codes.ts";
import { invokedAs } from "../tree/invoked-as.ts";
import { playInFront } from "../play.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { seconds } from "../terminal/prose.ts";
import { verify } from "../landing/verify.ts";
import type { Declare } from "../tree/command.ts";
import { jsonLinesOption, positive } from "../tree/options.ts";

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
  const { text, source } = openScore(score);
  const { plan } = readScore(score);
  const meter = overheadMeter();
  const begun = performance.now();
  let job: JobId | undefined;
  const code = await playInFront(terminal, { json, watch: meter.watch }, async (tutti) => {
    const accepted = await tutti.call("job.submit", {
      score: { path: score, baseDir: source.baseDir, text },
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
    sheets: plan.sheets.length,
    workers: options.parallel,
    mostAtOnce: meter.mostAtOnce(),
    wallMs: Math.round(wallMs),
    overheadPerSheetMs: Math.round(meter.perSheetMs({ wallMs, workers: options.parallel, sheets: plan.sheets.length })),
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
    `${String(facts.sheets)} sheets, up to ${String(facts.mostAtOnce)} at once, in ${seconds(facts.wallMs)}; Tutti's own overhead: ${String(facts.overheadPerSheetMs)} ms a sheet (wall × ${String(facts.workers)} workers ÷ sheets − the agents' own time; validations count as overhead here).`,
    "",
    "Where it is:",
    `  repository  ${facts.repository}`,
    `  score       ${facts.score}`,
    "What to try next:",
    `  git -C ${facts.repository} log --stat`,
    `  ${facts.command} status ${facts.job} --local`,
    `  ${facts.command} run ${facts.score} --repo ${facts.repository}`,
    "  write a score of your own: docs/score.md",
  ];
}
