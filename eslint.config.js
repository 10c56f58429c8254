import comments from "@eslint-community/eslint-plugin-eslint-comments";
import { defineConfig } from "eslint/config";
import unicorn from "eslint-plugin-unicorn";
import tseslint from "typescript-eslint";
import { mayImport, pure, readsDisk } from "./scripts/may-import.mjs";

const pureFiles = pure.map((folder) => `src/${folder}/**/*.ts`);
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

export default defineConfig(
  { ignores: ["dist/", "coverage/", ".tmp/", "runtime/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["**/*.ts", ...plainScripts],
    plugins: { unicorn, "eslint-comments": comments },
    rules: {
      "unicorn/filename-case": ["error", { case: "kebabCase" }],
      "unicorn/prefer-node-protocol": "error",
      "eslint-comments/require-description": ["error", { ignore: ["eslint-enable"] }],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 90 }],
      "max-depth": ["error", 3],
      "max-params": ["error", 3],
      "no-console": "error",
      eqeqeq: "error",
      "no-restricted-syntax": ["error", ...shapes],
    },
  },
  { files: ["src/**/*.ts"], rules: { "no-restricted-syntax": ["error", ...productShapes, noRecursiveRemoval] } },
  {
    files: ["src/isolation/**/*.ts"],
    ignores: ownLines,
    rules: { "no-restricted-syntax": ["error", ...productShapes] },
  },
  {
    files: engineFiles,
    ignores: ownLines,
    rules: {
      "no-restricted-globals": ["error", ...fromTheWorld],
      "no-restricted-properties": [
        "error",
        random,
        { object: "Date", property: "now", message: "Time comes through the World." },
      ],
      "no-restricted-imports": ["error", worldImports],
      "no-restricted-syntax": ["error", ...productShapes, noRecursiveRemoval, noReadingOfTheClock],
    },
  },
  {
    files: pureFiles,
    ignores: [...readsDisk, ...ownLines],
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
      "no-restricted-syntax": ["error", ...shapes],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-misused-spread": "off",
    },
  },
  // Their tools want a default export.
  { files: ["*.config.{js,ts}"], rules: { "no-restricted-syntax": "off" } },
  {
    // Must parse on Node 12, to tell it what is missing.
    files: launcher,
    languageOptions: { ecmaVersion: 2020, sourceType: "commonjs" },
    rules: {
      "unicorn/prefer-node-protocol": "off",
      "no-restricted-syntax": [
        "error",
        ...["ChainExpression", "LogicalExpression[operator='??']", "Literal[value=/^node:/]"].map((selector) => ({
          selector,
          message: "Node 12 does not know this.",
        })),
      ],
    },
  },
  {
    files: vagueNames.map((name) => `**/*${name}*.{ts,js,mjs}`),
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "Program", message: "A file is named for what it holds: a noun of the domain." },
      ],
    },
  },
);
