import { expect, test } from "vitest";
import { run } from "../../../test/kit/processes.ts";
import { converse } from "./converse.ts";
import { markOf } from "../tree/marker.ts";

const program = (...argv: [string, ...string[]]) => ({
  argv,
  cwd: "/",
  env: { PATH: process.env["PATH"] ?? "" },
  role: "git" as const,
});

/** Collects the output of a program and waits until it has a given length. */
function listen(): { heard: (chunk: Buffer) => void; until: (length: number) => Promise<string> } {
  let text = "";
  let look = (): void => {};
  return {
    heard: (chunk) => {
      text += chunk.toString("latin1");
      look();
    },
    until: (length) =>
      new Promise((resolve) => {
        look = () => {
          if (text.length >= length) resolve(text);
        };
        look();
      }),
  };
}

test("a program hears what is said before and after it runs, and is answered one line after the other", async () => {
  const { heard, until } = listen();
  const conversation = converse(
    run,
    program("sh", "-c", 'while read -r line; do echo "<$line>"; done; echo over'),
    heard,
  );
  conversation.say("one\n");
  conversation.say("two\n");
  expect(await until(12)).toBe("<one>\n<two>\n");
  conversation.awaits(false);
  conversation.awaits(true);
  conversation.say("\xe9\n");
  expect(await until(16)).toBe("<one>\n<two>\n<\xe9>\n");
  await conversation.end();
  expect(await until(21)).toBe("<one>\n<two>\n<\xe9>\nover\n");
  expect((await conversation.over).how).toEqual({ kind: "exited", code: 0 });
});

test("one that ends by itself, or can't be started, is over, with what it complained about", async () => {
  const failed = converse(run, program("sh", "-c", "echo why >&2; exit 3"), () => {});
  const end = await failed.over;
  expect([end.how, end.stderr.toString()]).toEqual([{ kind: "exited", code: 3 }, "why\n"]);
  failed.say("too late\n");
  await failed.end();
  const missing = converse(run, program("/nowhere/program"), () => {});
  missing.say("hello\n");
  expect((await missing.over).how.kind).toBe("not-started");
  await missing.end();
});

test("it carries the mark of its owner and its role, so that it is known and let finish", async () => {
  const { heard, until } = listen();
  const conversation = converse(run, program("sh", "-c", "env | sort; echo end"), heard);
  await conversation.over;
  expect(markOf((await until(1)).split("\n"))).toMatchObject({ role: "git", epoch: 1 });
});
