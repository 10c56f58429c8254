/** Grammars that are shipped, by the ends of file names. */
const grammars = {
  bash: ["sh", "bash"],
  css: ["css"],
  go: ["go"],
  java: ["java"],
  javascript: ["js", "mjs", "cjs", "jsx"],
  php: ["php"],
  python: ["py", "pyi"],
  ruby: ["rb"],
  rust: ["rs"],
  tsx: ["tsx"],
  typescript: ["ts", "mts", "cts"],
} as const;

export type Grammar = keyof typeof grammars;

const byEnd = new Map<string, Grammar>(
  Object.entries(grammars).flatMap(([grammar, ends]) => ends.map((end) => [end, grammar as Grammar] as const)),
);

export function grammarOf(path: string): Grammar | undefined {
  return byEnd.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
}
