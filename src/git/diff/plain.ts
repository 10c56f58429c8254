/**
 * How contents are compared: as they lie there, with no program of anybody's, and nothing of many megabytes line by
 * line, so that a task can't make a look at its work cost hours.
 */
export const plainDiff = {
  args: ["--no-ext-diff", "--no-textconv", "--no-color"],
  env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.bigFileThreshold", GIT_CONFIG_VALUE_0: "16m" },
} as const;
