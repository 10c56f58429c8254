import type { ToolAdvice } from "../advice.ts";

export const eslint: ToolAdvice = {
  language: "ts",
  general:
    "A rule points at a habit that tends to hide bugs. Mend the cause in the code that is named; what the function does for its callers stays the same. When a rule wants a type, find the real one in the code around it instead of a wide one.",
  codes: {
    "no-unused-vars": {
      means: "A variable, import, parameter or function is declared and never read.",
      mend: "Remove the declaration together with what was only there for it. If an initialiser has an effect, keep the call and drop the variable. A parameter that must stay for the ones behind it gets the name that the project's configuration allows, usually with a leading underscore.",
      avoid:
        "Don't use it somewhere only to please the rule, and don't export it. If it looks as if it was meant to be used, the bug is the missing use: mend that.",
      before: "const size = items.length;\nconst total = sum(items);\nreturn total;",
      after: "const total = sum(items);\nreturn total;",
    },
    "no-undef": {
      means: "A name is used that is neither declared nor imported here.",
      mend: "Look for the name in the project: import it from the module that exports it. If it is misspelt, spell it right. If it is a global of the runtime, use the form that the rest of the project uses.",
      avoid: "Don't declare an empty variable of that name, and don't add a `global` comment.",
      before: "export const here = () => join(root, 'a');",
      after: "import { join } from 'node:path';\n\nexport const here = () => join(root, 'a');",
    },
    eqeqeq: {
      means: "`==` converts its operands before it compares them.",
      mend: "Use `===` and `!==`. Find out first which types really meet here: where `== null` stands for null and undefined both, write both tests, unless the configuration allows it for null.",
      avoid: "Don't change a comparison of a number with a text into one that is always false: convert one side.",
      before: "if (input.value == 3) start();",
      after: "if (Number(input.value) === 3) start();",
    },
    "prefer-const": {
      means: "A variable is declared with `let` and never assigned again.",
      mend: "Write `const`. Where one name of a destructuring changes and another does not, split it only if the rule asks for that.",
      avoid: "Don't add an assignment to keep the `let`.",
      before: "let name = read();",
      after: "const name = read();",
    },
    "no-explicit-any": {
      means: "`any` switches type checking off for everything that touches it.",
      mend: "Write the type that the values really have: look at who calls and at what is read from it. For values from outside take `unknown` and narrow it before use. For a container or a callback a type parameter often fits.",
      avoid:
        "Don't move the `any` into an alias or an assertion (`as any`), and don't write `Function` or `object` for it.",
      before: "function first(list: any) {\n  return list[0];\n}",
      after: "function first<T>(list: readonly T[]): T | undefined {\n  return list[0];\n}",
    },
    "no-floating-promises": {
      means: "A promise is neither awaited nor handled: its failure is lost, and what follows does not wait for it.",
      mend: "`await` it where the code has to wait. Where it must not wait, handle its failure with `.catch(…)`. If nobody needs the outcome and it can't fail, `void` says so.",
      avoid:
        "Don't write `void` in front of work that can fail, and don't make a function async whose callers don't await it without mending them too.",
      before: "save(order);\nclose();",
      after: "await save(order);\nclose();",
    },
    "no-misused-promises": {
      means:
        "An async function or a promise stands where a plain value is expected: a condition, or a callback whose result nobody looks at.",
      mend: "In a condition, await the promise. For a callback, hand over a function that starts the work and handles its failure.",
      avoid: "Don't cast the function to another type.",
      before: "if (isOpen(door)) enter();",
      after: "if (await isOpen(door)) enter();",
    },
    "no-empty": {
      means: "A block has nothing in it; for `catch` that means that failures vanish.",
      mend: "Handle the failure, let it through, or, where it is really expected, say in a comment inside of the block why nothing has to be done.",
      avoid: "Don't add a log line that nobody reads in place of a decision.",
      before: "try {\n  await remove(path);\n} catch {}",
      after: "try {\n  await remove(path);\n} catch {\n  // Somebody else has removed it: that is what was wanted.\n}",
    },
    "no-console": {
      means: "Something prints to the console that is no command line of its own.",
      mend: "Use the project's logger if it has one. Remove what was left from debugging.",
      avoid: "Don't hide the call behind another name, and don't remove output that users of a program rely on.",
      before: "console.log('loaded', rules.length);",
      after: "log.debug('loaded', rules.length);",
    },
    "no-unsafe-assignment": {
      means:
        "A value of type `any` flows into typed code (or is called, read, passed on or returned), so that the types after it are only claimed.",
      mend: "Mend it where the `any` comes from: type the source (what `JSON.parse` gave, an untyped import, a `catch` variable) as `unknown`, then narrow or validate it once.",
      avoid: "Don't put an assertion at each place of use.",
      before: "const options = JSON.parse(text);\nrun(options.name);",
      after: "const options: unknown = JSON.parse(text);\nrun(optionsSchema.parse(options).name);",
    },
    "no-non-null-assertion": {
      means: "`!` claims that a value is there, and nothing checks it.",
      mend: "Handle the case in which it is missing: return early, throw with a reason, or take a default that is right. Often the code can be arranged so that the type already says so.",
      avoid: "Don't replace it with `as`, and don't add `?.` where a missing value would then be passed over silently.",
      before: "const user = users.get(id)!;",
      after: "const user = users.get(id);\nif (user === undefined) throw new Error(`there is no user ${id}`);",
    },
    "require-await": {
      means: "A function is `async` and awaits nothing.",
      mend: "Remove `async` when callers don't depend on a promise. When an interface asks for one, return it explicitly.",
      avoid:
        "Don't add `await` in front of a plain value. Mind that without `async` an exception is thrown at once instead of rejecting.",
      before: "async function size() {\n  return items.length;\n}",
      after: "function size() {\n  return items.length;\n}",
    },
    "no-case-declarations": {
      means: "A `case` declares a variable that all other cases of the switch see too, before it has a value.",
      mend: "Put the body of that case in braces.",
      avoid: "Don't change `const` into `var`.",
      before: "case 'a':\n  const x = one();\n  return x;",
      after: "case 'a': {\n  const x = one();\n  return x;\n}",
    },
    "no-fallthrough": {
      means: "One case runs on into the next one.",
      mend: "Decide by what the code does: add the `break` or `return` that is missing. If running on is meant, say so with the comment that the rule knows (`// falls through`).",
      avoid: "Don't add a `break` without looking at what callers get now.",
      before: "case 1:\n  start();\ncase 2:\n  stop();",
      after: "case 1:\n  start();\n  break;\ncase 2:\n  stop();",
    },
    "no-shadow": {
      means: "An inner name is the same as an outer one, so that readers take one for the other.",
      mend: "Rename the inner one to what it really is, in its whole scope.",
      avoid: "Don't rename the outer one when it is exported.",
      before: "const name = 'a';\nlist.map((name) => name.id);",
      after: "const name = 'a';\nlist.map((entry) => entry.id);",
    },
    "no-prototype-builtins": {
      means:
        "A method of Object.prototype is called on a value that may have a property of that name, or no prototype.",
      mend: "Use `Object.hasOwn(value, key)`, or `Object.prototype.hasOwnProperty.call(value, key)` on older runtimes.",
      avoid: "Don't use `key in value` instead: it also finds what is inherited.",
      before: "if (map.hasOwnProperty(key)) use(key);",
      after: "if (Object.hasOwn(map, key)) use(key);",
    },
    "no-useless-escape": {
      means: "A backslash stands before a character that needs none.",
      mend: "Remove the backslash, after making sure that no other escape was meant: in a text `'\\d'` is just `d`, and in a pattern made from text it may have to be `'\\\\d'`.",
      avoid: "Don't remove one that changes what a regular expression matches.",
      before: "const end = /\\;$/;",
      after: "const end = /;$/;",
    },
    "ban-ts-comment": {
      means: "A comment switches the type checker off for a line.",
      mend: "Remove the comment and mend the type error that it hid.",
      avoid: "Don't swap one such comment for another.",
      before: "// @ts-ignore\nconst port: number = env.PORT;",
      after: "const port = Number(env.PORT);",
    },
    "react-hooks/exhaustive-deps": {
      means: "An effect or memo reads a value that is not in its list of dependencies, so it works with an old one.",
      mend: "Add the value. If that runs the effect too often, make the value steady: move it into the effect, wrap a function in `useCallback`, or use the functional form of a state setter.",
      avoid: "Don't empty the list, and don't add a value that changes on every render without making it steady.",
      before: "useEffect(() => load(id), []);",
      after: "useEffect(() => load(id), [id, load]);",
    },
  },
  same: {
    "no-unsafe-member-access": "no-unsafe-assignment",
    "no-unsafe-argument": "no-unsafe-assignment",
    "no-unsafe-return": "no-unsafe-assignment",
    "no-unsafe-call": "no-unsafe-assignment",
    "unused-imports/no-unused-imports": "no-unused-vars",
    "unused-imports/no-unused-vars": "no-unused-vars",
  },
};
