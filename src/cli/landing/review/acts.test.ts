import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { personHere } from "./acts.ts";

it("lines typed before the input ended are heard, then nothing; every question is shown", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const person = personHere({ input, output });
  input.end("v\na\n");
  expect(await person.ask("first? ")).toBe("v");
  if (!input.closed) await once(input, "close");
  expect(await person.ask("second? ")).toBe("a");
  expect(await person.ask("third? ")).toBeNull();
  person.leave();
  expect(String(output.read())).toBe("first? second? third? ");
});
