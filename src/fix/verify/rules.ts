import { linesBelow, literally } from "../../base/ignore/gitignore-words.ts";
import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import type { Finding } from "../../findings/finding.ts";
import type { WrittenRule } from "../../score/schema/validation.ts";
import { literal } from "../../plan/literal.ts";
import { withEnvironment } from "../ask/score/autofix.ts";
import { shownTool } from "../tool-folder.ts";
import type { Collected, Group, Grouping, PreparedTool, Scope } from "../model.ts";
import { saidBy } from "../choose/reported-by.ts";

export interface RuleTerms {
  readonly scope: Pick<Scope, "codes" | "ignore" | "severity" | "maxFindings" | "maxPerSheet">;
  readonly grouping: Grouping;
  readonly partial: boolean;
  readonly allowSilencers: boolean;
}

/**
 * What sheets have to meet: rules of the score for all that have no part in a tool's findings, and each sheet's own.
 */
interface FixRules {
  readonly ofScore: readonly WrittenRule[];
  ofSheet(group: Group): readonly WrittenRule[];
}

export function fixRules(collected: readonly Collected[], groups: readonly Group[], terms: RuleTerms): FixRules {
  // A tool that broke can't say that nothing is introduced.
  const tools = collected.flatMap((said) => (said.kind === "read" ? [said.tool] : []));
  const isOf = saidBy(collected);
  const matchers = new Map(tools.map((tool) => [tool, gitignoreMatcher(configsOf(tool))]));
  const configsIn = (tool: PreparedTool, { files }: Group): readonly string[] =>
    files.filter((file) => matchers.get(tool)?.(file) === true);
  const hasOwnRule = (tool: PreparedTool, group: Group): boolean =>
    group.findings.some((finding) => isOf(tool, finding)) || configsIn(tool, group).length > 0;
  return {
    // Once for all of them: a score has room for few copies.
    ofScore: tools.flatMap((tool) => {
      const when = conditionFor(groups.map((group) => !hasOwnRule(tool, group)));
      return when === null ? [] : [{ ...ruleOf(tool, terms), ...(when === "" ? {} : { when }) }];
    }),
    ofSheet: (group) =>
      tools.flatMap((tool) => {
        const rule = ruleOf(tool, terms);
        if (rule.findings === undefined || !hasOwnRule(tool, group)) return [];
        const findings = {
          ...rule.findings,
          configs: [...configsWithout(rule.findings.configs, configsIn(tool, group))],
        };
        const asked = group.findings.filter((finding) => isOf(tool, finding));
        const fixes = goalOf(asked, terms);
        if (fixes === null) return [{ ...rule, findings }];
        return [{ ...rule, findings: { ...findings, fixes }, description: literal(`findings of ${shownTool(tool)}`) }];
      }),
  };
}

type Findings = NonNullable<WrittenRule["findings"]>;
type Goal = NonNullable<Findings["fixes"]>;

/** A tool finds nothing in the result that it did not find before. */
function ruleOf(tool: PreparedTool, { scope, allowSilencers }: RuleTerms): WrittenRule {
  const isOfFiles = tool.reach === "file";
  const [program, ...args] = withEnvironment([...tool.argv, ...(isOfFiles ? [] : tool.everything)], tool.env);
  const cwd = tool.folder === "" ? {} : { cwd: literal(tool.folder) };
  const findings: Findings = {
    command: [literal(program), ...args.map(literal)],
    tool: tool.name,
    ...formatOf(tool),
    ...(isOfFiles ? { changed: [...linesBelow(tool.folder, tool.looksAt)] } : {}),
    ignore: [...scope.ignore],
    silencers: allowSilencers ? [] : [...tool.silencers],
    configs: [...configsOf(tool)],
  };
  return {
    findings,
    description: literal(`no new findings of ${shownTool(tool)}`),
    stage: 1,
    retries: 0,
    timeout: tool.timeoutMs,
    ...cwd,
  };
}

function formatOf({ format }: PreparedTool): Pick<Findings, "format" | "pattern"> {
  if (format.kind === "pattern") return { pattern: format.pattern };
  return format.kind === "tool" ? {} : { format: format.kind };
}

/** Which of the findings at the base have to be gone; `null`: the tool has none here. */
function goalOf(asked: readonly Finding[], { scope, grouping, partial }: RuleTerms): Goal | null {
  if (asked.length === 0) return null;
  const isCut = scope.maxFindings !== null || scope.maxPerSheet !== null;
  return {
    files: [...new Set(asked.map(({ file }) => file))].toSorted(),
    codes:
      grouping.by === "code" ? [...new Set(asked.map(({ tool, code }) => `${tool}:${code ?? ""}`))] : [...scope.codes],
    ...(scope.severity === null ? {} : { severity: scope.severity }),
    // Only a limit leaves some out that are of the same rules and files as the others.
    ...(isCut ? { most: asked.length } : {}),
    partial,
  };
}

/** A condition for the sheets that are meant: empty for all, `null` for none. */
function conditionFor(isMeant: readonly boolean[]): string | null {
  const numbers = (meant: boolean): readonly number[] =>
    isMeant.flatMap((is, place) => (is === meant ? [place + 1] : []));
  const [meant, others] = [numbers(true), numbers(false)];
  if (meant.length === 0) return null;
  if (others.length === 0) return "";
  return others.length <= meant.length
    ? `sheet_num not in [${others.join(", ")}]`
    : `sheet_num in [${meant.join(", ")}]`;
}

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

/** The configuration of Tutti. */
const own = ["/.tutti/"];

/** Files that a result must not change, in gitignore syntax. */
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
 * The same without these files, which are to be fixed themselves: what configures one tool may be what another finds
 * fault with.
 */
export function configsWithout(configs: readonly string[], files: readonly string[]): readonly string[] {
  return [...configs, ...files.map((file) => `!/${literally(file)}`)];
}
