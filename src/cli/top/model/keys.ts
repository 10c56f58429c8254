/** A key as it is named in `hands`: `up`, `enter`, or the sign itself. */
export type Key = string;

const named: Readonly<Record<string, Key>> = {
  "\u001b[A": "up",
  "\u001b[B": "down",
  "\u001b[C": "right",
  "\u001b[D": "left",
  "\u001bOA": "up",
  "\u001bOB": "down",
  "\u001b[5~": "page-up",
  "\u001b[6~": "page-down",
  "\u001b[H": "home",
  "\u001b[F": "end",
  "\u001b[1~": "home",
  "\u001b[4~": "end",
  "\u001b[Z": "back-tab",
  "\u001b": "escape",
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "ctrl-c",
  "\u001a": "ctrl-z",
  "\u000c": "ctrl-l",
};

/** Input of a terminal, as keys. Unknown sequences are no keys. */
export function keysIn(text: string): readonly Key[] {
  const parts = text.match(/\u001b\[[0-9;?]*[A-Za-z~]|\u001bO[A-Za-z]|\u001b|[^\u001b]/gu) ?? [];
  return parts.flatMap((part) => {
    const name = named[part];
    if (name !== undefined) return [name];
    return /^[^\p{Cc}\p{Cf}]$/u.test(part) ? [part] : [];
  });
}
