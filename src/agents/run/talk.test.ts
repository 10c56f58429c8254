import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { talkTo } from "./talk.ts";

function opened(form: "claude" | "bridge") {
  const timers: (() => void)[] = [];
  const talk = talkTo(form, "the task", {
    after: (_ms, call) => {
      timers.push(call);
      return () => void timers.splice(timers.indexOf(call), 1);
    },
  });
  const input = new PassThrough();
  if (typeof talk.stdin === "object" && "onOpen" in talk.stdin) talk.stdin.onOpen({ input, awaits: () => undefined });
  const lines = (): Record<string, unknown>[] =>
    String(input.read() ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { talk, input, timers, lines };
}

const ended = { kind: "ended", isGood: true, text: null } as const;

test("the input of an agent is closed when it is done and has read all words", () => {
  const { talk, input, lines } = opened("claude");
  expect(lines()).toMatchObject([{ type: "user", message: { content: [{ text: "the task" }] } }]);
  expect(talk.say("more")).toBe(true);
  const [message] = lines();
  talk.hear(ended);
  expect([input.writableEnded, talk.unheard()]).toEqual([false, ["more"]]);
  talk.hear({ kind: "heard", id: String(message?.["uuid"]), text: "more" });
  talk.hear(ended);
  expect([input.writableEnded, talk.unheard(), talk.say("late")]).toEqual([true, [], false]);
});

test("words that are never confirmed do not keep an agent that is done, and stay unheard", () => {
  const { talk, input, timers } = opened("claude");
  talk.say("more");
  talk.hear(ended);
  expect(timers).toHaveLength(1);
  timers[0]?.();
  expect([input.writableEnded, talk.unheard()]).toEqual([true, ["more"]]);
});

test("a note that an agent ended without reading is not kept", () => {
  const { talk, input } = opened("claude");
  expect(talk.say("by the way", "note")).toBe(true);
  talk.hear(ended);
  expect([input.writableEnded, talk.unheard()]).toEqual([true, []]);
});

test("a bridge is not given the prompt, and its input stays open until its run is over", () => {
  const { talk, input, lines } = opened("bridge");
  talk.say("more");
  talk.hear(ended);
  expect([lines(), input.writableEnded]).toMatchObject([[{ text: "more" }], false]);
  talk.stop();
  expect(input.writableEnded).toBe(true);
});
