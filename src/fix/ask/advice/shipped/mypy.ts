import type { ToolAdvice } from "../advice.ts";

export const mypy: ToolAdvice = {
  language: "python",
  general:
    "A type error says that two places disagree: find out by the callers which of them is right. Narrow with `is None` and `isinstance` instead of `cast`, and prefer the real type to `Any`. Write types as the rest of the project writes them, for the oldest Python that it supports.",
  codes: {
    "arg-type": {
      means: "An argument does not fit the parameter's annotation.",
      mend: "Convert or narrow it before the call, often because it may be None. If the function copes with such values, widen its annotation.",
      avoid: "Don't `cast`, and don't annotate as `Any`.",
      before: "open_file(settings.get('path'))",
      after: "path = settings.get('path')\nif path is None:\n    raise SettingError('path')\nopen_file(path)",
    },
    "return-value": {
      means: "A function returns something else than it says.",
      mend: "If callers handle what is returned, the annotation is wrong: mend it, and look at the callers. Else mend the branch that returns the wrong thing.",
      avoid: "Don't widen the annotation to a union that no caller handles.",
      before: "def find(name: str) -> User:\n    return users.get(name)",
      after: "def find(name: str) -> User | None:\n    return users.get(name)",
    },
    assignment: {
      means: "A variable gets a value of another type than it was declared or first assigned with.",
      mend: "Use a second variable for the second kind of value, or annotate the first with what it may really be.",
      avoid: "Don't annotate as `Any`.",
      before: "count = 0\ncount = total / size",
      after: "count: float = 0\ncount = total / size",
    },
    "union-attr": {
      means: "An attribute is read of a value that may be of a type without it, mostly None.",
      mend: "Check first and say what happens otherwise. Keep the value in a local variable: what was checked of an attribute or call is not known the next time.",
      avoid: "Don't `assert value` where None really happens in use.",
      before: "match = pattern.match(line)\nreturn match.group(1)",
      after: "match = pattern.match(line)\nif match is None:\n    raise ValueError(line)\nreturn match.group(1)",
    },
    "attr-defined": {
      means: "The type or module has no such attribute, as far as is declared.",
      mend: "Look for a misspelt name or a wrong import. If the attribute is set somewhere else, declare it in the class body.",
      avoid: "Don't use `getattr` or `setattr` with a constant name.",
      before: "class Job:\n    def start(self) -> None:\n        self.began = now()\n\njob.begun",
      after: "class Job:\n    def start(self) -> None:\n        self.began = now()\n\njob.began",
    },
    "no-untyped-def": {
      means: "A function has no annotations, or some are missing.",
      mend: "Annotate parameters and result by what callers pass and use; `-> None` where nothing is returned.",
      avoid: "Don't write `Any` for what can be known.",
      before: "def total(items, rate=0.2):\n    return sum(items) * (1 + rate)",
      after: "def total(items: Iterable[float], rate: float = 0.2) -> float:\n    return sum(items) * (1 + rate)",
    },
    "var-annotated": {
      means: "The type of an empty container can't be inferred.",
      mend: "Annotate it with what is put in.",
      avoid: "Don't write `list[Any]`.",
      before: "seen = {}",
      after: "seen: dict[str, int] = {}",
    },
    operator: {
      means:
        "An operator is used with values whose types don't support it together, often because one of them may be None.",
      mend: "Narrow the value first (`if x is None: …`), or convert it to the type that the operator needs. If a class of the project should support the operator, give it the method for it.",
      avoid: "Don't `cast`, and don't silence a None that really happens.",
      before: "def later(start: int | None, by: int) -> int:\n    return start + by",
      after:
        "def later(start: int | None, by: int) -> int:\n    if start is None:\n        raise ValueError('no start')\n    return start + by",
    },
    "type-arg": {
      means: "An annotation names a generic type without its type parameters, such as `list` or `dict`.",
      mend: "Add the parameters by what the value really holds: look at what is put in and what is read out.",
      avoid: "Don't fill in `Any` where the type can be known.",
      before: "def names(users: list) -> dict:\n    return {user.id: user.name for user in users}",
      after: "def names(users: list[User]) -> dict[int, str]:\n    return {user.id: user.name for user in users}",
    },
    "import-untyped": {
      means: "A package that is imported has no types.",
      mend: "If the project has stubs of its own, add what is used there. Otherwise this needs a package of stubs or a setting, which are for a person to decide: say so and leave it.",
      avoid: "Don't add an ignore comment, and don't change the configuration.",
      before: "import oldlib\n\nvalue = oldlib.read()",
      after: "# stubs/oldlib.pyi, where the project keeps such files\ndef read() -> str: ...",
    },
    override: {
      means: "A method does not fit the one that it overrides.",
      mend: "Take the parameters of the base class, also their names, and return what it promises or something narrower.",
      avoid: "Don't change the base class when others derive from it.",
      before: "class Child(Base):\n    def run(self, job: str) -> None: ...",
      after: "class Child(Base):\n    def run(self, job: str, *, force: bool = False) -> None: ...",
    },
    "call-arg": {
      means: "A call has arguments that the function does not take, or lacks some.",
      mend: "Compare with the definition and other calls, and mend the call.",
      avoid: "Don't add `**kwargs` to the function.",
      before: "connect(host, time_out=3)",
      after: "connect(host, timeout=3)",
    },
  },
  same: { index: "union-attr", "no-untyped-call": "no-untyped-def", "import-not-found": "import-untyped" },
};

export const pyright: ToolAdvice = {
  language: "python",
  general: mypy.general,
  codes: {},
  same: {
    reportOptionalMemberAccess: "mypy:union-attr",
    reportOptionalSubscript: "mypy:union-attr",
    reportArgumentType: "mypy:arg-type",
    reportReturnType: "mypy:return-value",
    reportAssignmentType: "mypy:assignment",
    reportAttributeAccessIssue: "mypy:attr-defined",
    reportCallIssue: "mypy:call-arg",
    reportIncompatibleMethodOverride: "mypy:override",
    reportUndefinedVariable: "ruff:F821",
    reportUnusedImport: "ruff:F401",
    reportUnusedVariable: "ruff:F841",
  },
};
