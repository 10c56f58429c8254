import type { Group, Grouping } from "./model.ts";

const longestTitle = 72;
const longestScope = 30;

/** What a sheet is called, in one line: of a long path the end, which tells it from others. */
export function titleOfGroup({ name }: Pick<Group, "name">): string {
  const letters = Array.from(
    name
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
      .trim(),
  );
  if (letters.length === 0) return "findings";
  return letters.length <= longestTitle
    ? letters.join("")
    : `…${letters
        .slice(1 - longestTitle)
        .join("")
        .trimStart()}`;
}

/** Folders that hold packages: what lies in them is told by the next step. */
const holders: ReadonlySet<string> = new Set([
  "packages",
  "apps",
  "libs",
  "crates",
  "modules",
  "services",
  "plugins",
  "projects",
  "components",
]);

/** The scope of a commit: the package, else the top folder, that all files are in; `null`: there is none. */
export function commitScope(files: readonly string[]): string | null {
  const scopes = new Set(files.map(scopeOf));
  const [scope = null] = scopes;
  return scopes.size === 1 ? scope : null;
}

function scopeOf(file: string): string | null {
  const [first = "", second = "", ...rest] = file.split("/");
  const step = holders.has(first) && rest.length > 0 ? second : second === "" ? "" : first;
  const scope = step
    .normalize("NFKD")
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, longestScope)
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return scope === "" ? null : scope;
}

/** How many were mended is known only when it was verified, so that the words are templates. */
const count = "{{ findings.fixed }}";
const tools = `{% if findings.tools %}{{ findings.tools | join(", ") }} {% endif %}`;
const noun = `finding{% if findings.fixed != 1 %}s{% endif %}`;

export function usualSummary({ by }: Grouping): string {
  return by === "code" ? `resolve ${count} ${noun} of {{ title }}` : `resolve ${count} ${tools}${noun} in {{ title }}`;
}

/**
 * The codes, one line each. A code may hold anything that a tool prints; what a template fills in is cleaned where
 * commits are made.
 */
export const usualBody = `{% for item in findings.codes %}- {{ item.tool }}{% if item.code %} {{ item.code }}{% endif %}: {{ item.count }}
{% endfor %}{% if findings.remaining %}
{{ findings.remaining }} of those that were asked for remain.{% endif %}`;
