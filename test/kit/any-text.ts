import fc from "fast-check";

/** Pieces that have made trouble for writers of YAML, of templates or of commands. */
const trouble = fc.constantFrom(
  ..."'\"`:#-?|>&*!%@,[]{}=~\\/<$".split(""),
  ...[
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\n ",
    " \n",
    "\n\t",
    ": ",
    " #",
    "- ",
    "? ",
    "\n---\n",
    "\n...\n",
    "---",
    "...",
    "{{ x }}",
    "{% raw %}",
    "{# no #}",
    "${#x}",
  ],
  ...[
    "é",
    "字",
    "🎼",
    "👩‍👩‍👧",
    "\u00A0",
    "\u00AD",
    "\u200B",
    "\u202E",
    "\u2028",
    "\u0085",
    "\uFEFF",
    "\uFFFE",
    "\uD800",
    "\u0000",
    "\u0007",
    "\u001B",
    "\u007F",
    "\u009F",
  ],
);

const mistakable = fc.constantFrom(
  ...[
    "1",
    "-1",
    "0x1f",
    "0o17",
    "010",
    "1e3",
    "1.0",
    ".5",
    "1_000",
    ".inf",
    ".nan",
    "12:30:00",
    "true",
    "False",
    "yes",
    "no",
    "on",
    "y",
    "null",
    "Null",
    "~",
    "2024-01-01",
    "2024-01-01T10:00:00Z",
  ],
  ...[
    "<<",
    "=",
    "!!str x",
    "&a",
    "*a",
    "@a",
    "`a",
    "%YAML 1.2",
    "[a, b]",
    "{a: b}",
    "- a",
    "? a",
    "a: b",
    "a:",
    ": a",
    "# a",
    "a # b",
    "|",
    ">",
    "|-\n a",
    "'a'",
    '"a"',
    "a\\nb",
    "",
    " ",
    "\n",
    "\t",
  ],
);

const piece = fc.oneof(
  { arbitrary: trouble, weight: 3 },
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom("word", "x".repeat(200), "a b ".repeat(60)),
);

/** Any text, above all the kinds that are hard to write down. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")), weight: 4 },
  mistakable,
  fc
    .array(fc.constantFrom("one", "  two", "\tthree", "", " ", "four "), { maxLength: 6 })
    .map((lines) => lines.join("\n")),
  fc.string({ unit: "binary", maxLength: 10 }),
);

export const someText = anyText.filter((text) => text !== "");

/** Without what a program's arguments can't hold. */
export const argument = anyText.map((text) => text.replaceAll("\0", ""));

export const oneLine = anyText.map((text) => text.replaceAll(/\p{Cc}/gu, "")).filter((text) => text.trim() !== "");

export const name = fc
  .oneof(fc.constantFrom("y", "no", "null", "true", "_", "x1"), fc.stringMatching(/^[A-Za-z_]\w{0,8}$/))
  .filter((text) => text !== "__proto__");

/** Text that may be a key. */
export const key = someText.filter((text) => text !== "<<" && text !== "__proto__");
