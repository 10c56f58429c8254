import { branchName, firstFew, plural } from "../../../base/text.ts";
import type { SheetId } from "../../../base/ids.ts";
import type { Unready } from "../../../sheet/rest/unready.ts";
import type { BaseReport } from "../../hands.ts";
import type { Meaning } from "./meaning.ts";

/** A command as it ended on the base. */
export interface Tried {
  readonly shown: string;
  /** `gate`: nothing lands while it fails. */
  readonly as: "validation" | "gate";
  /** The sheets that it is asked of; of a gate all of them. */
  readonly sheets: readonly SheetId[];
  /** How many different tasks start from the base and have to pass it. */
  readonly tasks: number;
  readonly meaning: Meaning;
  /** An excerpt. */
  readonly output: string;
}

interface About {
  /** Full name of the ref that the base was read from. */
  readonly target: string;
  /** Its sheets are about findings of tools that run no tests: none of them is there to make tests pass. */
  readonly leavesTests: boolean;
}

/**
 * Decides about the job by the results of its commands on the base.
 *
 * | on the base                                    | the job                                    |
 * |------------------------------------------------|--------------------------------------------|
 * | no sheet can change it                         | stops                                      |
 * | a suite or gate fails, for two tasks or more   | stops: at most one of them can be about it |
 * | a gate fails, and `tutti fix` fixes no tests   | stops: none of its sheets is about it      |
 * | a suite or gate fails otherwise                | plays; told                                |
 * | another command fails                          | plays: a sheet is to make it pass          |
 * | passes                                         | plays; told that it proves no task         |
 */
export function judgeBase(tried: readonly Tried[], about: About): BaseReport {
  const branch = branchName(about.target);
  const problems = onceUnprepared(tried.flatMap((one) => problemOf(one, { ...about, branch }) ?? []));
  const red = tried.filter((one) => one.meaning.kind === "fails" && isSuite(one));
  const green = tried.filter(({ meaning, as }) => meaning.kind === "passes" && as === "validation");
  return {
    problems,
    told: [
      ...(problems.length > 0 ? [] : red.map((one) => redWords(one, branch))),
      ...(green.length === 0 ? [] : [greenWords(green, branch)]),
    ],
  };
}

/** Every folder fails to be prepared in the same way. */
function onceUnprepared(problems: readonly Unready[]): readonly Unready[] {
  const first = problems.findIndex(({ code }) => code === "ready.not_prepared");
  return problems.filter(({ code }, place) => code !== "ready.not_prepared" || place === first);
}

function problemOf(one: Tried, { leavesTests, branch }: About & { readonly branch: string }): Unready | undefined {
  const { meaning, shown, as, tasks, output } = one;
  const where = as === "gate" ? "a gate, for every sheet" : `the validations of ${firstFew(one.sheets, mostNamed)}`;
  if (meaning.kind === "broken") {
    const { code, why, next } = meaning;
    if (code === "ready.not_prepared")
      return { code, what: "the preparation of contexts", where: "every sheet and gate", why, output, next };
    return { code, what: shown, where, why, output, next };
  }
  const isVain = tasks > 1 || (leavesTests && as === "gate");
  if (meaning.kind === "passes" || !isVain || !isSuite(one)) return undefined;
  return {
    code: "ready.red",
    what: shown,
    where,
    why:
      tasks > 1
        ? `it fails on ${branch} before any work, and ${plural(tasks, "task")} that start there have to pass it`
        : `it fails on ${branch} before any work, and nothing lands while it does`,
    output,
    next: `Make it pass on ${branch} first, or run a job for that alone.`,
  };
}

const mostNamed = 3;

function greenWords(green: readonly Tried[], branch: string): string {
  const [names, verb] = [firstFew(green.map(({ shown }) => shown)), green.length === 1 ? "passes" : "pass"];
  const [it, guards, does] =
    green.length === 1 ? ["it", "guards", "does not prove"] : ["they", "guard", "do not prove"];
  return `${names} ${verb} on ${branch} before any work: ${it} ${guards} against regressions, but ${does} that a task was done`;
}

function redWords({ shown, as, output }: Tried, branch: string): string {
  const [first = ""] = output.split("\n");
  const what = as === "gate" ? `the gate ${shown}` : shown;
  return `${what} fails on ${branch} before any work; a result lands only if it makes it pass${first === "" ? "" : `: ${first}`}`;
}

/** Commands that judge a whole project: they fail for reasons that most tasks have nothing to do with. */
const suites =
  /\b(?:(?:npm|pnpm|yarn|bun)(?: run)? [\w:-]*(?:test|lint|check|build|typecheck)|npx (?:vitest|jest|tsc|eslint)|vitest|jest|mocha|tsc|eslint|biome|pytest|tox|nox|ruff|mypy|cargo (?:test|check|clippy|build)|go (?:test|vet|build)|make (?:test|check|lint|all)|mvn|gradlew?|rspec|rake|phpunit|dotnet test|mix test|swift test)\b/;

function isSuite({ as, shown }: Pick<Tried, "as" | "shown">): boolean {
  return as === "gate" || suites.test(shown);
}
