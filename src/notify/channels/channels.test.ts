import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Channel } from "../../config/notifications/channels.ts";
import type { ProcessEnd, ProcessRequest } from "../../process/process.ts";
import type { Message } from "../message.ts";
import { desktopArgv } from "./program.ts";
import type { ChannelHands } from "./secrets.ts";
import { makeSend } from "./send.ts";
import { slackBody } from "./slack.ts";

const hostile = 'done <!channel> *bold* <https://evil.example|click> & <b>x</b> "; rm -rf /';
const message: Message = { id: "m-1", title: "nightly: 1 job failed", text: hostile, count: 1, items: [] };

const common = { on: [], for: "all", title: null, text: null } as const;

function hands(env: Record<string, string> = {}, run: (request: ProcessRequest) => string = () => ""): ChannelHands {
  return {
    env,
    platform: "linux",
    now: () => 0,
    run: (request) =>
      Promise.resolve({
        how: { kind: "exited", code: 0 },
        stdout: Buffer.from(run(request)),
        stderr: Buffer.alloc(0),
        droppedBytes: 0,
        durationMs: 0,
      } satisfies ProcessEnd),
  };
}

test("an agent's text is no markup for Slack, a desktop or a shell", () => {
  const { text, blocks } = slackBody(message) as { text: string; blocks: readonly { text: { type: string } }[] };
  expect(text).not.toMatch(/[<>]/);
  expect(blocks.map((block) => block.text.type)).toEqual(["plain_text", "plain_text"]);
  const [program, , , title, body] = desktopArgv("linux", message.title, hostile);
  expect([program, title]).toEqual(["notify-send", message.title]);
  expect(body).not.toMatch(/[<>]/);
  // AppleScript gets it as an argument, not as part of its text.
  expect(desktopArgv("darwin", "t", hostile).slice(1, -2).join(" ")).not.toContain("rm -rf");
});

test("a secret that is not set is named by its variable, and one from a command is not shown when sending fails", async () => {
  const slack: Channel = { ...common, name: "team", type: "slack", url: { env: "SLACK_URL" } };
  expect(await makeSend(hands())(slack, message)).toMatchObject({
    isLasting: false,
    why: expect.stringContaining("the variable SLACK_URL is not set") as string,
  });
  const url = "http://127.0.0.1:9/secret-path";
  const byCommand: Channel = { ...slack, url: { command: ["pass", "slack"] } };
  const outcome = await makeSend(hands({}, () => `${url}\n`))(byCommand, message);
  expect(outcome?.why).not.toContain("secret-path");
});

test("mail goes out by SMTP as plain text, with an id that stays the same", async () => {
  const heard: string[] = [];
  const server = createServer((socket: Socket) => {
    let isData = false;
    socket.write("220 here ESMTP\r\n");
    socket.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      heard.push(text);
      if (isData) {
        if (!text.includes("\r\n.\r\n")) return;
        isData = false;
        socket.write("250 kept\r\n");
      } else if (text.startsWith("EHLO")) socket.write("250 here\r\n");
      else if (text.startsWith("DATA")) {
        isData = true;
        socket.write("354 go on\r\n");
      } else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const mail: Channel = {
    ...common,
    name: "mail",
    type: "email",
    host: "127.0.0.1",
    port,
    tls: "none",
    user: null,
    password: null,
    from: "tutti@example.org",
    to: ["me@example.org"],
  };
  expect(await makeSend(hands())(mail, message)).toBeNull();
  const all = heard.join("");
  expect(all).toContain("Message-ID: <m-1@tutti.invalid>");
  expect(all).toContain("Content-Type: text/plain");
  expect(all).not.toContain("text/html");
  server.close();
  expect(await makeSend(hands())({ ...mail, tls: "starttls" }, message)).toMatchObject({ isLasting: false });
});
