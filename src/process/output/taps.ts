import type { Cleaner, OutputPlan } from "../process.ts";
import { type KeptFile, openKept } from "./kept-file.ts";

export interface Tap {
  take(chunk: Buffer): Promise<void>;
  finish(note: string): Promise<Taken>;
}

interface Taken {
  readonly kept: Buffer;
  readonly droppedBytes: number;
}

export interface Taps {
  readonly stdout: Tap;
  readonly stderr: Tap;
}

/** The end of stderr explains a failure, so keep it at hand. */
const tailBytes = 64 * 1024;

export async function openTaps(plan: OutputPlan): Promise<Taps> {
  if (plan.kind === "memory")
    return {
      stdout: cleaned(memoryTap(plan.capBytes), plan.cleaner),
      stderr: cleaned(memoryTap(plan.capBytes), plan.cleaner),
    };
  if (plan.kind === "heard") return { stdout: heardTap(plan.onChunk), stderr: memoryTap(plan.capBytes) };
  const { capBytes, cleaner } = plan;
  const lines = (stream: "stdout" | "stderr"): LineCutter | null =>
    plan.onLine === undefined ? null : makeLineCutter((line) => plan.onLine?.(stream, line));
  const first = await openKept(plan.stdoutPath, capBytes);
  const [stdout, together] = plan.stderrPath === undefined ? shared(first) : [first];
  try {
    const stderr = together ?? (await openKept(plan.stderrPath ?? "", capBytes));
    return {
      stdout: cleaned(fileTap(stdout, { lines: lines("stdout"), keepBytes: 0, onKept: plan.onKept }), cleaner),
      stderr: cleaned(fileTap(stderr, { lines: lines("stderr"), keepBytes: tailBytes }), cleaner),
    };
  } catch (error) {
    await stdout.close("");
    throw error;
  }
}

/** One file for two writers; the last that closes it ends it. */
function shared(file: KeptFile): readonly [KeptFile, KeptFile] {
  let last = Promise.resolve();
  let writers = 2;
  const words: string[] = [];
  const one = (): KeptFile => {
    let dropped = 0;
    return {
      append: (bytes) => {
        last = last.then(() => file.append(bytes));
        return last;
      },
      close: async (note) => {
        writers -= 1;
        if (!words.includes(note)) words.push(note);
        if (writers > 0) return;
        await last;
        await file.close(words.join(""));
        dropped = file.droppedBytes();
      },
      droppedBytes: () => dropped,
    };
  };
  return [one(), one()];
}

/** While a tap is busy the pipe fills and the program waits, so memory stays bounded. */
export async function drain(
  stream: AsyncIterable<unknown> | readonly Buffer[],
  take: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  try {
    for await (const chunk of stream) await take(chunk as Buffer);
  } catch {
    // The pipe was cut off on our side.
  }
}

/**
 * Nothing gets past the cleaner. If it or a reader of lines fails, the program is still drained, because it would hang;
 * then the error is thrown.
 */
function cleaned(tap: Tap, makeCleaner: (() => Cleaner) | undefined): Tap {
  const cleaner = makeCleaner?.() ?? { push: (chunk: Buffer) => chunk, end: () => Buffer.alloc(0) };
  let fault: { readonly error: unknown } | null = null;
  async function pass(give: () => Buffer): Promise<void> {
    if (fault !== null) return;
    try {
      await tap.take(give());
    } catch (error) {
      fault = { error };
    }
  }
  return {
    take: (chunk) => pass(() => cleaner.push(chunk)),
    async finish(note) {
      await pass(() => cleaner.end());
      const taken = await tap.finish(note);
      if (fault !== null) throw fault.error;
      return taken;
    },
  };
}

function heardTap(onChunk: (chunk: Buffer) => void): Tap {
  return {
    take(chunk) {
      onChunk(chunk);
      return Promise.resolve();
    },
    finish: () => Promise.resolve({ kept: Buffer.alloc(0), droppedBytes: 0 }),
  };
}

function memoryTap(capBytes: number): Tap {
  const chunks: Buffer[] = [];
  let left = capBytes;
  let dropped = 0;
  return {
    take(chunk) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      dropped += chunk.length - part.length;
      if (part.length > 0) chunks.push(part);
      return Promise.resolve();
    },
    finish(note) {
      const mark = dropped === 0 ? "" : `\n[tutti: ${dropped} bytes dropped]\n`;
      return Promise.resolve({ kept: Buffer.concat([...chunks, Buffer.from(mark + note)]), droppedBytes: dropped });
    },
  };
}

interface FileTap {
  readonly lines: LineCutter | null;
  readonly keepBytes: number;
  readonly onKept?: ((bytes: number) => void) | undefined;
}

function fileTap(file: KeptFile, { lines, keepBytes, onKept }: FileTap): Tap {
  let tail = Buffer.alloc(0);
  return {
    async take(chunk) {
      if (chunk.length === 0) return;
      if (keepBytes > 0) tail = Buffer.concat([tail, chunk]).subarray(-keepBytes);
      // On disk before any reader acts on a line.
      await file.append(chunk);
      lines?.take(chunk);
      onKept?.(chunk.length);
    },
    async finish(note) {
      await file.close(note);
      lines?.end();
      return { kept: tail, droppedBytes: file.droppedBytes() };
    },
  };
}

interface LineCutter {
  take(bytes: Buffer): void;
  end(): void;
}

/** A line without an end must not fill the memory. */
const longestLine = 1024 * 1024;

function makeLineCutter(call: (line: string) => void): LineCutter {
  let pieces: Buffer[] = [];
  let length = 0;
  let beyond = 0;

  function add(piece: Buffer): void {
    const part = piece.subarray(0, longestLine - length);
    if (part.length > 0) pieces.push(part);
    length += part.length;
    beyond += piece.length - part.length;
  }

  function finish(): void {
    const bytes = Buffer.concat(pieces);
    const isReturned = beyond === 0 && bytes.at(-1) === carriageReturn;
    // Decoded as a whole, so that no character is cut between chunks; only a line that is too long may end within one.
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(isReturned ? bytes.subarray(0, -1) : bytes, {
      stream: beyond > 0,
    });
    const mark = beyond === 0 ? "" : ` [tutti: the line is cut here, ${beyond} bytes more]`;
    [pieces, length, beyond] = [[], 0, 0];
    call(text + mark);
  }

  return {
    take(bytes) {
      let from = 0;
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
        add(bytes.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < bytes.length) add(bytes.subarray(from));
    },
    end: () => {
      if (length > 0) finish();
    },
  };
}

const [newline, carriageReturn] = [10, 13];
