import type { Advice, ToolAdvice } from "../advice.ts";

const failedAssertion = {
  means: "The code gives something else than the test expects.",
  mend: "Read what was expected and what came, then find out which is right: names of tests, documents and callers say what is meant. Mostly the code is wrong: mend it there, where the wrong value is made. Only when the wanted behaviour has clearly changed is the test to be brought up to date.",
  avoid:
    "Don't copy what came into the expectation, don't skip or delete the test, and don't make an exception in the code for the test's values.",
};

const python: Advice = {
  ...failedAssertion,
  before: "def total(prices):\n    return sum(prices[1:])\n\n# assert total([1, 2]) == 3, it gave 2",
  after: "def total(prices):\n    return sum(prices)",
};

const typescript: Advice = {
  ...failedAssertion,
  before:
    "const total = (prices: number[]) => prices.slice(1).reduce((sum, price) => sum + price, 0);\n// expected 3, received 2",
  after: "const total = (prices: number[]) => prices.reduce((sum, price) => sum + price, 0);",
};

export const pytest: ToolAdvice = {
  language: "python",
  general:
    "Run the one test that fails until it passes, then its whole file. Several tests that fail alike have one cause: look at what they share, a fixture, an import, a helper. An error while tests are collected is one of imports or syntax.",
  codes: {
    AssertionError: python,
    ImportError: {
      means: "A module that the test needs can't be imported.",
      mend: "Look at the last line of the message: a name that has moved or is misspelt, or modules that import each other. Mend the import or break the circle.",
      avoid: "Don't wrap the import in try, and don't install packages.",
      before: "from shop.prices import total_price",
      after: "from shop.prices import total",
    },
    TypeError: {
      means: "A call does not fit the function, or a value is of another kind than the code takes.",
      mend: "Follow the traceback to the first line of the project's own code, and see where the value comes from, often a None that was not expected.",
      avoid: "Don't convert at the place where it breaks when the value is wrong from the start.",
      before: "def label(user):\n    return 'user ' + user.id",
      after: "def label(user):\n    return f'user {user.id}'",
    },
  },
  same: {
    failed: "AssertionError",
    failure: "AssertionError",
    ModuleNotFoundError: "ImportError",
    error: "ImportError",
    AttributeError: "TypeError",
  },
};

export const vitest: ToolAdvice = {
  language: "ts",
  general:
    "Run the one file that fails until it passes. Several tests that fail alike have one cause: look at what they share. A test that fails only sometimes waits for the wrong thing: make it wait for what it needs, never for a time.",
  codes: {
    AssertionError: typescript,
    TypeError: {
      means: "Something is used that is not what the code takes it for, mostly undefined.",
      mend: "Follow the stack to the first line of the project's own code, and see where the value comes from: a missing import, a promise that is not awaited, a stand-in that lacks a method.",
      avoid: "Don't add `?.` where it breaks when the value has to be there.",
      before: "const user = load(id);\nreturn user.name;",
      after: "const user = await load(id);\nreturn user.name;",
    },
    snapshot: {
      means: "What was made differs from what was recorded.",
      mend: "Look at the difference. Where the change is not wanted, mend the code. Where it clearly is, write the snapshot anew for this test only.",
      avoid: "Don't write all snapshots anew.",
      before: "expect(render(page)).toMatchSnapshot(); // <p>Helo</p>",
      after: "const page = '<p>Hello</p>'; // the recorded text was right",
    },
  },
  same: {
    failed: "AssertionError",
    failure: "AssertionError",
    JestAssertionError: "AssertionError",
    ReferenceError: "TypeError",
  },
};
