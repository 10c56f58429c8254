/** A text that was found on the disk, in every way a reader may decode it. One character for each byte. */
export interface Readings {
  readonly texts: readonly string[];
  /** Without quotes and backslashes. */
  readonly bare: string;
}

/** Written by itself, from what the encodings are: the judge must not ask the accused. */
export function readingsOf(disk: string): Readings {
  const once = unescaped(disk);
  const plain = [disk, once, unescaped(once)];
  const decoded = plain.flatMap((text) => [percentDecoded(text), percentDecoded(percentDecoded(text))]);
  const unpacked = [...plain, percentDecoded(disk)].flatMap((text) => [...base64Decoded(text), ...hexDecoded(text)]);
  return { texts: [...plain, ...decoded, ...unpacked], bare: bared(decoded.join("\n")) + bared(plain.join("\n")) };
}

/** What of a secret can be read there: the whole of a line of it, or half of one that is long. */
export function leaksOf(secret: string, { texts, bare }: Readings): readonly string[] {
  const lines = Buffer.from(secret)
    .toString("latin1")
    .split("\n")
    .filter((line) => line.length >= 6);
  const pieces = lines.flatMap((line) =>
    line.length < 24 ? [line] : [line.slice(0, line.length / 2), line.slice(line.length / 2)],
  );
  return pieces.filter(
    (piece) => texts.some((text) => text.includes(piece)) || (bared(piece).length >= 6 && bare.includes(bared(piece))),
  );
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, char: string | undefined) =>
    code === undefined
      ? (named[char ?? ""] ?? char ?? "")
      : Buffer.from(String.fromCharCode(Number.parseInt(code, 16))).toString("latin1"),
  );
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Each run of its characters, from each of the places at which what was encoded may begin. */
function base64Decoded(text: string): readonly string[] {
  const runs = text.replace(/[ \t]*\r?\n[ \t]*/g, "").match(/[A-Za-z0-9+/_-]{8,}/g) ?? [];
  return [0, 1, 2, 3].map((shift) =>
    runs.map((run) => Buffer.from(run.slice(shift), "base64").toString("latin1")).join("\n"),
  );
}

function hexDecoded(text: string): readonly string[] {
  const runs = text.match(/[0-9a-fA-F]{12,}/g) ?? [];
  return [0, 1].map((shift) => runs.map((run) => Buffer.from(run.slice(shift), "hex").toString("latin1")).join("\n"));
}

function bared(text: string): string {
  return text.replace(/["'\\]/g, "");
}
