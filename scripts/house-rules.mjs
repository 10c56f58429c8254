// Rules of the house that no linter ships, as a plugin for oxlint.

/** @typedef {Parameters<import("oxlint/plugins-dev").RuleTester["run"]>[1]} Rule */

/**
 * Forbids what a list of `{ selector, message }` matches. The selectors are those of ESLint's rule of this name.
 *
 * @type {Rule}
 */
const noRestrictedSyntax = {
  meta: { schema: false },
  create: (context) =>
    Object.fromEntries(
      /** @type {readonly { selector: string, message: string }[]} */ (/** @type {unknown} */ (context.options)).map(
        ({ selector, message }) => [selector, (/** @type {never} */ node) => context.report({ node, message })],
      ),
    ),
};

/**
 * A rule may be switched off for a line, but never without the reason.
 *
 * @type {Rule}
 */
const requireDescription = {
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments())
        if (/^\s*(?:eslint|oxlint)-disable/.test(comment.value) && !/\s--\s\S/.test(comment.value))
          context.report({ node: comment, message: "Say why: // oxlint-disable-next-line RULE -- REASON" });
    },
  }),
};

// oxlint wants a default export.
export default {
  meta: { name: "house" },
  rules: { "no-restricted-syntax": noRestrictedSyntax, "require-description": requireDescription },
};
