/**
 * A message between Tutti and its launcher (`bin/launcher.js`): the length of the payload (4 bytes), the kind (1), the
 * number of the order (4), the payload.
 */
export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly payload: Buffer;
}

/** To the launcher. `go`: all sockets of an order are taken. `cut`: the rest of its output is not wanted. */
export const asks = { start: 1, go: 2, cut: 3 } as const;
/** From the launcher. */
export const tells = { started: 1, refused: 2, stdout: 3, stderr: 4, stdoutEnd: 5, stderrEnd: 6, exit: 7 } as const;

export interface LaunchOrder {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** It may finish when this process is gone. */
  readonly isGit: boolean;
  readonly inputPath: string | null;
  /** Its input follows the order. */
  readonly hasInput: boolean;
  /** Descriptors of the program that are sockets of this process; output of the others comes in frames. */
  readonly sockets: readonly number[];
  /** The first word of those sockets. */
  readonly secret: string;
}

const headBytes = 9;

export function frame(kind: number, id: number, payload: Buffer = nothing): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt8(kind, 4);
  bytes.writeUInt32LE(id, 5);
  payload.copy(bytes, headBytes);
  return bytes;
}

const nothing = Buffer.alloc(0);

export function startFrame(id: number, order: LaunchOrder, input: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(order));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(text.length, 0);
  return frame(asks.start, id, Buffer.concat([length, text, input]));
}

/** Takes bytes as they come and calls for each whole frame. */
export function makeFrameReader(take: (frame: Frame) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let wanted = headBytes;
  return (chunk) => {
    pieces.push(chunk);
    length += chunk.length;
    // Joined only when a frame is whole: a long one comes in many pieces.
    if (length < wanted) return;
    let rest = pieces.length === 1 ? chunk : Buffer.concat(pieces, length);
    for (wanted = wantedOf(rest); rest.length >= wanted; wanted = wantedOf(rest)) {
      take({ kind: rest.readUInt8(4), id: rest.readUInt32LE(5), payload: rest.subarray(headBytes, wanted) });
      rest = rest.subarray(wanted);
    }
    [pieces, length] = [[rest], rest.length];
  };
}

function wantedOf(bytes: Buffer): number {
  return bytes.length < headBytes ? headBytes : headBytes + bytes.readUInt32LE(0);
}
