import { linesBelow, literally } from "../../base/ignore/gitignore-words.ts";
import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { toolNamed } from "../../findings/catalog.ts";
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

/** Rules of the score for sheets without findings of a tool, and each sheet's own. */
interface FixRules {
  readonly ofScore: readonly WrittenRule[];
  ofSheet(group: Group): readonly WrittenRule[];
}

export function fixRules(collected: readonly Collected[], groups: readonly Group[], terms: RuleTerms): FixRules {
  // A failed tool cannot show that nothing was introduced.
  const tools = collected.flatMap((said) => (said.kind === "read" ? [said.tool] : []));
  const isOf = saidBy(collected);
  const matchers = new Map(tools.map((tool) => [tool, gitignoreMatcher(configsOf(tool))]));
  const configsIn = (tool: PreparedTool, { files }: Group): readonly string[] =>
    files.filter((file) => matchers.get(tool)?.(file) === true);
  const hasOwnRule = (tool: PreparedTool, group: Group): boolean =>
    group.findings.some((finding) => isOf(tool, finding)) || configsIn(tool, group).length > 0;
  return {
    // Once for all sheets: a score has room for few copies.
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

/** The tool reports nothing new. */
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

/** The findings that must be gone; `null`: the tool has none here. */
function goalOf(asked: readonly Finding[], { scope, grouping, partial }: RuleTerms): Goal | null {
  if (asked.length === 0) return null;
  const isCut = scope.maxFindings !== null || scope.maxPerSheet !== null;
  return {
    files: [...new Set(asked.map(({ file }) => file))].toSorted(),
    codes:
      grouping.by === "code" ? [...new Set(asked.map(({ tool, code }) => `${tool}:${code ?? ""}`))] : [...scope.codes],
    ...(scope.severity === null ? {} : { severity: scope.severity }),
    // Only a limit splits findings of the same rule and file.
    ...(isCut ? { most: asked.length } : {}),
    partial,
  };
}

/** A condition for these sheets: empty for all, `null` for none. */
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

/** Files of several tools, each of which reads the nearest: a file further down overrides the top. */
const shared: ReadonlySet<string> = new Set(["package.json", "pyproject.toml", "setup.cfg", "tox.ini"]);

const own = ["/.tutti/"];

/** Files that a result must not change, in gitignore syntax. */
export function configsOf({ name, config }: Pick<PreparedTool, "name" | "config">): readonly string[] {
  const found = config === null ? [] : [lineFor(config)];
  const usual = [...(toolNamed(name)?.configs ?? []), ...own];
  // A pattern may cover the found file already.
  return config !== null && gitignoreMatcher(usual)(config) ? usual : [...found, ...usual];
}

/** A shared file also covers those of its name below: a name alone means the top. */
function lineFor(config: string): string {
  const at = config.lastIndexOf("/");
  const name = config.slice(at + 1);
  return at > 0 && shared.has(name) ? `/${literally(config.slice(0, at))}/**/${name}` : literally(config);
}

/** Except these files, which are to be fixed: one tool's configuration may have findings of another. */
export function configsWithout(configs: readonly string[], files: readonly string[]): readonly string[] {
  return [...configs, ...files.map((file) => `!/${literally(file)}`)];
}
