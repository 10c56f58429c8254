/** What is shorter takes no less room as a reference. */
const shortest = 32;

/**
 * The same value, in which lists and maps that are the same in several places are one: the printer writes it once, and
 * names it elsewhere. For scores that nobody writes by hand, with hundreds of sheets that differ in little.
 */
export function withShared(value: unknown): unknown {
  const known = new Map<string, unknown>();
  const shared = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null || part instanceof Map) return part;
    const key = JSON.stringify(part);
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = Array.isArray(part)
      ? part.map(shared)
      : Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shared(inner)]));
    if (key.length >= shortest) known.set(key, made);
    return made;
  };
  return shared(value);
}
