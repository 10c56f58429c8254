import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { makePrinter, tame } from "./logs.ts";

const rude = "\u001b[31mred\u001b[0m\t\u001b]0;title\u0007\u009b2J\u202e\r";

function sink(isTTY: boolean): { readonly stream: PassThrough & { isTTY?: boolean }; readonly said: () => string } {
  const stream: PassThrough & { isTTY?: boolean } = new PassThrough();
  stream.isTTY = isTTY;
  const parts: string[] = [];
  stream.on("data", (data: Buffer) => parts.push(data.toString()));
  return { stream, said: () => parts.join("") };
}

describe("what an agent printed", () => {
  it("can't speak to a terminal: colours go, tabs stay, the rest is written out", () => {
    expect(tame(rude)).toBe("red\t\\u001b]0;title\\u0007\\u009b2J\\u202e");
  });

  it("comes to a terminal in whole lines, however it was cut", async () => {
    const { stream, said } = sink(true);
    const printer = makePrinter(stream);
    await printer.print("a\u001b[3");
    await printer.print("1mb\nc");
    await printer.flush();
    expect(said()).toBe("ab\nc\n");
  });

  it("goes to a file as it is", async () => {
    const { stream, said } = sink(false);
    const printer = makePrinter(stream);
    await printer.print(rude);
    await printer.flush();
    expect(said()).toBe(rude);
  });

  it("waits for a reader that is slower", async () => {
    const stream: PassThrough & { isTTY?: boolean } = new PassThrough({ highWaterMark: 4 });
    let isThrough = false;
    const printing = makePrinter(stream)
      .print("longer than four")
      .then(() => {
        isThrough = true;
      });
    await Promise.resolve();
    expect(isThrough).toBe(false);
    stream.resume();
    await printing;
    expect(isThrough).toBe(true);
  });

  it("is not waited for when its reader is gone", async () => {
    const stream: PassThrough & { isTTY?: boolean } = new PassThrough({ highWaterMark: 4 });
    stream.on("error", () => undefined);
    const printer = makePrinter(stream);
    const printing = printer.print("longer than four");
    expect(printer.isOver()).toBe(false);
    stream.destroy(new Error("EPIPE"));
    await printing;
    await printer.print("more");
    expect(printer.isOver()).toBe(true);
  });
});
