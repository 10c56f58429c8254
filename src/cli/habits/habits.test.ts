import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { listening } from "../../../test/kit/listening.ts";
import { declareCommands, makeProgram } from "../tree/tree.ts";
import { withHabits } from "./page.ts";
import { habits } from "./table.ts";
import { lineOf, translate } from "./translate.ts";

/** Whether Tutti's own commands take these words. */
async function isTaken(words: readonly string[]): Promise<boolean> {
  const program = makeProgram(listening().terminal, true);
  await declareCommands(
    program,
    () => () => Promise.resolve(),
    () => true,
  );
  return program.parseAsync(["node", "tutti", ...words]).then(
    () => true,
    () => false,
  );
}

it.each(habits.map((habit) => [habit.of, habit.typed, habit] as const))(
  "%s: %s works or is answered",
  async (_, typed, habit) => {
    const words = typed.split(" ");
    const meant = translate(words);
    if (habit.answer === undefined) {
      expect(meant?.kind).toBe("words");
      expect(await isTaken(words)).toBe(false);
      expect(await isTaken(meant?.kind === "words" ? meant.words : []), JSON.stringify(meant)).toBe(true);
    } else {
      const { code, err } = await tutti(...words);
      expect([code, err]).toEqual([2, expect.stringContaining("cli.usage")]);
      expect(err).toContain(habit.answer.split("$").at(-1));
    }
  },
);

it.each([
  ["status nightly -w ./out --watch", "tutti status nightly --watch"],
  ["status nightly --workspace=./out -j", "tutti status nightly --json"],
  ["modify --config new.yaml nightly --resume --workspace ./out", "tutti modify nightly --resume new.yaml"],
  ["recover nightly --sheet 3 --dry-run", "tutti recover nightly --dry-run 3"],
  ["fix --files a.py,b.py --git-diff main", "tutti fix --since main a.py b.py"],
  ["resume nightly -c new.yaml -w ./out", "tutti resume nightly --reload --score new.yaml"],
])("%s is understood as %s", (typed, line) => {
  const meant = translate(typed.split(" "));
  expect(meant?.kind === "words" ? lineOf(meant.words) : meant).toBe(line);
});

it.each(["status nightly --watch", "frobnicate", "", "--help"])("%j is nothing of another program's", (typed) => {
  expect(translate(typed.split(" ").filter((word) => word !== ""))).toBeUndefined();
});

it("a line that works says how it was understood; an unknown one is refused as before", async () => {
  const listed = await tutti("list", "-s", "nowhere");
  expect([listed.code, listed.err.split("\n")[0]]).toEqual([2, "understood as: tutti list --status nowhere"]);
  expect((await tutti("frobnicate")).err).toContain("unknown command 'frobnicate'");
});

it("docs/moving.md has the table as it is", () => {
  const page = readFileSync(new URL("../../../docs/moving.md", import.meta.url), "utf8");
  expect(withHabits(page)).toBe(page);
});

it("two words of Mozart's that mean one option of Tutti's are said once", () => {
  const meant = translate("resume nightly --reload-config -c new.yaml".split(" "));
  expect(meant?.kind === "words" ? lineOf(meant.words) : "").toBe("tutti resume nightly --reload --score new.yaml");
});
