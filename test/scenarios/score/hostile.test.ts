import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { ends, once } from "./case.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** A command that would leave a trace that outlives the context. */
const bait = "touch $TUTTI_WORKSPACE/pwned";

const values = [
  `$(${bait})`,
  `\`${bait}\``,
  `"; ${bait}; "`,
  `'; ${bait}; '`,
  `a\n${bait}\n`,
  `&& ${bait}`,
  "$PATH",
  "\\",
  "-rf",
  "{{ 1 + 1 }}",
  "é\u2028\t*?[",
];

/** Ways to put a value into a command; each prints it into a file whose content shows that nothing was lost or run. */
const lines = [
  "printf %s {{ value }} >{{ out }}",
  'printf %s "{{ value }}" >"{{ out }}"',
  "printf %s '{{ value }}' >'{{ out }}'",
  'x={{ value }}; printf %s "$x" >{{ out }}',
  'sh -c \'printf %s "$1" >"$2"\' sh {{ value }} {{ out }}',
];

test("a value is never run, however a command names it, and arrives whole", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const rules = values.flatMap((_, place) =>
    lines.map((line, form) => {
      const out = `{{ workspace }}/${String(place)}-${String(form)}`;
      return { command: line.replaceAll("value", `values[${String(place)}]`).replaceAll("{{ out }}", out) };
    }),
  );
  const list = values.map((_, place) => ({
    command: [
      "sh",
      "-c",
      'printf %s "$1" >"$2"',
      "sh",
      `{{ values[${String(place)}] }}`,
      `{{ workspace }}/${String(place)}-list`,
    ],
  }));

  const played = await kit.playScore({
    workspace: "./out",
    variables: { values },
    agent: "scripted",
    retry: once,
    sheets: [
      {
        id: "a",
        prompt: "create b.txt b",
        validations: [...rules, ...list],
        skip_when_command: 'test {{ values[0] }} = ""',
      },
    ],
  });

  expect(played.states).toEqual({ a: "landed" });
  const forms = [...lines.map((_, form) => String(form)), "list"];
  for (const [place, value] of values.entries()) {
    for (const form of forms) expect(kit.read(`../out/${String(place)}-${form}`), `${form}: ${value}`).toBe(value);
  }
  expect(pwned(kit)).toBe("");
});

test("sheets may have any name: no name is run, leads out of its folder or takes another's place", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const ids = [`$(${bait})`, "it's", 'say "hi"', "../../up", "a b", "A", "a", "-n", `; ${bait} #`, "naïve"];

  const played = await kit.playScore({
    workspace: "./out",
    agent: "scripted",
    retry: once,
    prompt: "create file-{{ sheet_num }}.txt {{ sheet }}",
    validations: [
      { command: 'test "$TUTTI_SHEET" = {{ sheet }} && test "$(cat file-{{ sheet_num }}.txt)" = {{ sheet }}' },
    ],
    sheets: ids.map((id) => ({ id, title: `{{ sheet }} $(${bait})`, skip_when_command: "test {{ sheet }} = nobody" })),
  });

  expect(Object.values(played.states)).toEqual(ids.map(() => "landed"));
  for (const [place, id] of ids.entries()) expect(kit.at("main", `file-${String(place + 1)}.txt`)).toBe(`${id}\n`);
  expect(pwned(kit)).toBe("");
});

test("the output of an agent reaches the next one unchanged, and is neither a template nor a command there", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const said = `{{ 7 * 7 }} {% include 'score.yaml' %} $(${bait})`;

  const played = await kit.playScore({
    agent: "scripted",
    retry: once,
    cross_sheet: { outputs: true },
    sheets: [
      { id: "one", prompt: `print {% raw %}${said}{% endraw %}` },
      { id: "two", after: "one", prompt: "create heard.txt {{ previous_outputs[1] }}" },
    ],
  });

  expect(played.states).toEqual({ one: "done", two: "landed" });
  expect(kit.at("main", "heard.txt")).toBe(`${said}\n`);
  expect(pwned(kit)).toBe("");
});

test("a path that a value leads out of its folder is refused before anything is run", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  await expect(
    kit.playScore({
      agent: "scripted",
      variables: { up: "../../../etc" },
      sheets: [{ id: "a", prompt: "create b.txt b", validations: [{ file_exists: "{{ up }}/passwd" }] }],
    }),
  ).rejects.toThrow(/must stay inside the sheet's context/);
});

test("a link out of the context proves nothing", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.playScore({
    agent: "scripted",
    retry: once,
    sheets: [
      {
        id: "a",
        prompt: "link /etc/passwd secret\nlink /etc inside",
        validations: [{ content_contains: { path: "secret", text: "root" } }, { file_exists: "inside/passwd" }],
      },
    ],
  });

  expect(played.states).toEqual({ a: "failed" });
  expect(ends(played)[0]?.verdict).toMatchObject({ results: [{ passed: false }, { passed: false }] });
});

/** The files that a value made when it was run, anywhere below the story's folder. */
function pwned(of: Kit): string {
  return execFileSync("find", [dirname(of.repository), "-name", "pwned"], { encoding: "utf8" });
}
