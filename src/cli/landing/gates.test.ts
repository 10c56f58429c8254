import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { type Files, type TestRepository, makeRepository } from "../../../test/kit/repository.ts";
import type { GateCheck, GatesView } from "../../api/contract/landing/gates.ts";

/** A user who stands in a repository, where no conductor runs. */
function makeDesk(files: Files): TestRepository {
  const folder = tempFolder();
  const repository = makeRepository(files);
  for (const [name, value] of Object.entries({
    TUTTI_HOME: join(folder, "home"),
    TUTTI_LOCAL: "1",
    TUTTI_CONTAINMENT: "group",
    XDG_CONFIG_HOME: folder,
  }))
    vi.stubEnv(name, value);
  vi.spyOn(process, "cwd").mockReturnValue(repository.path);
  return repository;
}

const gates = `
gates:
  - { name: unit tests, run: sh check.sh, quick: sh quick.sh, timeout: 90s }
  - { name: lint, run: "echo wrong; false" }
  - { name: last, run: "true" }
protected: [.github/**]
`;

describe("tutti gates", () => {
  test("lists what would be run, in order, from the target's commit", async () => {
    const repository = makeDesk({
      ".tutti/gates.yaml": gates,
      "check.sh": "",
      "tutti.config.yaml": "prepare: { commands: [make deps] }\n",
    });
    const { code, out } = await tutti("gates");
    expect(code).toBe(0);
    expect(out).toMatch(/prepare: .*make deps/);
    expect(out).toContain(`3 gates for main at ${repository.head().slice(0, 10)}, in this order:`);
    expect(out).toMatch(
      /GATE .*\n {2}unit tests +\.tutti\/gates.yaml +90 s +sh check.sh\n {4}quick: sh quick.sh\n {2}lint .*\n {2}last .* true/,
    );
    expect(out).toContain("protected: .github/**");
    const view = JSON.parse((await tutti("gates", "list", "--json")).out) as GatesView;
    expect(view.gates.map(({ name, from }) => [name, from])).toEqual([
      ["unit tests", "target"],
      ["lint", "target"],
      ["last", "target"],
    ]);
  });

  test("of another branch are those of that branch, and a branch that is not there is told", async () => {
    const repository = makeDesk({ "a.txt": "" });
    repository.git("switch", "-qc", "next.js");
    repository.commit({ ".tutti/gates.yaml": gates });
    repository.git("switch", "-q", "main");
    expect((await tutti("gates")).out).toContain("0 gates for main");
    expect((await tutti("gates", "--target", "next.js")).out).toContain("3 gates for next.js");
    expect(await tutti("gates", "--target", "nowhere")).toMatchObject({
      code: 2,
      err: expect.stringContaining("refs/heads/nowhere has no commit") as string,
    });
  });

  test("that are not valid are told with the place", async () => {
    makeDesk({ ".tutti/gates.yaml": "gates:\n  - nme: x\n" });
    for (const args of [["gates"], ["gates", "check"]]) {
      const { code, err } = await tutti(...args);
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('.tutti/gates.yaml:2:5 gates[0].nme: unknown key; did you mean "name"?'),
      ]);
    }
  });
});

test("tutti gates check runs them up to the first that fails; what was judged is not run again until it is forgotten", async () => {
  const marks = join(tempFolder(), "marks");
  const repository = makeDesk({ ".tutti/gates.yaml": gates, "check.sh": `echo x >> '${marks}'\n` });
  const first = await tutti("gates", "check");
  expect(first.code).toBe(1);
  expect(first.out).toMatch(/^ok {4}unit tests {2}\d.*\nfail {2}lint .*\n {6}echo wrong; false exited 1: wrong\n/);
  expect(first.out).toContain("–     last (not run)");
  expect(first.out).toContain(`main at ${repository.head().slice(0, 10)}: does not pass`);
  const second = JSON.parse((await tutti("gates", "check", "--json")).out) as GateCheck;
  expect(second.reports.map(({ isCached }) => isCached)).toEqual([true, true]);
  expect(readFileSync(marks, "utf8")).toBe("x\n");
  expect((await tutti("gates", "forget")).out).toBe("2 verdicts dropped");
  await tutti("gates", "check");
  await tutti("gates", "check", "--anew");
  expect(readFileSync(marks, "utf8")).toBe("x\n".repeat(3));
  expect((await tutti("gates", "forget", "--all")).out).toBe("2 verdicts dropped");
});

test("tutti gates check ends well where all pass, and shows a gate that said both of one tree", async () => {
  const mark = join(tempFolder(), "mark");
  makeDesk({
    ".tutti/gates.yaml": `gates: [{ name: shaky, run: "test -e '${mark}' || { touch '${mark}'; exit 1; }" }]`,
  });
  expect(await tutti("gates", "check")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ok {4}shaky .*flaky: failed first/) as string,
  });
  const { out } = await tutti("gates");
  expect(out).toMatch(/^ {2}shaky .* in quarantine {2}/m);
  expect(out).toMatch(/^in quarantine shaky: failed and passed on one tree 1 time since /m);
  vi.spyOn(process, "cwd").mockReturnValue(makeRepository({ ".tutti/gates.yaml": gates }).path);
  expect((await tutti("gates")).out).not.toContain("quarantine");
});

test("tutti gates hooks gives the lines that make gates of hooks, and nothing else on its output", async () => {
  makeDesk({ ".pre-commit-config.yaml": "repos: []" });
  const { code, out, err } = await tutti("gates", "hooks");
  expect([code, out]).toEqual([
    0,
    "gates:\n  # Its tools are fetched when it is run first.\n  - name: pre-commit\n    run: pre-commit run --all-files",
  ]);
  expect(err).toContain("None of these run on a landing");
  expect((await tutti("gates")).out).toContain("1 hook of yours don't run on a landing");
});
