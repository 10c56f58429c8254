import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { events, notices, once, said, shellScore } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

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
    const run = "seq 1 400; echo 'Error: no such registry' >&2; exit 1";
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

  it("has what the project and the user say where the score says nothing, and a result can't change that unseen", async () => {
    kit = makeKit({ "a.txt": "a\n", "tutti.config.yaml": "prepare: { environment: { A: project, B: project } }\n" });
    const score = shellScore({}, 'echo "$A $B"; echo "prepare: { ports: 1 }" >tutti.config.yaml', {
      prepare: { environment: { B: "score" } },
    });
    const played = await kit.playScore(score);
    expect([said(kit), played.states]).toEqual([["project score"], { fix: "captured" }]);
  });
});
