import { expect, it } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import type { SheetEvent } from "../../../src/sheet/events/event.ts";
import { gitIn } from "../../kit/git.ts";
import { type Live, happened, rests, withLive } from "../../kit/live.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";
import { fileAt, scoreOf, states } from "../conductor/story.ts";

interface Told {
  readonly first: Sheet;
  readonly second: Sheet;
  readonly files: Readonly<Record<string, string>>;
  readonly landing?: object;
}

interface Sheet {
  readonly edit: string;
  readonly validations?: readonly object[];
}

/** The second sheet lands after the first, and both began with the same files. */
async function told(
  { first, second, files, landing = {} }: Told,
  look: (live: Live, job: JobId) => Promise<void>,
): Promise<void> {
  const script = (gate: string): string => `case $TUTTI_SHEET in
    first) ${first.edit} ;;
    second) while test ! -e '${gate}'; do sleep 0.05; done; ${second.edit} ;;
  esac`;
  const retry = { attempts: 1, completions: 0, conflicts: 0, base_delay: "0s" };
  const sheet = ({ validations = [] }: Sheet): { script: string; validations: readonly object[] } => ({
    script: "-",
    validations,
  });
  await withLive(
    async (live) => {
      const agent = { command: ["sh", "-c", script(live.gate)] };
      const job = await live.submit(
        scoreOf({ first: sheet(first), second: sheet(second) }, { agent, parallel: 2, retry, landing }),
      );
      await live.until(job, happened("sheet.landed", "first"));
      live.open();
      await live.until(job, rests(1));
      await look(live, job);
    },
    { repository: makeRepository(files).path },
  );
}

async function sheetEvents(live: Live, job: JobId): Promise<readonly SheetEvent[]> {
  return (await live.events(job)).flatMap(({ recorded }) => (recorded.about === "sheet" ? [recorded.event] : []));
}

const greeting = { "greet.sh": "greet() {\n  echo hello\n}\n" };
const says = (word: string, ...tests: readonly string[]): Sheet => ({
  edit: `sed -i 's/echo hello/echo hello; echo ${word}/' greet.sh`,
  validations: tests.map((command) => ({ command })),
});
const heard = (test: string): string => `. ./greet.sh; greet | ${test}`;

it("two additions in one place land both, in the order that the validations of both sheets pass with", async () => {
  const [first, second] = [says("one", heard("grep -q one")), says("two", heard("sed -n 2p | grep -q two"))];
  await told({ first, second, files: greeting }, async (live, job) => {
    expect(await states(live, job)).toEqual({ first: "landed", second: "landed" });
    expect(fileAt(live.repository, "greet.sh")).toContain("echo hello; echo two; echo one");
    const trailer = gitIn(live.repository, ["log", "-1", "--format=%(trailers:key=Tutti-Merge,valueonly)"]);
    expect(["tree", "tokens"]).toContain(trailer.trim());
    const [landing] = (await sheetEvents(live, job)).flatMap((event) =>
      event.kind === "landing" ? (event.merge ?? []) : [],
    );
    expect(landing?.reason).toBe("both additions, the new one first");
    expect(landing?.fallen.map(({ reason, why }) => [reason, why.includes("sed -n 2p")])).toEqual([
      ["both additions, the landed one first", true],
    ]);
    const merging = (await live.tutti.call("job.explain", { job, folder: "/", sheet: "second" }))?.merging;
    expect([merging?.accepted?.reason, merging?.conflicts[0]?.regions[0]?.ours]).toEqual([
      "both additions, the new one first",
      ["  echo hello; echo one"],
    ]);
  });
});

itLong(
  "without validations on both sides an order is not chosen, and the conflict goes back to the agent",
  async () => {
    const [first, second] = [says("one"), says("two", heard("grep -q two"))];
    await told({ first, second, files: greeting }, async (live, job) => {
      expect(await states(live, job)).toEqual({ first: "landed", second: "failed" });
      const merging = (await live.tutti.call("job.explain", { job, folder: "/", sheet: "second" }))?.merging;
      expect(merging).toMatchObject({ accepted: null, fallen: [] });
      expect(merging?.untested.join()).toMatch(
        /merges that choose an order, because not all changes on both sides have/,
      );
      expect(merging?.conflicts).toEqual([
        {
          path: "greet.sh",
          regions: [
            {
              line: 2,
              base: ["  echo hello"],
              ours: ["  echo hello; echo one"],
              theirs: ["  echo hello; echo two"],
            },
          ],
        },
      ]);
    });
  },
);

it("changes of one line that lie apart land both without validations", async () => {
  const [first, second] = [{ edit: "sed -i s/alpha/ALPHA/ list" }, { edit: "sed -i s/omega/OMEGA/ list" }];
  await told({ first, second, files: { list: "alpha beta omega\n" } }, async (live, job) => {
    expect(await states(live, job)).toEqual({ first: "landed", second: "landed" });
    expect(fileAt(live.repository, "list")).toBe("ALPHA beta OMEGA");
  });
});

it("a score that wants git alone to merge gets its conflict", async () => {
  const [first, second] = [{ edit: "sed -i s/alpha/ALPHA/ list" }, { edit: "sed -i s/omega/OMEGA/ list" }];
  const landing = { merge: "text" };
  await told({ first, second, files: { list: "alpha beta omega\n" }, landing }, async (live, job) => {
    expect(await states(live, job)).toEqual({ first: "landed", second: "failed" });
  });
});

itLong("a merge that no test passes is not landed, and the conflict says what was tried", async () => {
  const [first, second] = [says("one", heard("grep -q one")), says("two", "! grep -q one greet.sh")];
  await told({ first, second, files: greeting }, async (live, job) => {
    expect(await states(live, job)).toEqual({ first: "landed", second: "failed" });
    const fallen = (await sheetEvents(live, job)).flatMap((event) =>
      event.kind === "conflicted" ? (event.fallen ?? []) : [],
    );
    expect(new Set(fallen.map(({ reason }) => reason))).toEqual(
      new Set(["both additions, the landed one first", "both additions, the new one first"]),
    );
  });
});

/** The second agent edits in its first attempt; later it resolves what lies between marks, if there are any. */
const resolver = (gate: string, resolve: string): string => `prompt=$(cat)
case $TUTTI_SHEET in
  first) sed -i 's/=1/=10/; s/last/LAST/' conf ;;
  second)
    if grep -q '^<<<<<<< ' conf; then
      sed 's,(tutti),,' conf > conf.seen; printf '%s\\n' "$prompt" > brief.seen; ${resolve}
    else
      while test ! -e '${gate}'; do sleep 0.05; done
      sed -i 's/=1/=11/; s/first/FIRST/' conf
    fi ;;
esac
`;
const conf = { conf: "first\na\nb\nlimit=1\nc\nd\nlast\n" };

async function handedOver(resolve: string, look: (live: Live, job: JobId) => Promise<void>): Promise<void> {
  const repository = makeRepository({
    ...conf,
    ".tutti/agents/reader.yaml": JSON.stringify({ kind: "cli", executable: "sh", args: ["agent.sh"], prompt: "stdin" }),
  });
  await withLive(
    async (live) => {
      repository.commit({ "agent.sh": resolver(live.gate, resolve) });
      const retry = { attempts: 1, completions: 0, conflicts: 2, base_delay: "0s" };
      const job = await live.submit(
        scoreOf(
          {
            first: { script: "raise the limit to ten", validations: [{ command: "grep -q 10 conf" }] },
            second: { script: "raise the limit to eleven" },
          },
          { agent: "reader", parallel: 2, retry },
        ),
      );
      await live.until(job, happened("sheet.landed", "first"));
      live.open();
      await live.until(job, rests(1));
      await look(live, job);
    },
    { repository: repository.path },
  );
}

it("an agent gets both sides merged but for the regions that are left, with what the other sheet was asked for", async () => {
  const resolve = "sed -i '/^<<<<<<< /d; /^limit=11/d; /^=======/d; /^>>>>>>> /d' conf";
  await handedOver(resolve, async (live, job) => {
    expect(await states(live, job)).toEqual({ first: "landed", second: "landed" });
    expect(fileAt(live.repository, "conf")).toBe("FIRST\na\nb\nlimit=10\nc\nd\nLAST");
    expect(fileAt(live.repository, "conf.seen")).toBe(
      "FIRST\na\nb\n<<<<<<< landed \nlimit=10\n=======\nlimit=11\n>>>>>>> this sheet \nc\nd\nLAST",
    );
    const brief = fileAt(live.repository, "brief.seen");
    expect(brief).toContain("raise the limit to ten");
    expect(brief).toContain("grep -q 10 conf");
    expect(brief).toContain("What is left lies between lines that begin with <<<<<<<");
  });
});

itLong("a result that still has marks of a handover does not land", async () => {
  await handedOver("echo more >> conf", async (live, job) => {
    expect(await states(live, job)).toEqual({ first: "landed", second: "failed" });
    expect(fileAt(live.repository, "conf")).toBe("first\na\nb\nlimit=10\nc\nd\nLAST");
  });
});
