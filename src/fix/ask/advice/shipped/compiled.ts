import type { ToolAdvice } from "../advice.ts";

/** Go and Rust: their compilers say enough of single rules. */
export const go: ToolAdvice = {
  language: "go",
  general:
    'Errors are values: handle them or return them with what was being done (`fmt.Errorf("read %s: %w", name, err)`), never drop them with `_` to please a linter. Exported names and signatures are used by others. Leave the layout to gofmt.',
  codes: {
    errcheck: {
      means: "An error that a call returns is not looked at.",
      mend: "Return it with what was being done, or handle it. For a deferred Close of something that was written to, its error is the one that says whether the data is there.",
      avoid: "Don't assign it to `_`, unless it really can't matter, and then say why.",
      before: "os.Remove(path)",
      after: 'if err := os.Remove(path); err != nil {\n\treturn fmt.Errorf("remove %s: %w", path, err)\n}',
    },
    printf: {
      means: "A format and its arguments don't fit each other.",
      mend: "Take the verb that fits the argument's type, and give as many arguments as there are verbs.",
      avoid: "Don't write `%v` for everything: an error that is to be wrapped needs `%w`.",
      before: 'log.Printf("%d files in %s", name)',
      after: 'log.Printf("%d files in %s", count, name)',
    },
  },
  same: {},
};

export const clippy: ToolAdvice = {
  language: "rust",
  general:
    "Take the form that the message proposes when it means the same here; mind that borrowing and the moment when values are dropped may differ. Public signatures stay. No `#[allow]`.",
  codes: {
    "clippy::unwrap_used": {
      means: "A missing value or an error ends the program.",
      mend: "Hand the error on with `?`, or handle the case where it can be handled.",
      avoid: "Don't write `expect` instead, unless it can't fail for a reason that its text then gives.",
      before: "let port = text.parse::<u16>().unwrap();",
      after: "let port = text.parse::<u16>()?;",
    },
    "clippy::redundant_clone": {
      means: "A value is copied although nobody needs the original afterwards.",
      mend: "Move it, or borrow where a reference is enough.",
      avoid: "Don't change public signatures for it.",
      before: "save(order.clone());",
      after: "save(order);",
    },
  },
  same: {},
};
