import { describe, expect, it } from "vitest";
import { makeExcerpt } from "./excerpt.ts";

const stack = Array.from(
  { length: 30 },
  (_, at) => `    at Module.load (node:internal/modules/cjs/loader:${String(at)}:10)`,
);

function excerpt(output: string): string {
  const gathered = makeExcerpt();
  for (const line of output.split("\n")) gathered.add("stdout", line);
  return gathered.text();
}

function firstLine(output: string): string {
  return excerpt(output).split("\n")[0] ?? "";
}

describe("the first line is the one that tells why", () => {
  it.each([
    [
      "a short Node stack",
      "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module 'lodash'\nRequire stack:\n- /x/t.js\n    at f (node:internal/x:1:2) {\n  code: 'MODULE_NOT_FOUND'\n}\n\nNode.js v24.0.0",
      "Error: Cannot find module 'lodash'",
    ],
    [
      "an assertion of Node",
      "node:assert:126\n  throw new AssertionError(obj);\n  ^\n\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2\n\n    at Object.<anonymous> (/x/t.js:2:8)\n",
      "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 1 !== 2",
    ],
    [
      "a syntax error",
      "/x/a.js:3\nconst error = ;\n              ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:internal/modules/cjs/loader:1:2)\n",
      "SyntaxError: Unexpected token ';'",
    ],
    [
      "vitest",
      " RUN  v4.0.0 /x\n\n ❯ src/a.test.ts (2 tests | 1 failed) 5ms\n   × adds 3ms\n     → expected 1 to be 2\n\n⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯\n\n FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2 // Object.is equality\n\n- Expected\n+ Received\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n",
      "FAIL src/a.test.ts > adds AssertionError: expected 1 to be 2 // Object.is equality",
    ],
    [
      "jest",
      "FAIL ./a.test.js\n  ✕ adds (3 ms)\n\n  ● adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 2\n    Received: 1\n\n      1 | test('adds')\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n",
      "● adds expect(received).toBe(expected) // Object.is equality",
    ],
    [
      "Node's own test runner",
      "✖ adds (1.2ms)\nℹ tests 1\nℹ fail 1\n\n✖ failing tests:\n\n✖ adds (1.2ms)\n  AssertionError [ERR_ASSERTION]: 1 == 2\n      at TestContext.<anonymous> (/x/t.js:2:8)\n",
      "AssertionError [ERR_ASSERTION]: 1 == 2",
    ],
    [
      "pytest",
      "===== test session starts =====\ncollected 2 items\n\ntest_a.py .F   [100%]\n\n===== FAILURES =====\n____ test_b ____\n\n    def test_b():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_a.py:5: AssertionError\n===== short test summary info =====\nFAILED test_a.py::test_b - assert 1 == 2\n===== 1 failed, 1 passed in 0.02s =====\n",
      "FAILED test_a.py::test_b - assert 1 == 2",
    ],
    [
      "pytest that can't import",
      "==== ERRORS ====\n____ ERROR collecting test_a.py ____\nImportError while importing test module '/x/test_a.py'.\nE   ModuleNotFoundError: No module named 'numpy'\n==== short test summary info ====\nERROR test_a.py\n!!!! Interrupted: 1 error during collection !!!!\n",
      "ModuleNotFoundError: No module named 'numpy'",
    ],
    [
      "a Python traceback",
      "Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\n    import foo\nModuleNotFoundError: No module named 'foo'\n",
      "ModuleNotFoundError: No module named 'foo'",
    ],
    [
      "tsc",
      "src/b.ts(9,1): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error in src/b.ts:9\n",
      "src/b.ts(9,1): error TS2322: Type 'string' is not assignable to type 'number'.",
    ],
    [
      "eslint",
      "\n/x/src/a.js\n  1:7  warning  odd  w\n  2:7  error  'x' is never used  no-unused-vars\n\n✖ 2 problems (1 error, 1 warning)\n",
      "/x/src/a.js:2:7 error 'x' is never used no-unused-vars",
    ],
    [
      "cargo build",
      '   Compiling x v0.1.0 (/x)\nerror[E0308]: mismatched types\n --> src/main.rs:2:18\n  |\n2 |     let x: i32 = "a";\n  |\n\nerror: could not compile `x` (bin "x") due to 1 previous error\n',
      "error[E0308]: mismatched types --> src/main.rs:2:18",
    ],
    [
      "cargo test",
      "running 1 test\ntest tests::it ... FAILED\n\nfailures:\n\n---- tests::it stdout ----\nthread 'tests::it' panicked at src/lib.rs:10:9:\nassertion `left == right` failed\n  left: 4\n right: 5\n\ntest result: FAILED. 0 passed; 1 failed\nerror: test failed, to rerun pass `--lib`\n",
      "thread 'tests::it' panicked at src/lib.rs:10:9: assertion `left == right` failed",
    ],
    [
      "go test",
      "=== RUN   TestAdd\n--- FAIL: TestAdd (0.00s)\n    add_test.go:8: got 3, want 4\nFAIL\nFAIL\texample.com/x\t0.002s\nFAIL\n",
      "--- FAIL: TestAdd (0.00s) add_test.go:8: got 3, want 4",
    ],
    [
      "go build",
      "# example.com/x\n./a.go:4:2: undefined: x\nFAIL\texample.com/x [build failed]\n",
      "./a.go:4:2: undefined: x",
    ],
    [
      "make around a compiler",
      "gcc -c a.c\na.c:3:5: error: expected ';' before 'return'\nmake: *** [Makefile:2: a.o] Error 1\n",
      "a.c:3:5: error: expected ';' before 'return'",
    ],
    [
      "make without a rule",
      "make: *** No rule to make target 'test'.  Stop.\n",
      "make: *** No rule to make target 'test'. Stop.",
    ],
    [
      "npm without a script",
      'npm error Missing script: "test"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\nnpm error A complete log of this run can be found in: /x/debug-0.log\n',
      'npm error Missing script: "test"',
    ],
    [
      "npm that can't resolve",
      "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\n",
      "npm error ERESOLVE unable to resolve dependency tree",
    ],
    [
      "npm around a program of its script",
      "> x@1.0.0 test\n> run\n\nthe password is wrong: expected 4\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1\nnpm error path /x\n",
      "the password is wrong: expected 4",
    ],
    [
      "warnings of npm and Node",
      'npm warn Unknown user config "x".\n(node:12) ExperimentalWarning: missing\nsrc/a.js: error  bad thing\n',
      "src/a.js: error bad thing",
    ],
    ["a missing program", "> x@1.0.0 test\n> vitest\n\nsh: 1: vitest: not found\n", "sh: 1: vitest: not found"],
    ["another shell", "bash: line 1: foo: command not found\n", "bash: line 1: foo: command not found"],
    [
      "a missing interpreter",
      "env: 'node': No such file or directory\nmake: *** [Makefile:2: test] Error 127\n",
      "env: 'node': No such file or directory",
    ],
    ["colours", "\u001b[31mError: red\u001b[0m\nmore\n", "Error: red"],
    ["nothing that names a problem", [...stack, "all done", "", "Node.js v24.0.0"].join("\n"), "all done"],
  ])("%s", (_, output, told) => {
    expect(firstLine(output)).toBe(told);
  });
});

it("short output is shown whole, and a first line that tells why stays alone in its place", () => {
  expect(excerpt("\n  two\n")).toBe("two");
  expect(excerpt("Error: no\none\ntwo\n\n")).toBe("Error: no\none\ntwo");
  expect(excerpt("")).toBe("");
});

it("of long output head, problems and tail are shown in their order", () => {
  const output = [
    "> x@1.0.0 test",
    "> node test.js",
    "",
    "Error: Cannot find module 'lodash'",
    ...stack,
    "",
    "Node.js v24.0.0",
  ];
  expect(excerpt(output.join("\n")).split("\n")).toEqual([
    "Error: Cannot find module 'lodash'",
    "> x@1.0.0 test",
    "> node test.js",
    "…",
    "Error: Cannot find module 'lodash'",
    "…",
    ...stack.slice(-3),
    "",
    "Node.js v24.0.0",
  ]);
});

it("both streams are heard: the one that names the problem leads, and stdout is shown first", () => {
  const gathered = makeExcerpt();
  gathered.add("stderr", "npm error code 1");
  gathered.add("stdout", "1 test failed");
  expect(gathered.text()).toBe("1 test failed\nnpm error code 1");
  const plain = makeExcerpt();
  plain.add("stdout", "working");
  plain.add("stderr", "giving up");
  expect(plain.text()).toBe("giving up\nworking\ngiving up");
});

it("many and endless lines stay short, and can't speak to a terminal", () => {
  const gathered = makeExcerpt();
  for (let at = 0; at < 5_000; at += 1) gathered.add("stdout", `error ${String(at)}: ${"x".repeat(5_000)}`);
  gathered.add("stdout", "\u001b[1m".repeat(100_000));
  gathered.add("stdout", "last\u202e word");
  expect(gathered.text().length).toBeLessThan(2_000);
  expect(gathered.text().endsWith("\nlast word")).toBe(true);
});
