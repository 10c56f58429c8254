import { unreachable } from "../../base/error.ts";
import type { Check, ConcreteCheck, FilePlace } from "../rule.ts";

/** What a check demands, in one line, where the score does not say it. */
export function defaultDescription(check: Check, concrete: ConcreteCheck): string {
  switch (concrete.kind) {
    case "file_exists":
      return `${shownPlace(concrete.path)} exists`;
    case "file_modified":
      return `${shownPlace(concrete.path)} was made or changed`;
    case "file_unchanged_since":
      return `${shownPlace(concrete.path)} is as it was${concrete.since === "base" ? "" : ` at ${concrete.since}`}`;
    case "content_contains":
      return `${shownPlace(concrete.path)} contains ${JSON.stringify(concrete.text)}`;
    case "content_regex":
      return `${shownPlace(concrete.path)} matches /${concrete.pattern}/`;
    case "json_path":
      return `${concrete.query} of ${shownPlace(concrete.path)}: ${concrete.that.text}`;
    case "command_succeeds":
      return `${concrete.command.shown} succeeds`;
    case "diff_within":
      return `only ${concrete.paths.join(", ")} are touched`;
    case "findings":
      return `${concrete.command.shown} reports nothing new${concrete.fixes === null ? "" : ", and what was to be mended is"}`;
    case "llm_judge":
      return `judged at least ${String(concrete.threshold)}: ${concrete.criteria}`;
    case "impossible":
      return check.kind;
    default:
      return unreachable(concrete);
  }
}

/** As an agent would look for it: in its own folder, or in that of the job. */
function shownPlace({ root, path }: FilePlace): string {
  return root === "context" ? path : `$TUTTI_WORKSPACE/${path}`;
}
