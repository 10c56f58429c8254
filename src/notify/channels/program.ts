import { flat } from "../../base/text.ts";
import type { Channel } from "../../config/notifications/channels.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import { endWords, type ProcessRequest } from "../../process/process.ts";
import type { Message } from "../message.ts";
import { payloadOf } from "./post.ts";
import { type ChannelHands, NotSent } from "./secrets.ts";

const timeoutMs = 30_000;

/** The message is on its input, as JSON. */
export async function sendCommand(
  { command }: Extract<Channel, { type: "command" }>,
  message: Message,
  hands: ChannelHands,
): Promise<void> {
  await runFor(hands, { argv: command, stdin: payloadOf(message, hands.now()), env: allowedEnvironment(hands.env) });
}

/** The variables by which a program finds the session of a desktop. */
const sessionNames = ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XAUTHORITY"];

export async function sendDesktop({ title, text }: Message, hands: ChannelHands): Promise<void> {
  const session = sessionNames.flatMap((name) => (hands.env[name] === undefined ? [] : [[name, hands.env[name]]]));
  const env = { ...allowedEnvironment(hands.env), ...(Object.fromEntries(session) as Record<string, string>) };
  await runFor(hands, { argv: desktopArgv(hands.platform, title, text), env });
}

export function desktopArgv(platform: NodeJS.Platform, title: string, text: string): readonly [string, ...string[]] {
  if (platform === "darwin") {
    const script = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"];
    return ["osascript", ...script.flatMap((line) => ["-e", line]), title, text];
  }
  // Servers of notifications read a little markup in the body.
  const body = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return ["notify-send", "--app-name=Tutti", "--", title, body];
}

async function runFor(hands: ChannelHands, request: Pick<ProcessRequest, "argv" | "env" | "stdin">): Promise<void> {
  const end = await hands.run({
    ...request,
    cwd: "/",
    output: { kind: "memory", capBytes: 64 * 1024 },
    limits: { timeoutMs },
    tree: "group",
  });
  if (end.how.kind === "exited" && end.how.code === 0) return;
  const said = flat(end.stderr.toString("utf8"));
  const why = `${request.argv[0]} ${endWords(end, timeoutMs)}${said === "" ? "" : `: ${said.slice(0, 300)}`}`;
  throw new NotSent(why, end.how.kind === "not-started");
}
