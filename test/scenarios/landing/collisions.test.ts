import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import type { SheetEvent } from "../../../src/sheet/events/event.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, happened, rests, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { told } from "../agents/story.ts";
import { fileAt, scoreOf, states } from "../conductor/story.ts";

const often = { isolation: { snapshot_minutes: 0.002 } };
const retry = { attempts: 1, completions: 0, conflicts: 1, base_delay: "0s" };

function withAgent(files: Readonly<Record<string, string>>, profile: object): string {
  const { path } = makeRepository(files);
  mkdirSync(join(path, ".tutti/agents"), { recursive: true });
  writeFileSync(join(path, ".tutti/agents/worker.yaml"), JSON.stringify({ name: "worker", kind: "cli", ...profile }));
  return path;
}

async function collidedIn(live: Live, job: JobId): Promise<readonly (SheetEvent & { readonly kind: "collided" })[]> {
  return told(await live.events(job), "collided");
}

/** Reads one message beyond its prompt; the second sheet then leaves the line to the first. */
const listener = `import { createInterface } from "node:readline";
import { writeFileSync } from "node:fs";
const print = (line) => console.log(JSON.stringify(line));
const messages = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => {
  const message = JSON.parse((await messages.next()).value);
  print({ ...message, isReplay: true });
  return message.message.content[0].text;
};
print({ type: "system", subtype: "init", session_id: "s-1", model: "m" });
await read();
const sheet = process.env.TUTTI_SHEET;
writeFileSync("conf", "limit=" + sheet + "\\n");
const note = await read();
writeFileSync("heard-" + sheet, note);
if (sheet === "second") writeFileSync("conf", "limit=1\\n");
print({ type: "result", subtype: "success", is_error: false, result: "done", usage: { input_tokens: 1, output_tokens: 1 }, total_cost_usd: 0 });
`;

it("agents that take words hear of each other while they run, and one leaves the place to the other", async () => {
  const script = join(tempFolder(), "agent.mjs");
  writeFileSync(script, listener);
  const stream = { output: { format: "claude" }, talk: { format: "claude", args: [] } };
  const repository = withAgent({ conf: "limit=1\n" }, { executable: process.execPath, args: [script], ...stream });
  await withLive(
    async (live) => {
      const sheets = { first: "raise the limit", second: "lower the limit" };
      const job = await live.submit(scoreOf(sheets, { agent: "worker", parallel: 2, retry, ...often }));
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ first: "landed", second: "landed" });
      expect(fileAt(repository, "conf")).toBe("limit=first");
      expect(fileAt(repository, "heard-second")).toContain(
        'the sheet "first" runs at the same time and changes the same places as you do so far, in conf',
      );
      expect(fileAt(repository, "heard-second")).toContain("> raise the limit");
      const { because } = (await live.tutti.call("job.explain", { job, folder: "/", sheet: "second" })) ?? {};
      expect(because?.join()).toContain("Its work so far changes the same places as first, in conf; its agent is told");
    },
    { repository },
  );
});

/** The first waits for the story; the second works on until it is stopped, and then resolves what is left. */
const patient = (gate: string): string => `cat > /dev/null
case $TUTTI_SHEET in
  first) sed -i 's/=1/=10/; s/last/LAST/' conf; while test ! -e '${gate}'; do sleep 0.05; done ;;
  second)
    if grep -q '^<<<<<<< ' conf; then
      sed -i '/^<<<<<<< /d; /^limit=11/d; /^=======/d; /^>>>>>>> /d' conf
    else
      sed -i 's/=1/=11/; s/first/FIRST/' conf
      while :; do sleep 0.05; done
    fi ;;
esac
`;

it("the later of two sheets stops where the score wants that, and continues on top of the other", async () => {
  const script = join(tempFolder(), "agent.sh");
  const repository = withAgent(
    { conf: "first\na\nb\nlimit=1\nc\nd\nlast\n" },
    { executable: "sh", args: [script], prompt: "stdin" },
  );
  await withLive(
    async (live) => {
      writeFileSync(script, patient(live.gate));
      const landing = { collisions: "wait" };
      const sheets = { first: "raise the limit", second: "raise it more" };
      const job = await live.submit(scoreOf(sheets, { agent: "worker", parallel: 2, retry, landing, ...often }));
      await live.until(job, happened("sheet.interrupted", "second"));
      const [, second] = (await live.status(job)).sheets;
      expect([second?.state, second?.collisions]).toEqual([
        "waiting",
        [{ with: "first", paths: ["conf"], how: "waits" }],
      ]);
      const waits = (await live.tutti.call("job.explain", { job, folder: "/", sheet: "second" }))?.because.at(-1);
      expect(waits).toBe("Now it waits until first has landed: both change the same places.");
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ first: "landed", second: "landed" });
      expect(fileAt(repository, "conf")).toBe("FIRST\na\nb\nlimit=10\nc\nd\nLAST");
      expect(told(await live.events(job), "started").map(({ carried }) => carried?.regions)).toEqual([
        undefined,
        undefined,
        1,
      ]);
      expect((await collidedIn(live, job)).map(({ how }) => how)).toEqual(["waits"]);
    },
    { repository },
  );
});
