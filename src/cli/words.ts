export function shortSha(sha: string): string {
  return sha.slice(0, 10);
}

export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

export function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Cut to a width, so that a line never wraps and the live view can be painted over. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

export function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${String(Math.round(ms / 1000))} s`;
}

/** A name from a score or a commit, fit for a line: what would break it or speak to the terminal is written out. */
export function shown(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
