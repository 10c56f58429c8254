import { actLevels, acts, reachedWords } from "./acts.ts";

/** What each act reaches per level, as `docs/isolation.md` has it. */
export function actsTable(): string {
  const rows = acts.map(({ title, reaches }) => {
    const cells = actLevels.map(
      (level) => (reaches[level] ?? []).map((place) => reachedWords[place]).join("; ") || "–",
    );
    return `| ${[title, ...cells].join(" | ")} |`;
  });
  return [
    `| a task in it … | ${actLevels.map((level) => `\`${level}\``).join(" | ")} |`,
    `|---|${"---|".repeat(actLevels.length)}`,
    ...rows,
  ].join("\n");
}
