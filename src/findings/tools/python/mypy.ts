import type { Detection, ProjectView, Tool } from "../../tool.ts";
import { firstConfig, signOf } from "../config/wanted.ts";
import { readMypy } from "./mypy-output.ts";

export const mypy: Tool = {
  name: "mypy",
  program: "mypy",
  home: "python",
  looksAt: ["*.py", "*.pyi"],
  reach: "project",
  // Lines, not JSON, which versions before 1.11 don't know. Whatever the project sets for people is set back.
  args: [
    "--no-pretty",
    "--show-column-numbers",
    "--show-error-codes",
    "--no-error-summary",
    "--hide-error-context",
    "--no-color-output",
    "--cache-dir=/dev/null",
  ],
  everything: ["."],
  env: { PYTHONDONTWRITEBYTECODE: "1" },
  detect,
  read: readMypy,
  silencers: ["#\\s*type:\\s*ignore\\b", "#\\s*mypy:\\s", "@(typing\\.|typing_extensions\\.)?no_type_check\\b"],
  ruleUrl: (code) =>
    /^[a-z][a-z\d-]{1,60}$/.test(code) ? `https://mypy.readthedocs.io/en/stable/_refs.html#code-${code}` : null,
};

function detect(project: ProjectView): Detection | null {
  const config = firstConfig(project, [
    { file: "mypy.ini" },
    { file: ".mypy.ini" },
    { file: "pyproject.toml", section: /^tool\.mypy(?:\.|$)/, shown: "[tool.mypy]" },
    { file: "setup.cfg", section: /^mypy$/, shown: "[mypy]" },
  ]);
  if (config === null) return signOf(project, { hooks: ["mypy"], requirement: "mypy" });
  const keys = config.sections.get(config.config.endsWith(".toml") ? "tool.mypy" : "mypy") ?? new Set();
  // What it says to look at counts only as long as nobody names anything else.
  const saysWhat = ["files", "packages", "modules"].some((key) => keys.has(key));
  return { config: config.config, because: config.because, ...(saysWhat ? { everything: [] } : {}) };
}
