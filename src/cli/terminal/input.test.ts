import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, it, vi } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { readInput, readPiped } from "./input.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function stubStdin(stream: object): void {
  vi.spyOn(process, "stdin", "get").mockReturnValue(stream as typeof process.stdin);
}

const piped = (...chunks: readonly (string | Buffer)[]): Readable =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

it("piped input is read to its end, also where a character is split between two pieces", async () => {
  const bytes = Buffer.from("fix ü\n");
  stubStdin(piped(bytes.subarray(0, 5), bytes.subarray(5)));
  expect(await readPiped()).toBe("fix ü\n");
});

it("a person at a terminal is not waited for", async () => {
  stubStdin({ isTTY: true });
  expect([await readPiped(), await readInput("-")]).toEqual([undefined, ""]);
});

it("input far too long for a message is refused before it is read", async () => {
  stubStdin(piped(Buffer.alloc(4 * 1024 * 1024), "x"));
  await expect(readPiped()).rejects.toMatchObject({ code: "cli.usage" });
});

it("a file is read by its name; one that is not there is named", async () => {
  const file = join(tempFolder(), "prompt.txt");
  writeFileSync(file, "do it\n");
  expect(await readInput(file)).toBe("do it\n");
  await expect(readInput(`${file}.no`)).rejects.toMatchObject({
    code: "cli.usage",
    message: expect.stringContaining("prompt.txt.no") as string,
  });
});
