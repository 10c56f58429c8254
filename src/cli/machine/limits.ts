import type { AccountLimits } from "../../api/contract/agents.ts";
import { dollars, duration, plural, visible } from "../../base/text.ts";
import { act, ask } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { clock, prose } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { jsonOption } from "../tree/options.ts";

export const declare: Declare = (command, perform) => {
  command
    .command("list", { isDefault: true })
    .description("show what each account uses, may use, and waits for (default)")
    .addOption(jsonOption)
    .action(perform(listLimits));
  command
    .command("clear")
    .description("forget the limits that were learnt, and what is parked for them")
    .argument("[account]", "an agent or account as the list has it (default: all)")
    .addOption(jsonOption)
    .action(perform(clearLimits));
};

interface LimitsOptions {
  readonly account?: string;
  readonly json?: true;
}

async function listLimits(terminal: Terminal, { json }: LimitsOptions): Promise<number> {
  const accounts = await ask(terminal, (tutti) => tutti.call("limits.list", {}));
  if (json === true) terminal.out(JSON.stringify(accounts));
  else if (accounts.length === 0) terminal.out("No agent with an account has run on this machine yet.");
  else for (const account of accounts) for (const line of limitLines(terminal, account)) terminal.out(line);
  return exitCodes.good;
}

async function clearLimits(terminal: Terminal, { account, json }: LimitsOptions): Promise<number> {
  const done = await act(terminal, (tutti) => tutti.call("limits.clear", account === undefined ? {} : { account }));
  if (json === true) terminal.out(JSON.stringify(done));
  else
    terminal.out(
      `${plural(done.cleared, "account and model", "accounts and models")} cleared: limits are learnt anew.`,
    );
  return done.cleared === 0 && account !== undefined ? exitCodes.failed : exitCodes.good;
}

export function limitLines(terminal: Pick<Terminal, "bold" | "dim" | "yellow">, one: AccountLimits): readonly string[] {
  const { name, account, running, isAwaited, homes, today, left, shut, closed } = one;
  const budgets = [
    left.usd === null ? null : `${dollars(left.usd)} left of the day's budget`,
    left.tokens === null ? null : `${left.tokens.toLocaleString("en")} tokens left of the day's budget`,
  ].filter((words) => words !== null);
  return [
    `${terminal.bold(visible(name))} ${terminal.dim(account)}`,
    `  ${plural(running, "session")} now${mostWords(one)}${homes > 1 ? `, in ${String(homes)} homes` : ""}${isAwaited ? "; sheets wait for more" : ""}`,
    ...one.rates.map(
      ({ unit, limit, perMs, used }) =>
        `  ${used.toLocaleString("en")} of ${limit.toLocaleString("en")} ${unit} in the last ${duration(perMs)}`,
    ),
    ...(shut === null
      ? []
      : [
          `  ${terminal.yellow(`nothing is sent ${shut.until === null ? "until you resume" : `until ${clock(shut.until)}`}: ${prose(shut.detail)}`)}`,
        ]),
    ...(closed === null ? [] : [`  ${terminal.yellow(`${closedWords[closed.why]} until ${clock(closed.until)}`)}`]),
    `  today: ${plural(today.calls, "call")}, ${today.tokens.toLocaleString("en")} tokens, ${dollars(today.usd)}${budgets.length === 0 ? "" : `; ${budgets.join(", ")}`}`,
  ];
}

const closedWords = {
  quiet: "quiet hours (limits.quiet_hours)",
  usd: "the day's budget is used up (limits.day_usd)",
  tokens: "the day's tokens are used up (limits.day_tokens)",
} as const;

function mostWords({ most, isLearnt }: AccountLimits): string {
  if (most === null) return ", no limit known";
  return isLearnt ? ` of at most ${String(most)}` : ` of ${String(most)} for now, more while its provider answers`;
}
