import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { LogPiece } from "../../api/contract/sheet.ts";
import type { JobId } from "../../base/ids.ts";
import { bytesPrinter, readablePrinter, textPrinter } from "./log-printer.ts";

const rude = "\u001b[31mred\u001b[0m\t\u001b]0;title\u0007\u009b2J\u202e\r";
const same = (text: string): string => text;
const plain = { dim: same, bold: same, red: same, yellow: same, green: same };

function piece(text: string, more: Partial<LogPiece> = {}): LogPiece {
  const file = { job: "j" as JobId, sheet: "a", attempt: 1, stream: "stdout", path: "/x" };
  return { ...file, offset: 0, size: 1, next: 1, isOver: false, form: { format: "text" }, times: [], text, ...more };
}

function sink(isTTY: boolean): { readonly stream: PassThrough & { isTTY?: boolean }; readonly said: () => string } {
  const stream: PassThrough & { isTTY?: boolean } = new PassThrough();
  stream.isTTY = isTTY;
  const parts: Buffer[] = [];
  stream.on("data", (data: Buffer) => parts.push(data));
  return { stream, said: () => Buffer.concat(parts).toString("latin1") };
}

describe("the output of an agent", () => {
  it("comes to a terminal in whole lines that can't speak to it, however it was cut", async () => {
    const { stream, said } = sink(true);
    const printer = textPrinter(stream);
    await printer.print(piece("a\u001b[3"));
    await printer.print(piece(`1mb\n${rude}\nc`));
    await printer.flush();
    expect(said()).toBe("ab\nred    \\u001b]0;title\\u0007\\u009b2J\\u202e\nc\n");
  });

  it("goes to a file as it is", async () => {
    const { stream, said } = sink(false);
    const printer = textPrinter(stream);
    await printer.print(piece(rude));
    await printer.flush();
    expect(Buffer.from(said(), "latin1").toString("utf8")).toBe(rude);
  });

  it("goes to a file byte for byte where that is asked for", async () => {
    const { stream, said } = sink(false);
    const bytes = Buffer.from([0, 255, 254, 10, 13, 27]);
    await bytesPrinter(stream).print(piece("", { base64: bytes.toString("base64") }));
    expect(said()).toBe(bytes.toString("latin1"));
  });

  it("is shown as text and calls where it has events, and the next attempt begins anew", async () => {
    const { stream, said } = sink(false);
    const printer = readablePrinter(stream, plain, false);
    const form = { format: "tutti" };
    await printer.print(piece('{"type":"did","tool":"write","detail":"a.ts"}\n{"type":"sa', { form }));
    await printer.print(piece('id","text":"half', { form, offset: 58 }));
    await printer.flush();
    await printer.print(piece('{"type":"said","text":"again"}\n', { form }));
    await printer.flush();
    expect(said().split("\n")).toEqual([
      "          > write a.ts",
      '          {"type":"said","text":"half',
      "          again",
      "",
    ]);
  });

  it("waits for a reader that is slower", async () => {
    const stream: PassThrough & { isTTY?: boolean } = new PassThrough({ highWaterMark: 4 });
    let isThrough = false;
    const printing = textPrinter(stream)
      .print(piece("longer than four"))
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
    const printer = textPrinter(stream);
    const printing = printer.print(piece("longer than four"));
    expect(printer.isOver()).toBe(false);
    stream.destroy(new Error("EPIPE"));
    await printing;
    await printer.print(piece("more"));
    expect(printer.isOver()).toBe(true);
  });
});
