import { describe, expect, it } from "vitest";
import { finding, preparedTool } from "../../../test/kit/findings.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Collected, Group, PreparedTool } from "../model.ts";
import { fixRules } from "./rules.ts";

const terms = {
  scope: { codes: [], ignore: [], severity: null, maxFindings: null, maxPerSheet: null },
  grouping: { by: "file", filesPerSheet: 1 },
  partial: false,
  allowSilencers: false,
} as const;
const said = (tool: PreparedTool, ...findings: readonly Finding[]): Collected => ({
  kind: "read",
  tool,
  findings,
  tookMs: 1,
});
const groupOf = (file: string, ...findings: readonly Finding[]): Group => ({
  id: file,
  name: file,
  files: [file],
  findings,
  fixable: 0,
});
const web = preparedTool({ folder: "web app", config: "web app/eslint.config.js", looksAt: ["*.ts", "/top.ts"] });
const api = preparedTool({ folder: "services/{{api}}", config: "services/{{api}}/package.json", looksAt: ["*"] });

describe("of tools with one name in several folders", () => {
  const [inWeb, inApi] = [finding({ file: "web app/a.ts" }), finding({ file: "services/{{api}}/b.ts" })];
  const groups = [groupOf("web app/a.ts", inWeb), groupOf("services/{{api}}/b.ts", inApi)] as const;
  const rules = fixRules([said(web, inWeb), said(api, inApi)], groups, terms);

  it("each is run in its folder, about what changed there", () => {
    expect(
      rules.ofScore.map(({ cwd, description, when, findings }) => [
        cwd,
        description,
        when,
        findings?.tool,
        findings?.changed,
      ]),
    ).toEqual([
      [
        "web app",
        "no new findings of eslint (web app)",
        "sheet_num not in [1]",
        "eslint",
        ["/web\\ app/**/*.ts", "/web\\ app/top.ts"],
      ],
      [
        "{% raw %}services/{{api}}{% endraw %}",
        "{% raw %}no new findings of eslint (services/{{api}}){% endraw %}",
        "sheet_num not in [2]",
        "eslint",
        ["/services/{{api}}/**"],
      ],
    ]);
  });

  it("each has to have fixed its own findings, and no other tool's", () => {
    expect(
      groups.map((group) =>
        rules.ofSheet(group).map(({ cwd, description, findings }) => [cwd, description, findings?.fixes?.files]),
      ),
    ).toEqual([
      [["web app", "findings of eslint (web app)", ["web app/a.ts"]]],
      [
        [
          "{% raw %}services/{{api}}{% endraw %}",
          "{% raw %}findings of eslint (services/{{api}}){% endraw %}",
          ["services/{{api}}/b.ts"],
        ],
      ],
    ]);
  });

  it("the configuration of one of them must not change, nor may a nearer or higher one appear", () => {
    expect(rules.ofScore.map(({ findings }) => findings?.configs)).toEqual([
      ["eslint.config.*", ".eslintrc*", ".eslintignore", "eslint-suppressions.json", "/.tutti/"],
      [
        "/services/{{api}}/**/package.json",
        "eslint.config.*",
        ".eslintrc*",
        ".eslintignore",
        "eslint-suppressions.json",
        "/.tutti/",
      ],
    ]);
  });

  it("one that finds something outside of its folder is asked about that", () => {
    const [tsc, other] = ["web", "api"].map((folder) => preparedTool({ name: "tsc", folder, reach: "project" })) as [
      PreparedTool,
      PreparedTool,
    ];
    const outside = finding({ tool: "tsc", file: "api/shared.ts", code: "TS1" });
    const group = groupOf("api/shared.ts", outside);
    const own = fixRules([said(tsc, outside), said(other)], [group], terms).ofSheet(group);
    expect(own.map(({ cwd, findings }) => [cwd, findings?.fixes?.files])).toEqual([["web", ["api/shared.ts"]]]);
  });
});
