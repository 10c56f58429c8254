/** What a file of YAML says, unchecked. */
export type Raw = Readonly<Record<string, unknown>>;

/** Keys that say nothing about how an agent is run and read: with others changed, nobody has seen it work. */
const harmless = new Set([
  "name",
  "extends",
  "display_name",
  "description",
  "aliases",
  "pass",
  "secrets",
  "errors",
  "models",
  "prices_as_of",
  "start_timeout",
]);

/** A profile that changes only what it names: maps key by key, models by their names, all else as a whole. */
export function extended(base: Raw, own: Raw, name: string): Raw {
  // Two profiles with the same alias: nobody could tell which is meant.
  const personal = base["name"] === name ? [] : ["aliases", "display_name"];
  const unproven = Object.keys(own).every((key) => harmless.has(key)) ? [] : ["verified"];
  const left = new Set(["extends", ...personal, ...unproven]);
  const kept = Object.fromEntries(Object.entries(base).filter(([key]) => !left.has(key)));
  return { ...merged(kept, own), models: mergedModels(base["models"], own["models"]), name };
}

function merged(base: Raw, own: Raw): Raw {
  const both: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = base[key];
    both[key] = isMap(value) && isMap(before) && key !== "output" ? merged(before, value) : value;
  }
  return both;
}

function mergedModels(base: unknown, own: unknown): unknown {
  if (own === undefined) return base ?? [];
  if (!Array.isArray(own) || !Array.isArray(base)) return own;
  const named = new Set(own.map(nameOf));
  // Its own come first, because the first that matches counts.
  return [...(own as unknown[]), ...(base as unknown[]).filter((model) => !named.has(nameOf(model)))];
}

function nameOf(model: unknown): unknown {
  return isMap(model) ? model["name"] : undefined;
}

export function isMap(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
