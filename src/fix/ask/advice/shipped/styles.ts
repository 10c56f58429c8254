import type { ToolAdvice } from "../advice.ts";

export const stylelint: ToolAdvice = {
  language: "css",
  general:
    "What is drawn must not change. The order of rules decides which of two wins: before something is moved, merged or removed, look at what else matches the same elements. Class names are also used in templates and scripts.",
  codes: {
    "no-descending-specificity": {
      means: "A selector that weighs less stands below one that weighs more and matches the same element.",
      mend: "Move the lighter rule up, if no rule between them sets the same properties.",
      avoid: "Don't raise its weight, and don't reorder when that changes which declaration wins.",
      before: "nav a:hover { color: red; }\na { color: blue; }",
      after: "a { color: blue; }\nnav a:hover { color: red; }",
    },
    "no-duplicate-selectors": {
      means: "A selector stands twice in one file.",
      mend: "Merge both where the second stood, the later declaration of a property last, if nothing between depends on the first.",
      avoid: "Don't drop one of them.",
      before: ".a { color: red; }\n.a { margin: 0; }",
      after: ".a { color: red; margin: 0; }",
    },
    "declaration-block-no-duplicate-properties": {
      means: "A property is set twice in one block.",
      mend: "Keep the one that wins. If the first is a fallback for older browsers, leave it in the form that the configuration allows.",
      avoid: "Don't remove a fallback.",
      before: ".a { color: red; color: blue; }",
      after: ".a { color: blue; }",
    },
    "declaration-no-important": {
      means: "`!important` beats the order of rules for ever after.",
      mend: "Find the rule that it has to beat, and make this one win by order or by a fitting selector.",
      avoid: "Don't remove it without looking at which rule wins then.",
      before: ".menu .item { color: red !important; }",
      after: ".menu .item { color: red; } /* below the rule that it beats */",
    },
    "property-no-unknown": {
      means: "There is no such property.",
      mend: "Spell it right, or remove it if no browser ever knew it.",
      avoid: "Don't guess a property that does something else.",
      before: ".a { colr: red; }",
      after: ".a { color: red; }",
    },
    "selector-class-pattern": {
      means: "A class name does not follow the project's pattern.",
      mend: "Rename it here and wherever it is used: templates, scripts, tests.",
      avoid: "Don't rename names of another library, and none whose uses you can't find.",
      before: ".mainMenu { }",
      after: ".main-menu { }",
    },
  },
  same: { "no-duplicate-at-import-rules": "no-duplicate-selectors" },
};

export const biome: ToolAdvice = {
  language: "ts",
  general:
    "Its rules come in groups: `correctness` and `suspicious` point at bugs, `style` at taste, `a11y` at people who can't see or click. Format and order of imports are its own business and are mended by the tool itself: do the rest.",
  codes: {
    "lint/suspicious/noArrayIndexKey": {
      means: "The place in a list is used as React's key: when the list changes, state moves to the wrong item.",
      mend: "Use something of the item that stays the same and is unique.",
      avoid: "Don't make up a random key at each rendering.",
      before: "rows.map((row, index) => <Row key={index} {...row} />)",
      after: "rows.map((row) => <Row key={row.id} {...row} />)",
    },
    "lint/a11y/useButtonType": {
      means: "A button without a type submits the form that it stands in.",
      mend: 'Write `type="button"`, or `type="submit"` where it is meant to submit.',
      avoid: "Don't write `button` on the one that submits.",
      before: "<button onClick={open}>Open</button>",
      after: '<button type="button" onClick={open}>Open</button>',
    },
    "lint/complexity/noForEach": {
      means: "`forEach` can't be left early and does not wait for async work.",
      mend: "Use `for … of`.",
      avoid: "Mind `return` inside: it has to become `continue`.",
      before: "items.forEach((item) => use(item));",
      after: "for (const item of items) use(item);",
    },
  },
  same: {
    "lint/correctness/noUnusedVariables": "eslint:no-unused-vars",
    "lint/correctness/noUnusedImports": "eslint:no-unused-vars",
    "lint/correctness/noUndeclaredVariables": "eslint:no-undef",
    "lint/correctness/useExhaustiveDependencies": "eslint:react-hooks/exhaustive-deps",
    "lint/correctness/noSwitchDeclarations": "eslint:no-case-declarations",
    "lint/suspicious/noDoubleEquals": "eslint:eqeqeq",
    "lint/suspicious/noExplicitAny": "eslint:no-explicit-any",
    "lint/suspicious/noFallthroughSwitchClause": "eslint:no-fallthrough",
    "lint/suspicious/noEmptyBlockStatements": "eslint:no-empty",
    "lint/suspicious/noConsole": "eslint:no-console",
    "lint/suspicious/noPrototypeBuiltins": "eslint:no-prototype-builtins",
    "lint/suspicious/useAwait": "eslint:require-await",
    "lint/style/useConst": "eslint:prefer-const",
    "lint/style/noNonNullAssertion": "eslint:no-non-null-assertion",
  },
};

export const prettier: ToolAdvice = {
  language: "text",
  general:
    "The file is not laid out as prettier would. Run it on this file and nothing else; don't lay out by hand. If it can't read the file, there is a mistake in its syntax: mend that first.",
  codes: {},
  same: {},
};
