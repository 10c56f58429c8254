import type { ToolAdvice } from "../advice.ts";

export const bandit: ToolAdvice = {
  language: "python",
  general:
    "Ask who controls the value that is named. If anybody outside can, close the hole in the code; if it is a constant or a test, this may be a false alarm: say so and leave it. Never weaken a check to be rid of the message.",
  codes: {
    B101: {
      means: "`assert` is gone when Python runs with -O.",
      mend: "Where it guards something at run time, raise an exception that says what is wrong. In tests it is meant so: leave it and say so.",
      avoid: "Don't remove the check.",
      before: "assert amount > 0",
      after: 'if amount <= 0:\n    raise ValueError("the amount has to be positive")',
    },
    B105: {
      means: "A text in the code looks like a password.",
      mend: "Read it from the environment or the project's settings, and fail clearly when it is not there. If it is only a name or a label, it is a false alarm: say so.",
      avoid: "Don't split or encode the text, and don't keep it as a default.",
      before: 'password = "hunter2"',
      after: 'password = os.environ["SERVICE_PASSWORD"]',
    },
    B113: {
      means: "A request without a limit in time may wait for ever.",
      mend: "Pass `timeout=`, with the value that the project uses elsewhere.",
      avoid: "Don't pass `timeout=None`.",
      before: "requests.get(url)",
      after: "requests.get(url, timeout=10)",
    },
    B324: {
      means: "MD5 or SHA-1 is used where it may protect something.",
      mend: "For anything that protects, take SHA-256 or a function for passwords. For a mere fingerprint, say so with `usedforsecurity=False`: what is stored by the old value stays valid.",
      avoid: "Don't change a hash by which stored data is found.",
      before: "hashlib.md5(data).hexdigest()",
      after: "hashlib.md5(data, usedforsecurity=False).hexdigest()",
    },
    B506: {
      means: "`yaml.load` can make any object, and so run code.",
      mend: "Use `yaml.safe_load`.",
      avoid: "Don't pass another unsafe loader.",
      before: "yaml.load(text)",
      after: "yaml.safe_load(text)",
    },
    B602: {
      means: "A command goes through a shell: whoever controls a part of its text can run what they like.",
      mend: "Pass a list of arguments, without `shell=True`. Do pipes and redirections in Python.",
      avoid: "Don't quote by hand.",
      before: 'subprocess.run(f"tar xf {name}", shell=True)',
      after: 'subprocess.run(["tar", "xf", name], check=True)',
    },
    B608: {
      means: "A query is put together from text: a value in it may become part of the statement.",
      mend: "Pass values as parameters of the driver. Names of tables can't be parameters: choose them from a fixed list.",
      avoid: "Don't escape by hand.",
      before: "cursor.execute(f\"select * from users where name = '{name}'\")",
      after: 'cursor.execute("select * from users where name = %s", (name,))',
    },
    B110: {
      means: "An exception is caught and dropped.",
      mend: "Name the exception that is expected here and say why nothing has to be done, or log it, or let it through.",
      avoid: "Don't replace `pass` with something else that does nothing.",
      before: "try:\n    os.remove(path)\nexcept Exception:\n    pass",
      after: "try:\n    os.remove(path)\nexcept FileNotFoundError:\n    pass  # somebody else has removed it",
    },
    B603: {
      means: "A program is started with arguments that may come from outside.",
      mend: "Make sure that the program is a fixed one, that arguments are a list, and that a value can't be taken for an option (put `--` before it). Where all of that holds, it is a false alarm: say so.",
      avoid: "Don't go through a shell.",
      before: "subprocess.run([tool, name])",
      after: 'subprocess.run(["/usr/bin/tar", "xf", "--", name], check=True)',
    },
  },
  same: { B106: "B105", B107: "B105", B303: "B324", B604: "B602", B605: "B602", B112: "B110" },
};
