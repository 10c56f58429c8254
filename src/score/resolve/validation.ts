import { unreachable } from "../../base/error.ts";
import { oneLine } from "../one-line.ts";
import type { Check, ConcreteCheck, FilePlace, Rule, Validation } from "../plan/rule.ts";
import type { Meaning } from "../source/shape.ts";
import type { Filler } from "./fill.ts";

/** A rule for one sheet. What can't be filled in is a rule that can't hold: it says so where its result is shown. */
export function concreteRule(rule: Rule, filler: Filler): Validation {
  const { check, description, ...terms } = rule;
  const concrete = concreteCheck(check, filler);
  const meant: ConcreteCheck = concrete.kind === "means" ? concrete.value : { kind: "impossible", why: concrete.why };
  const said = description === null ? null : filler.text(description);
  const shown = said?.kind === "means" ? said.value : defaultDescription(check, meant);
  return { ...terms, ...meant, description: oneLine(shown) };
}

/** What a check looks at, or the key and the reason why that can't be told. */
type Concrete = Meaning<ConcreteCheck> & { readonly key?: string };

export function concreteCheck(check: Check, filler: Filler): Concrete {
  switch (check.kind) {
    case "file_exists":
    case "file_modified":
      return from("path", filler.path(check.path), (path) => means({ kind: check.kind, path }));
    case "file_unchanged_since":
      return from("path", filler.path(check.path), (path) =>
        from("since", filler.text(check.since), (since) => means({ kind: check.kind, path, since })),
      );
    case "content_contains":
      return from("path", filler.path(check.path), (path) =>
        from("text", filler.text(check.text), (text) => means({ kind: check.kind, path, text })),
      );
    case "content_regex":
      return from("path", filler.path(check.path), (path) =>
        from("pattern", filler.pattern(check.pattern), (pattern) => means({ kind: check.kind, path, pattern })),
      );
    case "json_path":
      return from("path", filler.path(check.path), (path) =>
        from("query", filler.text(check.query), (query) => means({ ...check, path, query })),
      );
    case "command_succeeds":
      return from("command", filler.command(check.command, check.cwd), (command) =>
        means({ kind: check.kind, command }),
      );
    case "findings": {
      const { cwd, ...rest } = check;
      return from("command", filler.command(check.command, cwd), (command) => means({ ...rest, command }));
    }
    case "diff_within":
      return from("paths", all(check.paths.map((path) => filler.text(path))), (paths) =>
        means({ kind: check.kind, paths }),
      );
    case "llm_judge":
      return from("criteria", filler.text(check.criteria), (criteria) =>
        from("files", all(check.files.map((path) => filler.path(path))), (files) =>
          means({ ...check, criteria, files }),
        ),
      );
    default:
      return unreachable(check);
  }
}

/** Goes on with what a key means. One that is wrong inside says itself which key of its own that is. */
function from<T>(key: string, meant: Meaning<T> & { readonly key?: string }, next: (value: T) => Concrete): Concrete {
  return meant.kind === "wrong" ? { key, ...meant } : next(meant.value);
}

function means(value: ConcreteCheck): Concrete {
  return { kind: "means", value };
}

function all<T>(meanings: readonly Meaning<T>[]): Meaning<readonly T[]> {
  const values: T[] = [];
  for (const meaning of meanings) {
    if (meaning.kind === "wrong") return meaning;
    values.push(meaning.value);
  }
  return { kind: "means", value: values };
}

/** What a check demands, in one line, where the score does not say it. */
function defaultDescription(check: Check, concrete: ConcreteCheck): string {
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
