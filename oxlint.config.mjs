import { defineConfig } from "oxlint";
import { mayImport, pure, readsDisk } from "./scripts/may-import.mjs";

const pureFiles = [...pure.map((folder) => `src/${folder}/**/*.ts`), "packages/*/src/**/*.ts"];
// Folders with a line of their own in the table of walls do things for real.
const ownLines = Object.keys(mayImport)
  .filter((folder) => folder.includes("/"))
  .map((folder) => `src/${folder}/**/*.ts`);
const engineFiles = ["src/conductor/**/*.ts", "src/landing/**/*.ts"];
const tests = ["**/*.test.ts", "test/**/*.ts"];
const plainScripts = ["**/*.js", "**/*.mjs", "bin/tutti"];
const launcher = ["bin/**"];
const vagueNames = ["manager", "service", "utils", "helpers", "common", "misc"];

const shapes = [
  { selector: "ExportDefaultDeclaration", message: "Named exports only." },
  { selector: "ExportAllDeclaration", message: "No barrels: import from the file that has it." },
  { selector: "TSEnumDeclaration", message: "Use a union of string literals." },
  { selector: "Property[key.name='shell'][value.value=true]", message: "Run an argv, never a command line." },
  {
    selector:
      ":matches(CallExpression[callee.name=/^(spawn|exec|execFile|fork)(Sync)?$/], CallExpression[callee.property.name=/^(spawn|execFile)(Sync)?$/]) > TemplateLiteral:first-child",
    message: "Run an argv, never a command line put together from text.",
  },
];
const productShapes = [
  ...shapes,
  {
    selector: "NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]",
    message: "Throw a TuttiError with a code of src/base/error-codes.ts.",
  },
];
const noRecursiveRemoval = {
  selector:
    "CallExpression:matches([callee.name=/^rm(dir)?(Sync)?$/], [callee.property.name=/^rm(dir)?(Sync)?$/]) > ObjectExpression > Property[key.name='recursive']",
  message: "Only src/isolation removes trees, and only with a proof of capture.",
};
const noReadingOfTheClock = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: "The time comes through the World.",
};

const random = { object: "Math", property: "random", message: "Chance comes in with the event, or through the World." };
const fromTheWorld = ["setTimeout", "setInterval", "setImmediate", "performance"].map((name) => ({
  name,
  message: "Time comes through the World.",
}));
const outside = ["Date", "process", "fetch", "console", "crypto", "queueMicrotask"].map((name) => ({
  name,
  message: "This folder only decides: what it needs to know is passed in.",
}));
const worldImports = {
  paths: [
    ...["node:timers", "node:timers/promises", "node:perf_hooks"].map((name) => ({
      name,
      message: "Time comes through the World.",
    })),
    {
      name: "node:crypto",
      importNames: ["randomBytes", "randomInt", "randomUUID"],
      message: "Chance comes through the World.",
    },
  ],
};

/** All that typescript-eslint calls strict, with types. */
const strict = [
  "no-var",
  "prefer-const",
  "prefer-rest-params",
  "prefer-spread",
  "typescript/await-thenable",
  "no-array-constructor",
  "typescript/no-array-delete",
  "typescript/no-base-to-string",
  "typescript/no-deprecated",
  "typescript/no-duplicate-enum-values",
  "typescript/no-duplicate-type-constituents",
  "typescript/no-dynamic-delete",
  "typescript/no-empty-object-type",
  "typescript/no-explicit-any",
  "typescript/no-extra-non-null-assertion",
  "typescript/no-extraneous-class",
  "typescript/no-floating-promises",
  "typescript/no-for-in-array",
  "typescript/no-generated-empty-object-type",
  "typescript/no-implied-eval",
  "typescript/no-invalid-void-type",
  "typescript/no-meaningless-void-operator",
  "typescript/no-misused-new",
  "typescript/no-misused-promises",
  "typescript/no-misused-spread",
  "typescript/no-mixed-enums",
  "typescript/no-namespace",
  "typescript/no-non-null-asserted-nullish-coalescing",
  "typescript/no-non-null-asserted-optional-chain",
  "typescript/no-non-null-assertion",
  "typescript/no-redundant-type-constituents",
  "typescript/no-require-imports",
  "typescript/no-this-alias",
  "typescript/no-unnecessary-boolean-literal-compare",
  "typescript/no-unnecessary-template-expression",
  "typescript/no-unnecessary-type-arguments",
  "typescript/no-unnecessary-type-assertion",
  "typescript/no-unnecessary-type-constraint",
  "typescript/no-unnecessary-type-conversion",
  "typescript/no-unnecessary-type-parameters",
  "typescript/no-unsafe-argument",
  "typescript/no-unsafe-assignment",
  "typescript/no-unsafe-call",
  "typescript/no-unsafe-declaration-merging",
  "typescript/no-unsafe-enum-comparison",
  "typescript/no-unsafe-function-type",
  "typescript/no-unsafe-member-access",
  "typescript/no-unsafe-return",
  "typescript/no-unsafe-unary-minus",
  "no-unused-expressions",
  "no-useless-constructor",
  "typescript/no-useless-default-assignment",
  "typescript/no-wrapper-object-types",
  "typescript/only-throw-error",
  "typescript/prefer-as-const",
  "typescript/prefer-literal-enum-member",
  "typescript/prefer-namespace-keyword",
  "typescript/prefer-promise-reject-errors",
  "typescript/prefer-reduce-type-parameter",
  "typescript/prefer-return-this-type",
  "typescript/related-getter-setter-pairs",
  "typescript/require-await",
  "typescript/triple-slash-reference",
  "typescript/unbound-method",
  "typescript/unified-signatures",
  "typescript/use-unknown-in-catch-callback-variable",
];

/** @type {import("oxlint").OxlintOverride} */
const typescript = {
  files: ["**/*.ts", "**/*.tsx"],
  rules: {
    ...Object.fromEntries(strict.map((name) => [name, /** @type {const} */ ("error")])),
    "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
    "typescript/consistent-type-imports": "error",
    "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "typescript/no-unnecessary-condition": ["error", { allowConstantLoopConditions: "only-allowed-literals" }],
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/restrict-plus-operands": [
      "error",
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
    "typescript/return-await": ["error", "error-handling-correctness-only"],
  },
};

export default defineConfig({
  plugins: ["typescript", "unicorn"],
  categories: { correctness: "off" },
  jsPlugins: ["./scripts/house-rules.mjs"],
  ignorePatterns: ["dist/", "coverage/", ".tmp/", "runtime/", "test/fixtures/"],
  overrides: [
    typescript,
    {
      files: ["**/*.ts", "**/*.tsx", ...plainScripts],
      rules: {
        "unicorn/filename-case": ["error", { case: "kebabCase" }],
        "unicorn/prefer-node-protocol": "error",
        "house/require-description": "error",
        "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
        "max-lines-per-function": ["error", { max: 90 }],
        "max-depth": ["error", 3],
        "max-params": ["error", 3],
        "no-console": "error",
        eqeqeq: "error",
        "house/no-restricted-syntax": ["error", ...shapes],
      },
    },
    {
      files: ["src/**/*.ts", "src/**/*.tsx"],
      rules: { "house/no-restricted-syntax": ["error", ...productShapes, noRecursiveRemoval] },
    },
    {
      files: ["src/isolation/**/*.ts"],
      excludeFiles: ownLines,
      rules: { "house/no-restricted-syntax": ["error", ...productShapes] },
    },
    {
      files: engineFiles,
      excludeFiles: ownLines,
      rules: {
        "no-restricted-globals": ["error", ...fromTheWorld],
        "no-restricted-properties": [
          "error",
          random,
          { object: "Date", property: "now", message: "Time comes through the World." },
        ],
        "no-restricted-imports": ["error", worldImports],
        "house/no-restricted-syntax": ["error", ...productShapes, noRecursiveRemoval, noReadingOfTheClock],
      },
    },
    {
      files: pureFiles,
      excludeFiles: [...readsDisk, ...ownLines],
      rules: {
        "no-restricted-globals": ["error", ...fromTheWorld, ...outside],
        "no-restricted-properties": ["error", random],
      },
    },
    { files: ["scripts/**", "bench/**", "prove/**"], rules: { "no-console": "off" } },
    {
      files: tests,
      rules: {
        "max-lines": ["error", { max: 450, skipBlankLines: true, skipComments: true }],
        "max-lines-per-function": "off",
        "no-console": "off",
        "no-restricted-globals": "off",
        "no-restricted-properties": "off",
        "no-restricted-imports": "off",
        "house/no-restricted-syntax": ["error", ...shapes],
        "typescript/no-non-null-assertion": "off",
        "typescript/no-misused-spread": "off",
      },
    },
    // Their tools want a default export.
    { files: ["*.config.{mjs,ts}", "scripts/house-rules.mjs"], rules: { "house/no-restricted-syntax": "off" } },
    {
      // Must parse on Node 12, to tell it what is missing.
      files: launcher,
      rules: {
        "unicorn/prefer-node-protocol": "off",
        "house/no-restricted-syntax": [
          "error",
          ...[
            "ChainExpression",
            "LogicalExpression[operator='??']",
            "PropertyDefinition",
            "Literal[value=/^node:/]",
          ].map((selector) => ({
            selector,
            message: "Node 12 does not know this.",
          })),
        ],
      },
    },
    {
      files: vagueNames.map((name) => `**/*${name}*.{ts,js,mjs}`),
      rules: {
        "house/no-restricted-syntax": [
          "error",
          { selector: "Program", message: "A file is named for what it holds: a noun of the domain." },
        ],
      },
    },
  ],
});
