import { describe, expect, it } from "vitest";
import { makeMemory } from "./memory.ts";

/** Answers in order, and counts who asked for what. */
function counting(): { readonly asked: string[]; readonly ask: (key: string) => () => Promise<string> } {
  const asked: string[] = [];
  return {
    asked,
    ask: (key) => () => {
      asked.push(key);
      return Promise.resolve(`${key} ${String(asked.length)}`);
    },
  };
}

describe("the memory of tools' reports on bases", () => {
  it("is asked for once, also by those that ask at the same time", async () => {
    const memory = makeMemory(2);
    const { asked, ask } = counting();
    const answers = await Promise.all([memory.recall("a", ask("a")), memory.recall("a", ask("a"))]);
    expect([...answers, await memory.recall("a", ask("a"))]).toEqual(["a 1", "a 1", "a 1"]);
    expect(asked).toEqual(["a"]);
  });

  it("is forgotten when newer answers take its place; one that was asked for lately stays", async () => {
    const memory = makeMemory(2);
    const { asked, ask } = counting();
    for (const key of ["a", "b", "a", "c", "a", "b"]) await memory.recall(key, ask(key));
    expect(asked).toEqual(["a", "b", "c", "b"]);
  });

  it("is asked for again where it could not be had, and each that waited hears why", async () => {
    const memory = makeMemory(2);
    const fails = (): Promise<string> => Promise.reject(new TypeError("it broke"));
    const { ask } = counting();
    const both = await Promise.allSettled([memory.recall("a", fails), memory.recall("a", ask("a"))]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await memory.recall("a", ask("a"))).toBe("a 1");
  });

  it("keeps an answer that came while an older one of the same name, long forgotten, went wrong", async () => {
    const memory = makeMemory(1);
    const { asked, ask } = counting();
    const late = Promise.withResolvers<string>();
    const first = memory.recall("a", () => late.promise);
    await memory.recall("b", ask("b"));
    await memory.recall("a", ask("a"));
    late.reject(new TypeError("too late"));
    await expect(first).rejects.toThrow("too late");
    expect(await memory.recall("a", ask("a"))).toBe("a 2");
    expect(asked).toEqual(["b", "a"]);
  });
});
