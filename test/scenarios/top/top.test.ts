import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program } from "../../kit/built.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { scoreIn } from "../../kit/live.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";
import { hasTmux, openTmux, type Tmux } from "../../kit/tmux.ts";

const command = `${process.execPath} --no-warnings ${program} top`;

interface Scene {
  readonly go: () => void;
  readonly terminal: Tmux;
  /** Where $EDITOR puts what it is given. */
  readonly copies: string;
}

/** A job with a sheet that waits for `go`, and one that fails. */
async function scene(size: { columns: number; rows: number }): Promise<Scene> {
  const copies = tempFolder();
  const kit = makeConductorKit({ more: { EDITOR: `cp -t ${copies}`, SHELL: "/bin/sh" } });
  const gate = join(tempFolder(), "go");
  const repository = makeRepository().path;
  kit.cli("start");
  const tutti = await kit.client();
  const sheets = [
    { id: "slow", prompt: `print I am at work\nwait-for ${gate}\nprint at last\ncreate slow.txt done` },
    { id: "broken", prompt: "fail 1" },
  ];
  const score = { name: "story", agent: "scripted", parallel: 2, retry: { attempts: 1 }, sheets };
  await tutti.call("job.submit", { score: scoreIn(repository, JSON.stringify(score)), folder: repository });
  await tutti.close();
  return { copies, go: () => writeFileSync(gate, ""), terminal: openTmux(size, kit.env) };
}

describe.skipIf(!hasTmux)("tutti top in a terminal", () => {
  it("of 80 columns shows and steers what runs, and leaves the terminal as it was", async () => {
    const { go, terminal } = await scene({ columns: 80, rows: 24 });
    const modes = async (word: string): Promise<string> => {
      terminal.press(`clear; echo ${word}; stty -g | cksum`, "Enter");
      return (await terminal.sees(new RegExp(`^${word}\\n\\d+ \\d+\\n`, "m"))).split("\n")[1] ?? "";
    };
    const before = await modes("before");
    terminal.press(command, "Enter");
    const screen = await terminal.sees(
      /^ tutti {2}1 of \d+ running[^]*>slow .*running.*\n[^]*broken .*failed[^]*I am at work/,
    );
    expect(screen.split("\n").filter((line) => line.length > 80)).toEqual([]);
    terminal.press("?");
    await terminal.sees(/s open a shell in its context/);
    terminal.press("q");
    await terminal.sees(/\[l log\]/);
    // The picture comes back after the shell had the terminal, and after another size.
    terminal.press("C-z");
    await terminal.sees(/before\n[^]*(?:Stopped|suspended)/i);
    terminal.press("fg", "Enter");
    await terminal.sees(/\[l log\]/);
    terminal.resize(100, 30);
    await terminal.sees(/^ tutti[^\n]*\n>story/);
    terminal.press("p");
    await terminal.sees(/>story\S* +pausing/);
    go();
    await terminal.sees(/slow .*landed[^]*at last/);
    terminal.press("q");
    await terminal.sees(/before\n/);
    expect(await modes("after")).toBe(before);
  });

  itLong(
    "of 200 columns without colours opens logs and contexts, and gives the terminal back when it is ended",
    async () => {
      const { go, terminal, copies } = await scene({ columns: 200, rows: 60 });
      const note = join(copies, "pid");
      terminal.press(`sh -c 'echo $$ >${note}; NO_COLOR=1 exec ${command}'`, "Enter");
      await terminal.sees(/>slow .*running[^]*I am at work/);
      terminal.press("m");
      await terminal.sees(/\[m machine\][^]*load [\d.]+ on \d+ core/);
      terminal.press("x", "n", "e");
      expect(await until(() => readIf(join(copies, "stdout.log")))).toBe("I am at work\n");
      terminal.press("j", "s");
      await terminal.sees(/what is there when you leave is captured/);
      terminal.press("echo x >by-hand.txt; exit", "Enter");
      await terminal.sees(/^captured 1 file as snapshot/m);
      terminal.press("d");
      await terminal.sees(/\[d diff\][^]*\+x/);
      terminal.press("t");
      await terminal.sees(/>broken .*#2/);
      go();
      await terminal.sees(/slow .*landed/);
      process.kill(Number(readFileSync(note, "utf8")), "SIGTERM");
      terminal.press("clear; echo left; stty -a | grep -c ' icanon'", "Enter");
      await terminal.sees(/^left\n1\n/);
    },
  );
});

/** Once there is something in it: it may be looked at while it is written. */
function readIf(path: string): string | undefined {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text === "" ? undefined : text;
}
