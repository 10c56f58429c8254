import { gitignoreMatcher } from "../../base/gitignore.ts";
import { literally } from "../../base/gitignore-words.ts";
import type { PreparedTool } from "./model.ts";

/**
 * Files by which tools are told to say less, wherever they lie, in gitignore syntax. One that is new, or lies nearer to
 * what it is about than the one that was found, counts as much as that one. Files that belong to others too, such as
 * package.json, count only where they were found to configure the tool.
 */
const names: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    eslint: ["eslint.config.*", ".eslintrc*", ".eslintignore", "eslint-suppressions.json"],
    biome: ["biome.json*", ".biome.json*"],
    oxlint: [".oxlintrc*", "oxlint.config.*", ".eslintignore"],
    tsc: ["tsconfig*.json"],
    stylelint: [".stylelintrc*", "stylelint.config.*", ".stylelintignore"],
    prettier: [".prettierrc*", "prettier.config.*", ".prettierignore", ".editorconfig", ".gitignore"],
    vitest: ["vitest.config.*", "vitest.workspace.*"],
    jest: ["jest.config.*"],
    ruff: ["ruff.toml", ".ruff.toml", ".gitignore"],
    mypy: ["mypy.ini", ".mypy.ini"],
    pyright: ["pyrightconfig.json"],
    pylint: ["pylintrc*", ".pylintrc*"],
    flake8: [".flake8"],
    bandit: [".bandit", "bandit.yaml"],
    pytest: ["pytest.ini", ".pytest.ini"],
    shellcheck: [".shellcheckrc", "shellcheckrc"],
    "golangci-lint": [".golangci.*"],
    clippy: ["clippy.toml", ".clippy.toml"],
  }),
);

/**
 * Files that tell several tools, each of which goes by the nearest: what is said at the top of a project can be said
 * again anywhere below.
 */
const shared: ReadonlySet<string> = new Set(["package.json", "pyproject.toml", "setup.cfg", "tox.ini"]);

/** What Tutti itself is told by. */
const own = ["/.tutti/"];

/** What a result may not change, in gitignore syntax. */
export function configsOf({ name, config }: Pick<PreparedTool, "name" | "config">): readonly string[] {
  const found = config === null ? [] : [lineFor(config)];
  const usual = [...(names.get(name) ?? []), ...own];
  // One that stands for the found one too makes it needless.
  return config !== null && gitignoreMatcher(usual)(config) ? usual : [...found, ...usual];
}

/** The file itself; of a shared one those of its name below it too, as a name alone means them at the top. */
function lineFor(config: string): string {
  const at = config.lastIndexOf("/");
  const name = config.slice(at + 1);
  return at > 0 && shared.has(name) ? `/${literally(config.slice(0, at))}/**/${name}` : literally(config);
}

/**
 * The same without these files, which are to be mended themselves: what configures one tool may be what another finds
 * fault with.
 */
export function configsWithout(configs: readonly string[], files: readonly string[]): readonly string[] {
  return [...configs, ...files.map((file) => `!/${literally(file)}`)];
}
