/** Where the plugins explain their rules; `*` is the rule's own name. */
const plugins: ReadonlyMap<string, string> = new Map([
  ["@typescript-eslint", "https://typescript-eslint.io/rules/*"],
  ["@stylistic", "https://eslint.style/rules/*"],
  ["import", "https://github.com/import-js/eslint-plugin-import/blob/main/docs/rules/*.md"],
  ["jest", "https://github.com/jest-community/eslint-plugin-jest/blob/main/docs/rules/*.md"],
  ["jsx-a11y", "https://github.com/jsx-eslint/eslint-plugin-jsx-a11y/blob/main/docs/rules/*.md"],
  ["n", "https://github.com/eslint-community/eslint-plugin-n/blob/master/docs/rules/*.md"],
  ["promise", "https://github.com/eslint-community/eslint-plugin-promise/blob/main/docs/rules/*.md"],
  ["react", "https://github.com/jsx-eslint/eslint-plugin-react/blob/master/docs/rules/*.md"],
  ["unicorn", "https://github.com/sindresorhus/eslint-plugin-unicorn/blob/main/docs/rules/*.md"],
  ["vue", "https://eslint.vuejs.org/rules/*"],
]);

export function eslintRuleUrl(code: string): string | null {
  // What is no name of a rule does not become part of an address.
  const [, plugin, rule = ""] = /^(?:(@?[\w-]{1,80}(?:\/[\w-]{1,80})?)\/)?([a-z][a-z\d-]{0,80})$/.exec(code) ?? [];
  if (rule === "" || code === "parse-error") return null;
  const page = plugin === undefined ? "https://eslint.org/docs/latest/rules/*" : plugins.get(plugin);
  return page?.replace("*", rule) ?? null;
}
