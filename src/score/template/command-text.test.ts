import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { commandText } from "./command-text.ts";
import type { CommandText } from "./command-text.ts";
import { makeEngine } from "./engine.ts";

const engine = makeEngine({ plain: {}, numbered: "" });
const shells = ["sh", "bash"];

function made(line: string, values: Readonly<Record<string, unknown>>): CommandText {
  const result = commandText(engine, line, values);
  if (result.kind === "wrong") throw new Error(result.why);
  return result.value;
}
const script = (line: string, values: Readonly<Record<string, unknown>> = { v: "x y" }): string => made(line, values).script;
const why = (line: string, values: Readonly<Record<string, unknown>> = { v: "x y" }): string => {
  const result = commandText(engine, line, values);
  return result.kind === "wrong" ? result.why : `script: ${result.value.script}`;
};

function printed(shell: string, line: string, values: Readonly<Record<string, unknown>>): { readonly text: string; readonly files: readonly string[] } {
  const { script: text, env } = made(line, values);
  const folder = tempFolder();
  const output = execFileSync(shell, ["-c", text], { cwd: folder, env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "pipe", "pipe"] });
  return { text: output.toString(), files: readdirSync(folder) };
}

// Each place prints the value between brackets. Comments with apostrophes and quotes stand between, to lead the reader astray.
const everyPlace = [
  String.raw`printf '[%s]\n' {{ v }} "{{ v }}" '{{ v }}' a{{ v }}b "a{{ v }}b" 'a{{ v }}b' {{ v }}{{ v }} --x={{ v }} # it's {{ v }} "`,
  String.raw`printf '[%s]\n' "$(printf '%s' {{ v }}x)" "$(printf '%s' "{{ v }}x")" "$(printf '%s' '{{ v }}x')" # don't`,
  String.raw`printf '[%s]\n' "\"{{ v }}\"" \'{{ v }} "it's {{ v }}" 'say "{{ v }}"' "$(echo ")" '(' | cat >/dev/null; (:); printf '%s' {{ v }}x)"`,
  'printf \'[%s]\\n\' ${nothing:-{{ v }}} "${nothing:-{{ v }}}" `echo "it\'s"`{{ v }}',
  "x={{ v }}; printf '[%s]\\n' \"$x\"; (printf '[%s]\\n' {{ v }}); { printf '[%s]\\n' {{ v }}; }",
  "cat <<EOF; cat <<-'END' ; printf '[%s]\\n' {{ v }}\n[{{ v }}] it's $(printf '%s' {{ v }}x)\nEOF\n\tit's\n\tEND",
  "printf '[%s]\\n' {{ v }}",
  "{% for i in [v, v] %}printf '[%s]\\n' {{ i }} '{{ i }}'; {% endfor %}{% if true %}printf '[%s]\\n' \"{{ v ~ 'z' }}\"{% endif %}",
].join("\n");

function expected(v: string): string {
  const lines = [v, v, v, `a${v}b`, `a${v}b`, `a${v}b`, v + v, `--x=${v}`, `${v}x`, `${v}x`, `${v}x`];
  lines.push(`"${v}"`, `'${v}`, `it's ${v}`, `say "${v}"`, `${v}x`, v, v, `it's${v}`, v, v, v);
  const document = `[${v}] it's ${v}x\nit's\n`;
  return [...lines.map((line) => `[${line}]\n`), document, ...[v, v, v, v, v, v, `${v}z`].map((line) => `[${line}]\n`)].join("");
}

describe("a value in a command", () => {
  it.each(shells)("is printed as it is wherever it stands, and nothing of it is run: %s", (shell) => {
    const nasty = fc.constantFrom(
      "'",
      '"',
      "`",
      "$",
      "\\",
      "$(touch x)",
      "`touch x`",
      ";touch x;",
      "\n",
      "*",
      "{{ 7*7 }}",
      "EOF\n",
      "${HOME}",
      "#",
      "!",
      "~",
      " ",
      "é😀",
      "-n",
      "%s",
      ")",
      "}",
      "]]",
    );
    const value = fc
      .array(
        fc.oneof(
          nasty,
          fc.string({ maxLength: 5 }).map((text) => text.replaceAll(/\0|[\uD800-\uDFFF]/g, "")),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(value, (v) => {
        const result = printed(shell, everyPlace, { v });
        expect(result.text).toBe(expected(v));
        expect(result.files).toEqual([]);
      }),
      { numRuns: 40, examples: [["$(touch x)"], ["'; touch x; '"], ['"; touch x; "'], ["`touch x`"], ["a\nEOF\ntouch x\n"], ["\\"], ["*"], [""]] },
    );
  });

  it("is handed over in a variable, the same value in the same one", () => {
    expect(made("a {{ v }} '{{ w }}' \"{{ v }}\"", { v: "1 2", w: 3 })).toEqual({
      script: 'a "${TUTTI_VALUE_1}" \'\'"${TUTTI_VALUE_2}"\'\' "${TUTTI_VALUE_1}"',
      env: { TUTTI_VALUE_1: "1 2", TUTTI_VALUE_2: "3" },
      shown: `a 1 2 '3' "1 2"`,
    });
  });

  it("leaves the text of the line alone", () => {
    expect(script("{% raw %}{{ v }}{% endraw %} ${#name} ${x%.*} {# gone #}$((1 + 2)) $'\\n'")).toBe("{{ v }} ${#name} ${x%.*} $((1 + 2)) $'\\n'");
    expect(script("n={{ v }}; echo ${#n} $(( {{ n }} + 1 ))", { v: "a b", n: 3 })).toBe('n="${TUTTI_VALUE_1}"; echo ${#n} $(( ${TUTTI_VALUE_2} + 1 ))');
  });

  it.each<[string, RegExp]>([
    ["echo \\{{ v }}", /right after a backslash/],
    ["echo ${{ v }}", /right after a \$/],
    ['echo "${{ v }}"', /right after a \$/],
    ["echo `echo {{ v }}`", /write \$\(…\) instead/],
    ["echo $'a{{ v }}'", /\$'…'/],
    ["echo $'it\\'s' {{ v }}", /\$'…'/],
    ["cat <<'EOF'\n{{ v }}\nEOF", /end is quoted/],
    ["cat <<{{ v }}\nx\n", /where a here-document ends/],
    ["echo $(case x in a) echo;; esac; echo {{ v }})", /after a case/],
    ["echo {{ wo }}", /no variable "wo"/],
  ])("is refused where it can't be handed over: %j", (line, words) => {
    expect(why(line)).toMatch(words);
  });

  it.each([
    "echo $(( {{ v }} + 1 ))",
    "(( x = {{ v }} ))",
    "let x={{ v }}",
    "declare -i x={{ v }}",
    "a[{{ v }}]=1",
    "echo ${a[{{ v }}]} ${x:{{ v }}:1}",
    "[[ {{ v }} -eq 1 ]]",
    "if [[ a && '{{ v }}' -eq 1 && b ]]; then :; fi",
    "test -v {{ v }}",
    "unset {{ v }}",
  ])("must be a whole number where bash would calculate with it: %j", (line) => {
    expect(why(line, { v: "a[$(touch x)]" })).toMatch(/only (?:a )?whole number/);
    expect(why(line, { v: 7 })).toMatch(/^script: /);
  });

  it.each([
    'bash -c "echo {{ v }}"',
    "sudo sh -ec 'echo {{ v }}'",
    "eval echo {{ v }}",
    "trap '{{ v }}' EXIT",
    "ssh host 'ls {{ v }}'",
    "bash <<EOF\necho {{ v }}\nEOF",
    "cat <<EOF | sh\necho {{ v }}\nEOF",
  ])("does not become part of another shell's text, unless it is harmless there: %j", (line) => {
    expect(why(line, { v: "$(touch x)" })).toMatch(/another shell's text/);
    expect(why(line, { v: "src/a-b.ts" })).toMatch(/^script: /);
  });

  it("can be an argument of another shell", () => {
    expect(printed("sh", "sh -c 'printf %s \"$1\"' sh {{ v }}", { v: "$(touch x)" })).toEqual({ text: "$(touch x)", files: [] });
  });

  it("is refused when no program could be given it", () => {
    expect(why("echo {{ v }}", { v: "a\0b" })).toMatch(/NUL/);
    expect(why("echo {{ v }}", { v: "é".repeat(50_001) })).toMatch(/100 KB/);
    expect(why("{% for i in range(20) %}echo {{ v ~ i }};{% endfor %}", { v: "x".repeat(90_000) })).toMatch(/1 MB/);
    expect(why("echo {{ v * 1000 }}", { v: "x".repeat(100) })).toMatch(/^script: /);
  });
});
