import { findScore } from "./build.ts";
import type { ScoreSource } from "../build/source.ts";
import { relativePath } from "../match/paths.ts";
import { followNames } from "./fill.ts";
import type { WrittenStep } from "./schema.ts";
import type { Score } from "../schema/score.ts";
import type { Report } from "../source/report.ts";
import type { Hook, MozartFollows } from "./mozart-schema.ts";
import { milliseconds } from "../mozart/rule-schema.ts";
import { translatedCommand } from "../mozart/rules.ts";
import { type TextPlace, translatedText } from "../mozart/texts.ts";

interface FollowPlace {
  readonly names: ReadonlySet<string>;
  readonly source: ScoreSource;
  readonly report: Report;
}

/** The successors of a job of Mozart's, in Tutti's words. */
export function translatedFollows(
  score: MozartFollows,
  { names, source, report }: FollowPlace,
): Pick<Score, "on_success" | "concert" | "workspace_lifecycle"> {
  const { workspace_lifecycle: lifecycle } = score;
  const known = new Set([...names, ...followNames]);
  const steps = score.on_success.map((written, index) =>
    translatedHook(written, {
      concert: score.concert,
      source,
      place: { names: known, report, path: ["on_success", index] },
    }),
  );
  return {
    ...(steps.length === 0 ? {} : { on_success: steps, concert: concertOf(score.concert) }),
    ...(lifecycle === undefined
      ? {}
      : { workspace_lifecycle: { ...lifecycle, preserve_patterns: lifecycle.preserve_patterns ?? preserved } }),
  };
}

/** As in Mozart. */
const preserved = [".iteration", ".mozart-*", ".coverage", "archive/**", ".worktrees/**"];

interface HookPlace {
  readonly concert: MozartFollows["concert"];
  readonly source: ScoreSource;
  readonly place: TextPlace;
}

function translatedHook(hook: Hook, { concert, source, place }: HookPlace): WrittenStep {
  const at = (key: string): TextPlace => ({ ...place, path: [...place.path, key] });
  const terms = {
    required: hook.on_failure === "abort" || (concert.enabled && concert.abort_concert_on_hook_failure),
    ...(hook.description === undefined
      ? {}
      : { description: hook.description.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() || hook.type }),
  };
  if (hook.type !== "run_job")
    return {
      run: ["bash", "-c", translatedCommand(hook.command, at("command"))],
      cwd:
        hook.working_directory === undefined
          ? "{{ workspace }}"
          : translatedText(hook.working_directory, "path", at("working_directory")),
      timeout: milliseconds(hook.timeout_seconds),
      repeatable: false,
      ...terms,
    };
  const path = translatedText(hook.job_path, "path", at("job_path"));
  const isPlain = !path.includes("{");
  const workspace =
    hook.job_workspace === undefined ? null : translatedText(hook.job_workspace, "path", at("job_workspace"));
  const inherited = concert.enabled && concert.inherit_workspace ? "{{ workspace }}" : null;
  const given = workspace ?? inherited;
  return {
    score: isPlain ? relativePath(source.baseDir, findScore(path, source.baseDir, source.files)) : path,
    ...(given === null ? {} : { workspace: given }),
    fresh: hook.fresh,
    detached: hook.detached,
    hold: hook.pause_before_chain,
    ...terms,
  };
}

/** Without a concert Mozart sets no limit; here there is always one. */
function concertOf({
  enabled,
  max_chain_depth: depth,
  cooldown_between_jobs_seconds: pause,
}: MozartFollows["concert"]): NonNullable<Score["concert"]> {
  return enabled
    ? { max_depth: depth, cooldown: milliseconds(pause), needs: "played" }
    : { max_depth: 100, needs: "played" };
}
