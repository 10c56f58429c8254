import { type ActLevel, actLevels, acts, otherActs, reachedWords } from "./acts.ts";

/** What each act reaches per level, as `docs/isolation.md` has it. */
export function actsTable(): string {
  const rows = acts.map(({ title, name, reaches }) => {
    const isTried = (level: ActLevel): boolean => level !== "container" || name !== otherActs.leakedEnvironment.name;
    const cells = actLevels.map((level) =>
      isTried(level) ? (reaches[level] ?? []).map((place) => reachedWords[place]).join("; ") || "–" : "not tried",
    );
    return `| ${[title, ...cells].join(" | ")} |`;
  });
  return [
    `| a task in it … | ${actLevels.map((level) => `\`${level}\``).join(" | ")} |`,
    `|---|${"---|".repeat(actLevels.length)}`,
    ...rows,
  ].join("\n");
}
