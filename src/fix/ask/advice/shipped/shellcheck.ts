import type { ToolAdvice } from "../advice.ts";

export const shellcheck: ToolAdvice = {
  language: "sh",
  general:
    "Keep to the shell that the first line names: what bash can, sh may not. Think of names with blanks, of empty values and of commands that fail. Quoting is nearly always right, but a variable that holds several words on purpose has to become an array or `$@` first.",
  codes: {
    SC2086: {
      means: "A variable without quotes is split at blanks, and stars in it become file names.",
      mend: 'Put it in double quotes. If it holds several arguments on purpose, use an array in bash, or `set --` and `"$@"` in sh.',
      avoid: "Don't quote a list of options in one: the program would get it as one argument.",
      before: "rm $file",
      after: 'rm "$file"',
    },
    SC2046: {
      means: "What a command prints is split at blanks.",
      mend: "Quote it when it is one value. For many, read lines in a loop, or use `find … -exec` or `xargs -0`.",
      avoid: "Don't change IFS for the whole script.",
      before: "cd $(dirname $0)",
      after: 'cd "$(dirname "$0")"',
    },
    SC2155: {
      means: "`local x=$(command)` hides whether the command failed.",
      mend: "Declare first, assign in a line of its own.",
      avoid: "Don't drop `local` or `export`.",
      before: 'local top="$(git rev-parse --show-toplevel)"',
      after: 'local top\ntop="$(git rev-parse --show-toplevel)"',
    },
    SC2164: {
      means: "If `cd` fails, the rest runs in the wrong folder.",
      mend: "Add `|| exit` (`|| return` in a function), or use a subshell with `&&`.",
      avoid: "Don't write `|| true`.",
      before: 'cd "$folder"\nrm -r build',
      after: 'cd "$folder" || exit 1\nrm -r build',
    },
    SC2034: {
      means: "A variable is set and never used in this file.",
      mend: "Remove it. If a program that is started reads it, `export` it; if another script that sources this one does, leave it and say so.",
      avoid: "Don't use it only to please the check.",
      before: "version=3\necho hello",
      after: "echo hello",
    },
    SC2181: {
      means: "`$?` is tested in a line of its own: anything put between would change it.",
      mend: "Test the command itself.",
      avoid: "Mind `set -e`, under which a failing command outside of a test ends the script.",
      before: "make\nif [ $? -ne 0 ]; then exit 1; fi",
      after: "if ! make; then exit 1; fi",
    },
    SC2162: {
      means: "`read` without `-r` takes backslashes for escapes.",
      mend: "Write `read -r`, and `IFS= read -r` where blanks at the ends count.",
      avoid: "Don't change what is read from.",
      before: 'while read line; do echo "$line"; done',
      after: 'while IFS= read -r line; do echo "$line"; done',
    },
    SC2148: {
      means: "The script does not say which shell it is for.",
      mend: "Put the right `#!` in the first line: bash if it uses arrays, `[[` or `local -a`, else sh.",
      avoid: "Don't pick sh for a script that needs bash.",
      before: 'echo "${names[0]}"',
      after: '#!/usr/bin/env bash\necho "${names[0]}"',
    },
    SC2068: {
      means: "`$@` without quotes splits arguments that have blanks in them.",
      mend: 'Write `"$@"`.',
      avoid: 'Don\'t write `"$*"`, which makes one argument of all.',
      before: "run $@",
      after: 'run "$@"',
    },
  },
  same: { SC2206: "SC2086", SC2207: "SC2046", SC2154: "SC2034" },
};
