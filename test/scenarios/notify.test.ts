import { createHmac } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeConductorKit, until } from "../kit/conductor.ts";
import { tempFolder } from "../kit/folders.ts";
import { rests, withLive } from "../kit/live.ts";
import { makeRepository } from "../kit/repository.ts";
import { scoreOf } from "./conductor/story.ts";

interface Post {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Takes messages; answers each with the status that comes next, and the first ones not at all where told so. */
interface Receiver {
  readonly url: string;
  readonly posts: Post[];
  silent: number;
  statuses: number[];
}

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", posts: [], silent: 0, statuses: [] };
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      receiver.posts.push({ headers: request.headers, body });
      if (receiver.silent-- > 0) return;
      answer.writeHead(receiver.statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closes.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(receiver, { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` });
}

const sheets = { a: { script: "create a.txt a" } };

/** A folder of settings with these channels. */
function settingsWith(notifications: object): string {
  const folder = tempFolder();
  mkdirSync(join(folder, "tutti"));
  writeFileSync(join(folder, "tutti", "config.yaml"), JSON.stringify({ notifications }));
  return folder;
}

const eventsIn = ({ body }: Post): readonly { readonly topic: string; readonly text: string }[] =>
  (JSON.parse(body) as { readonly events: readonly { topic: string; text: string }[] }).events;

test("a job's end is told by a signed webhook and by a command, once each, and no secret is written anywhere", async () => {
  const receiver = await openReceiver();
  const folder = tempFolder();
  const program = join(folder, "told");
  writeFileSync(program, `#!/bin/sh\ncat >> ${join(folder, "input")}\n`);
  chmodSync(program, 0o755);
  const XDG_CONFIG_HOME = settingsWith({
    group: 0,
    channels: {
      ops: { type: "webhook", url: receiver.url, secret: { env: "HOOK_SECRET" }, on: ["finished", "landed"] },
      mine: { type: "command", command: [program], for: "asked" },
    },
  });
  const home = tempFolder();
  await withLive(
    async (live) => {
      const score = scoreOf(sheets, { notifications: [{ channel: "mine", on: ["finished"] }, "nobody"] });
      const job = await live.submit(score);
      await live.until(job, rests(1));
      await until(() => (receiver.posts.length >= 2 && existsSync(join(folder, "input")) ? true : undefined));
      const notices = (await live.events(job)).filter(({ type }) => type === "conductor.notice");
      expect(JSON.stringify(notices)).toContain(
        "your settings have no channel nobody, which the score asks to tell of finished",
      );
      const { channels, deliveries } = await live.tutti.call("notify.list", {});
      expect(channels.map(({ name }) => name)).toEqual(["ops", "mine"]);
      expect(deliveries.length).toBeGreaterThanOrEqual(3);
    },
    { home, env: { XDG_CONFIG_HOME, HOOK_SECRET: "s3cret-of-the-hook" } },
  );
  expect(receiver.posts.flatMap(eventsIn).map(({ topic }) => topic)).toEqual(["landed", "finished"]);
  expect(JSON.parse(readFileSync(join(folder, "input"), "utf8"))).toMatchObject({
    count: 1,
    events: [{ topic: "finished" }],
  });
  for (const { headers, body } of receiver.posts) {
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const digest = createHmac("sha256", "s3cret-of-the-hook").update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${digest}`);
  }
  expect(readFileSync(join(home, "tutti.db")).includes("s3cret")).toBe(false);
});

test("a receiver that refuses for good is not asked again, and the failure is shown", async () => {
  const receiver = await openReceiver();
  receiver.statuses = [404];
  const XDG_CONFIG_HOME = settingsWith({ group: 0, channels: { ops: { type: "webhook", url: receiver.url } } });
  await withLive(
    async (live) => {
      const job = await live.submit(scoreOf(sheets));
      await live.until(job, rests(1));
      const failed = await until(async () => {
        const { deliveries } = await live.tutti.call("notify.list", {});
        return deliveries.find(({ state }) => state === "failed");
      });
      expect(failed).toMatchObject({ channel: "ops", attempts: 1, problem: "the server answers 404" });
      expect(await live.tutti.call("notify.test", { channel: "ops" })).toEqual([
        { channel: "ops", type: "webhook", problem: null },
      ]);
      await expect(live.tutti.call("notify.test", { channel: "opps" })).rejects.toThrow('no channel "opps"');
    },
    { env: { XDG_CONFIG_HOME } },
  );
});

test("a conductor that is killed while it sends sends the same message again, with the same id", async () => {
  const receiver = await openReceiver();
  receiver.silent = 1;
  const XDG_CONFIG_HOME = settingsWith({ group: 0, channels: { ops: { type: "webhook", url: receiver.url } } });
  const kit = makeConductorKit({ more: { XDG_CONFIG_HOME } });
  const repository = makeRepository().path;
  const score = join(tempFolder(), "score.yaml");
  writeFileSync(score, scoreOf(sheets));
  expect(kit.cli("run", score, "--repo", repository, "--detach").code).toBe(0);
  await until(() => (receiver.posts.length === 1 ? true : undefined));
  process.kill((await kit.running()).pid, "SIGKILL");
  await kit.free();
  kit.cli("start");
  await until(() => (receiver.posts.length === 2 ? true : undefined));
  const [first, second] = receiver.posts;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(eventsIn(second as Post)).toEqual(eventsIn(first as Post));
  await until(() => (/ops: sent .* 1 job finished/.test(kit.cli("notify", "list").out) ? true : undefined));
  // Not at once: the receiver is in this process.
  expect((await kit.begin("notify", "test").ended).out).toContain("sent  ops (webhook)");
});
