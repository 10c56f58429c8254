import type { DeliveryView, NotificationsView } from "../../api/contract/notify/view.ts";
import { duration, plural, visible } from "../../base/text.ts";
import { act, ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { clock, prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("list", { isDefault: true })
    .description("show the channels, and what became of the last messages (default)")
    .addOption(jsonOption)
    .action(perform(listNotifications));
  command
    .command("test")
    .description("send a test message to one channel, or to every channel of your settings")
    .argument("[channel]", "name of the channel")
    .addOption(jsonOption)
    .action(perform(testNotifications));
};

interface NotifyOptions {
  readonly channel?: string;
  readonly json?: true;
}

export async function listNotifications(terminal: Terminal, { json }: NotifyOptions): Promise<number> {
  const view = await ask(terminal, (tutti) => tutti.call("notify.list", {}));
  if (json === true) terminal.out(JSON.stringify(view));
  else for (const line of listLines(terminal, view)) terminal.out(line);
  return exitCodes.good;
}

export async function testNotifications(terminal: Terminal, { channel, json }: NotifyOptions): Promise<number> {
  const tests = await act(terminal, (tutti) => tutti.call("notify.test", channel === undefined ? {} : { channel }));
  if (json === true) terminal.out(JSON.stringify(tests));
  else if (tests.length === 0) terminal.out(noChannels);
  else
    for (const { channel: name, type, problem } of tests)
      terminal.out(
        problem === null
          ? `${terminal.green("sent")}  ${name} (${type})`
          : `${terminal.red("fail")}  ${name} (${type}): ${visible(problem)}`,
      );
  return tests.every(({ problem }) => problem === null) ? exitCodes.good : exitCodes.failed;
}

const noChannels =
  "Your settings define no channel. tutti help notifications shows how; tutti config path names the file.";

function listLines(terminal: Terminal, { channels, deliveries, groupMs }: NotificationsView): readonly string[] {
  return [
    ...(channels.length === 0 ? [noChannels] : []),
    ...channels.map(
      ({ name, type, on, for: whom }) =>
        `${terminal.bold(name)} (${type}): ${on.length === 0 ? "what scores ask for" : on.join(", ")}${whom === "asked" ? terminal.dim("  only for jobs that ask for it") : ""}`,
    ),
    ...(channels.length === 0 ? [] : [terminal.dim(`events within ${duration(groupMs)} are one message`)]),
    ...deliveries.slice(0, mostShown).map((delivery) => deliveryLine(terminal, delivery)),
  ];
}

const mostShown = 20;

function deliveryLine(terminal: Terminal, delivery: DeliveryView): string {
  const { channel, state, createdAt, dueAt, endedAt, attempts, problem, title } = delivery;
  const tries = plural(attempts, "attempt");
  const words = {
    sent: `${terminal.green("sent")} ${clock(endedAt ?? createdAt)}`,
    waiting:
      attempts === 0 ? `waits until ${clock(dueAt)}` : `${terminal.yellow("not sent yet")}, again ${clock(dueAt)}`,
    failed: `${terminal.red("not sent")}, given up after ${tries}`,
  }[state];
  return `  ${channel}: ${words}  ${visible(title)}${problem === null ? "" : `\n    ${prose(problem)}`}`;
}
