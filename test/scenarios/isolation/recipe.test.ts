import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { canOverlay } from "../../kit/overlay.ts";
import { events, notices, once, said, shellScore } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const isMountable = await canOverlay();
const project = (): Kit => makeKit({ "a.txt": "a\n", ".gitignore": "made/\n" });

describe("a context with a recipe", () => {
  it("is prepared before the agent, also for validations, gates and the merged tree, and torn down", async () => {
    kit = project();
    const log = join(kit.root, "log");
    const isReady = 'test "$(cat made/x)" = "$NAME" && test -n "$TUTTI_PORT_1" && test "$GREETING" = hello';
    const score = shellScore({}, 'echo "$TUTTI_PORT_0 $TUTTI_PORT_1"; cat made/x; echo b >a.txt', {
      prepare: {
        commands: ['mkdir made && printf %s "$NAME" >made/x', ["sh", "-c", `echo up >>"${log}"`]],
        environment: { NAME: "{{ sheet }} in {{ worktree }}", GREETING: "hello" },
        ports: 2,
        teardown: [`echo down >>"${log}"; exit 3`],
      },
      validations: [{ command: isReady }],
      landing: { gates: [{ name: "ready", run: isReady }] },
    });
    const played = await kit.playScore(score);
    expect([played.states, kit.git("show", "HEAD:a.txt")]).toEqual([{ fix: "landed" }, "b\n"]);
    const [ports = "", made = ""] = said(kit);
    expect(new Set(ports.split(" ")).size).toBe(2);
    expect(made).toMatch(/^fix in \//);
    const lines = kit.read("../log").trimEnd().split("\n");
    expect(lines.filter((line) => line === "up").length).toBe(lines.filter((line) => line === "down").length);
    const told = notices(played);
    expect(told).toContainEqual(expect.stringMatching(/^prepared by mkdir made .*, \d+\.\d\d s$/));
    expect(told).toContainEqual(expect.stringMatching(/\(prepare\.teardown\) exited 3; what it should have ended may/));
  });

  it("whose command fails starts no agent, costs no attempt, and says why with head, errors and end", async () => {
    kit = project();
    const run = "seq 1 400; echo 'Error: no such registry'; exit 1";
    const ran = join(kit.root, "ran");
    const score = shellScore({}, `touch '${ran}'`, { retry: once, prepare: { commands: [run] } });
    const played = await kit.playScore(score);
    const ended = events(played, "fix").find((event) => event.kind === "ended");
    expect([played.states, existsSync(ran)]).toEqual([{ fix: "failed" }, false]);
    expect(ended?.kind === "ended" && ended.trouble).toMatchObject({
      code: "E607",
      detail: expect.stringMatching(
        /^seq 1 400; .* exited 1: Error: no such registry\n1\n2\n…\n(.*\n)*400\n/,
      ) as string,
    });
  });

  it("whose commands change files that git does not ignore starts no agent: they would land as its work", async () => {
    kit = project();
    const prepare = { commands: ["echo b >a.txt; echo c >new.txt; mkdir made; touch made/x"] };
    const played = await kit.playScore(shellScore({}, "true", { retry: once, prepare }));
    const ended = events(played, "fix").find((event) => event.kind === "ended");
    expect(ended?.kind === "ended" && ended.trouble).toMatchObject({
      code: "E607",
      detail: expect.stringContaining("would land as the sheet's work: a.txt, new.txt.") as string,
    });
  });

  it("has what the project and the user say where the score says nothing, and a result can't change that unseen", async () => {
    kit = makeKit({ "a.txt": "a\n", "tutti.config.yaml": "prepare: { environment: { A: project, B: project } }\n" });
    const score = shellScore({}, 'echo "$A $B"; echo "prepare: { ports: 1 }" >tutti.config.yaml', {
      prepare: { environment: { B: "score" } },
    });
    const played = await kit.playScore(score);
    expect([said(kit), played.states]).toEqual([["project score"], { fix: "captured" }]);
  });

  it.skipIf(!isMountable)(
    "has what a command made for another with the same lock file, private and writable; another lock file makes it run again",
    async () => {
      kit = makeKit({ "a.txt": "a\n", "package-lock.json": "1\n", ".gitignore": "made/\n" });
      const log = join(kit.root, "log");
      const work = 'cat made/x; echo "$TUTTI_SHEET" >made/x; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"';
      const last = `${work}; echo 2 >package-lock.json`;
      const score = shellScore({}, `if test "$TUTTI_SHEET" = last; then ${last}; else ${work}; fi`, {
        prepare: { commands: [`echo run >>"${log}"; mkdir -p made; cat package-lock.json >made/x`] },
        validations: [
          { command: 'test "$(cat made/x)" = "$TUTTI_SHEET" || test "$(cat made/x)" = "$(cat package-lock.json)"' },
        ],
        sheets: [{ id: "one" }, { id: "two" }, { id: "last", after: ["one", "two"] }],
      });
      const played = await kit.playScore(score);
      expect(played.states).toEqual({ one: "landed", two: "landed", last: "landed" });
      expect([said(kit, "one"), said(kit, "two"), said(kit, "last")]).toEqual([["1"], ["1"], ["1"]]);
      expect(kit.read("../log")).toBe("run\nrun\n");
      expect(notices(played)).toContainEqual(
        expect.stringMatching(/^prepared by echo run .*, whose result is used again$/),
      );
    },
  );
});
