import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { OutputPlan } from "./process.ts";

/** Where one stream of a program goes. */
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

/** The last of stderr is what explains a failure, so it is at hand even when the whole went to a file. */
const tailBytes = 64 * 1024;

export async function openTaps(plan: OutputPlan): Promise<Taps> {
  if (plan.kind === "memory") return { stdout: memoryTap(plan.capBytes), stderr: memoryTap(plan.capBytes) };
  const stdout = await open(plan.stdoutPath, "w", 0o600);
  try {
    const stderr = await open(plan.stderrPath, "w", 0o600);
    return { stdout: fileTap(stdout, plan.capBytes, 0), stderr: fileTap(stderr, plan.capBytes, tailBytes) };
  } catch (error) {
    await stdout.close();
    throw error;
  }
}

/** Pulls chunk by chunk: while a tap is busy the pipe fills up and the program waits, so memory stays bounded. */
export async function drain(stream: Readable, tap: Tap, seen: () => void): Promise<void> {
  try {
    for await (const chunk of stream) {
      seen();
      await tap.take(chunk as Buffer);
      seen();
    }
  } catch {
    // The pipe was cut off on our side; what came through is in the tap.
  }
}

function memoryTap(capBytes: number): Tap {
  const room = makeRoom(capBytes);
  const chunks: Buffer[] = [];
  return {
    take(chunk) {
      const part = room.admit(chunk);
      if (part.length > 0) chunks.push(part);
      return Promise.resolve();
    },
    finish(note) {
      return Promise.resolve({ kept: Buffer.concat([...chunks, Buffer.from(room.mark() + note)]), droppedBytes: room.droppedBytes() });
    },
  };
}

function fileTap(file: FileHandle, capBytes: number, keepBytes: number): Tap {
  const room = makeRoom(capBytes);
  let tail = Buffer.alloc(0);
  return {
    async take(chunk) {
      if (keepBytes > 0) tail = Buffer.concat([tail, chunk]).subarray(-keepBytes);
      const part = room.admit(chunk);
      // A full disk costs the log, never the work: the program goes on and the loss is counted.
      if (part.length > 0) await file.appendFile(part).catch(() => room.drop(part.length));
    },
    async finish(note) {
      await file.appendFile(room.mark() + note).catch(() => {});
      await file.close().catch(() => {});
      return { kept: tail, droppedBytes: room.droppedBytes() };
    },
  };
}

interface Room {
  /** The part of the chunk that still fits. */
  admit(chunk: Buffer): Buffer;
  drop(bytes: number): void;
  droppedBytes(): number;
  mark(): string;
}

function makeRoom(capBytes: number): Room {
  let left = capBytes;
  let dropped = 0;
  return {
    admit(chunk) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      dropped += chunk.length - part.length;
      return part;
    },
    drop(bytes) {
      dropped += bytes;
    },
    droppedBytes: () => dropped,
    mark: () => (dropped === 0 ? "" : `\n[tutti: ${dropped} bytes dropped]\n`),
  };
}
