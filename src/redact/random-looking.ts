/**
 * Whether a text looks like chance made it and not a person: keys do, names of functions and sentences don't. A word is
 * a run of one kind of letters, or of digits; those of chance are short, and nobody can say them.
 */
export function looksRandom(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? [];
  const length = words.reduce((sum, word) => sum + word.length, 0);
  const digits = text.replace(/[^0-9]/g, "").length;
  if (length < fewest || digits === length) return false;
  if (digits >= 2 && /^[A-Z0-9]+$/.test(text)) return true;
  const average = length / words.length;
  const unspeakable = words.filter((word) => word.length > 1 && !/[aeiouy0-9]/i.test(word)).length;
  const isUnspeakable = unspeakable >= 2 || (unspeakable === 1 && digits > 0) || /[b-df-hj-np-tv-xz]{5}/i.test(text);
  return average < 3 || (average < 5 && isUnspeakable) || (average < 6 && digits >= 2);
}

/** Whether a word that stands where only a key or a word of prose can stand is a key. */
export function looksUnlikeProse(text: string): boolean {
  return looksRandom(text) || /[0-9]|[a-z][A-Z]|[+/=_]/.test(text);
}

const fewest = 16;
