import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { runInteractive } from "./interactive.ts";

const env = { PATH: process.env["PATH"] };

it("a program runs where it is told to, with nothing but the environment it is given", async () => {
  const cwd = tempFolder();
  const end = await runInteractive({
    argv: ["sh", "-c", 'echo "$WORD $TUTTI_TEST_UNSEEN" > said; exit 3'],
    cwd,
    env: { ...env, WORD: "word" },
  });
  expect([end, readFileSync(join(cwd, "said"), "utf8")]).toEqual([{ kind: "exited", code: 3 }, "word \n"]);
});

it("a program that can't be started is a value, and says which", async () => {
  const end = await runInteractive({ argv: ["no-such-program"], cwd: tempFolder(), env });
  expect(end).toEqual({ kind: "not-started", reason: expect.stringContaining("no-such-program") as string });
});

it("Ctrl-C is for the program in front; a word to end is handed on to it, and its end is waited for", async () => {
  const cwd = tempFolder();
  const before = process.listenerCount("SIGTERM");
  const running = runInteractive({
    argv: ["sh", "-c", 'trap "echo bye > bye; exit 0" TERM; touch ready; while :; do sleep 0.05; done'],
    cwd,
    env,
  });
  await vi.waitFor(() => expect(existsSync(join(cwd, "ready"))).toBe(true), 300_000);
  const [own] = process.listeners("SIGTERM").slice(before);
  expect(process.listenerCount("SIGINT")).toBeGreaterThan(0);
  own?.("SIGTERM");
  expect([await running, existsSync(join(cwd, "bye")), process.listenerCount("SIGTERM")]).toEqual([
    { kind: "exited", code: 0 },
    true,
    before,
  ]);
});
