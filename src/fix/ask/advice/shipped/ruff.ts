import type { ToolAdvice } from "../advice.ts";

export const ruff: ToolAdvice = {
  language: "python",
  general:
    "Keep to the style of the file: quotes, line length, the way imports are ordered. Imports with an effect and names that other modules import from here are part of the behaviour: look for users before something is removed.",
  codes: {
    F401: {
      means: "An import is not used in this module.",
      mend: "Remove it. In an `__init__.py`, or where others import the name from here, it is an export: list it in `__all__` or write `from x import y as y`.",
      avoid: "Don't remove an import that is there for its effect, such as one that registers models or plugins.",
      before: "import os\nimport sys\n\nprint(sys.argv)",
      after: "import sys\n\nprint(sys.argv)",
    },
    F841: {
      means: "A local variable is assigned and never read.",
      mend: "Remove the variable, and keep the call on the right if it has an effect. In `except E as error`, drop `as error`.",
      avoid: "Don't rename it to `_` without a look: a missing use is often the bug.",
      before: "result = save(order)\nreturn True",
      after: "save(order)\nreturn True",
    },
    F811: {
      means: "A name is defined a second time before the first was used.",
      mend: "Find out which of the two is meant. Remove the dead one, or rename one when both are needed, as with two tests of one name of which the first never runs.",
      avoid: "Don't delete a test: rename it.",
      before: "def test_empty(): ...\n\ndef test_empty(): ...",
      after: "def test_empty_list(): ...\n\ndef test_empty_text(): ...",
    },
    F821: {
      means: "A name is used that is not defined.",
      mend: "Import it or spell it right. If only an annotation needs it, import it under `if TYPE_CHECKING:`.",
      avoid: "Don't define an empty stand-in.",
      before: "def load(path: Path) -> str: ...",
      after: "from pathlib import Path\n\ndef load(path: Path) -> str: ...",
    },
    E501: {
      means: "A line is longer than the project allows.",
      mend: "Break it inside of brackets, name a part of the expression, or split a long text into adjacent pieces.",
      avoid: "Don't use a backslash where brackets do, and don't change what a text says.",
      before: 'raise ValueError(f"the file {path} could not be read because {reason}, and nothing was changed")',
      after:
        'raise ValueError(\n    f"the file {path} could not be read because {reason}, "\n    "and nothing was changed"\n)',
    },
    E711: {
      means: "A comparison with None uses `==`.",
      mend: "Write `is None` or `is not None`.",
      avoid:
        "In queries of SQLAlchemy, pandas and the like `== None` builds an expression: use their own form, as `.is_(None)`.",
      before: "if value == None:",
      after: "if value is None:",
    },
    E712: {
      means: "A comparison with True or False uses `==`.",
      mend: "Use the value itself, or `not value`. Where only the object True counts, write `is True`.",
      avoid: "In query builders the comparison builds an expression: use their own form there.",
      before: "if ready == True:",
      after: "if ready:",
    },
    E722: {
      means: "`except:` also catches KeyboardInterrupt and SystemExit.",
      mend: "Name the exceptions that can happen here. Where everything has to be caught, write `except Exception:` and let it be seen.",
      avoid: "Don't write `except BaseException: pass`.",
      before: "try:\n    value = int(text)\nexcept:\n    value = 0",
      after: "try:\n    value = int(text)\nexcept ValueError:\n    value = 0",
    },
    E402: {
      means: "An import stands below other code.",
      mend: "Move it to the top, if nothing above has to happen first.",
      avoid:
        "Don't move it over code that it needs, such as a change of sys.path: then arrange the module so that this is not needed, or say that it can't be mended.",
      before: "VERSION = 1\nimport os",
      after: "import os\n\nVERSION = 1",
    },
    B006: {
      means: "A default argument is a list, dict or set: all calls share the one that was made first.",
      mend: "Take `None` as the default and make a new one inside.",
      avoid: "Don't copy it inside instead when callers may pass their own to be filled.",
      before: "def add(item, items=[]):\n    items.append(item)",
      after: "def add(item, items=None):\n    if items is None:\n        items = []\n    items.append(item)",
    },
    B904: {
      means: "An exception is raised inside of `except` without saying what it comes from.",
      mend: "Name the caught one and add `from error`. Where it would only confuse, `from None`.",
      avoid: "Don't use `from None` to lose a cause that somebody needs.",
      before: "except KeyError:\n    raise SettingError(name)",
      after: "except KeyError as error:\n    raise SettingError(name) from error",
    },
    C901: {
      means: "A function has more branches than the project allows.",
      mend: "Take out a part that has a name of its own: a check at the start, the body of a loop, one case of many. Return early instead of nesting.",
      avoid: "Don't split by line count, and don't hide branches in one-line expressions.",
      before: "def run(x):\n    if x.a:\n        if x.b:\n            ...",
      after: "def run(x):\n    if not (x.a and x.b):\n        return\n    run_both(x)",
    },
    W605: {
      means: "A text has a backslash that starts no escape.",
      mend: "Make it a raw text (`r'…'`) if no escape in it is meant, else double the backslash.",
      avoid: "Don't make a text raw that has real escapes such as `\\n` in it.",
      before: "pattern = '\\d+'",
      after: "pattern = r'\\d+'",
    },
    PLR2004: {
      means: "A comparison uses a number whose meaning is not told.",
      mend: "Give it a name that says what it is, beside other constants of the module.",
      avoid: "Don't call it after its value (`FIVE = 5`).",
      before: "if len(name) > 64:",
      after: "MAX_NAME_LENGTH = 64\n\nif len(name) > MAX_NAME_LENGTH:",
    },
  },
  same: {
    S101: "bandit:B101",
    S105: "bandit:B105",
    S106: "bandit:B105",
    S113: "bandit:B113",
    S324: "bandit:B324",
    S602: "bandit:B602",
    S608: "bandit:B608",
    BLE001: "pylint:broad-exception-caught",
    ANN001: "mypy:no-untyped-def",
    ANN201: "mypy:no-untyped-def",
    PLR0912: "C901",
    PLR0913: "pylint:too-many-arguments",
  },
};

/** Its codes are where most of ruff's come from. */
export const flake8: ToolAdvice = {
  ...ruff,
  codes: {
    E302: {
      means: "There are fewer than two blank lines before a function or class at the top of a module.",
      mend: "Put two blank lines there; one between methods.",
      avoid: "Don't reformat the rest of the file.",
      before: "import os\ndef run(): ...",
      after: "import os\n\n\ndef run(): ...",
    },
    W291: {
      means: "There are blanks at the end of a line.",
      mend: "Remove them.",
      avoid: "Inside of a text of several lines they may be part of its value: then look at who reads it.",
      before: "x = 1   ",
      after: "x = 1",
    },
    W503: {
      means: "A line breaks before an operator, and this project wants it after.",
      mend: "Move the operator to the end of the line above.",
      avoid: "If the project has W504 on as well, both can't hold: name the parts of the expression instead.",
      before: "total = (first\n         + second)",
      after: "total = (first +\n         second)",
    },
  },
  same: {
    ...Object.fromEntries(
      ["F401", "F841", "F811", "F821", "E501", "E711", "E712", "E722", "E402", "B006", "B904", "C901", "W605"].map(
        (code) => [code, `ruff:${code}`],
      ),
    ),
    E305: "E302",
    E301: "E302",
    E303: "E302",
    W293: "W291",
    W504: "W503",
  },
};
