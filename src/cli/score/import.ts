import { dirname, resolve } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { ReadScore } from "../../score/build/build.ts";
import type { ScoreSource } from "../../score/build/source.ts";
import { openScore } from "../../score/load.ts";
import { diagnoseScore } from "../../score/parse.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { movedScore, readBack } from "../../score/print/moved.ts";
import { scoreText } from "../../score/print/score-text.ts";
import { pathText, type Problem, problemLine, scoreError, severityOf } from "../../score/source/problem.ts";
import { exitCodes } from "../exit-codes.ts";
import { problemView } from "../terminal/notes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";
import { writeNew } from "../write-new.ts";

export const declare: Declare = (command, perform) => {
  command

    .description("Convert a Mozart score into a Tutti score that behaves the same.")
    .argument("<file>", "Mozart score")
    .option("--out <file>", "file to write (default: stdout)")
    .option("--force", "overwrite an existing file")
    .addOption(jsonOption)
    .action(perform(importScore));
};

interface ImportOptions {
  readonly file: string;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

/** Turns a Mozart score into one of Tutti's own shape that behaves the same. */
async function importScore(terminal: Terminal, { file, out, force, json }: ImportOptions): Promise<number> {
  const { source, read, plan, problems } = readMozartScore(file);
  const folder = out === undefined ? source.baseDir : dirname(resolve(out));
  if (folder !== source.baseDir) requireNoIncludes(file, source.baseDir, plan);
  const text = scoreText(
    { ...read, score: movedScore(read.score, { from: source.baseDir, to: folder }) },
    { comments: commentsOn(file, read) },
  );
  requireReadable(text, { ...source, path: out ?? file, baseDir: folder }, read);
  if (out !== undefined) await writeNew(out, text, force === true);

  if (json === true)
    terminal.out(
      JSON.stringify({ type: "import", file, out: out ?? null, score: text, problems: problems.map(problemView) }),
    );
  else {
    for (const problem of problems)
      if (severityOf(problem) === "warning")
        terminal.err(`${terminal.yellow("warning")} ${problemLine(problem, file)}`);
    if (out === undefined) terminal.out(text.replace(/\n$/, ""));
    else terminal.err(`${terminal.green("✓")} ${out}`);
  }
  return exitCodes.good;
}

interface MozartRead {
  readonly source: ScoreSource;
  readonly read: ReadScore;
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

function readMozartScore(file: string): MozartRead {
  const { text, source } = openScore(file);
  const { shape, read, plan, problems } = diagnoseScore(text, source);
  if (shape === "native") {
    const hint = "Mozart's scores have the key sheet, Tutti's own sheets; tutti validate looks at either.";
    throw new TuttiError("cli.usage", `${file} is not a Mozart score: there is nothing to import`, {
      audience: "user",
      hint,
    });
  }
  if (read === null || plan === null) throw scoreError(file, problems);
  return { source, read, plan, problems };
}

/**
 * Prompts name what they include themselves, and so do the files they come from: that can't be rewritten for another
 * folder.
 */
function requireNoIncludes(file: string, folder: string, plan: Plan): void {
  const included = plan.texts.flatMap(({ includes }) => Object.keys(includes))[0];
  if (included === undefined) return;
  const message = `a prompt of ${file} includes ${JSON.stringify(included)}, which is looked for beside the score`;
  throw new TuttiError("cli.usage", message, { audience: "user", hint: `Write the new score into ${folder}.` });
}

/** A written score that can't be read must be noticed now. */
function requireReadable(text: string, source: ScoreSource, { foreignAgents }: ReadScore): void {
  const { plan, problems } = readBack(text, source, foreignAgents);
  if (plan !== null) return;
  const lines = problems.map(({ path, message, code }) => `${pathText(path)}: ${message} [${code}]`);
  throw new TuttiError(
    "score.invalid",
    [`${source.path} can't be written in Tutti's own shape:`, ...lines].join("\n  "),
    { audience: "user" },
  );
}

function commentsOn(file: string, { foreignAgents }: ReadScore): readonly string[] {
  const missing = [...foreignAgents].map(
    (name) => `To do: this version has no agent ${JSON.stringify(name)}; give it a command under agents.`,
  );
  return [`Made by tutti import from ${file.split("/").at(-1) ?? file}.`, ...missing];
}
