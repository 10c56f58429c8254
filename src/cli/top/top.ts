import type { Tutti } from "../../api/tutti.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireJobHere } from "../job/choose.ts";
import { find } from "../reach.ts";
import { usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { perform as doIt } from "./acts.ts";
import { makeBoard } from "./model/board.ts";
import { keepConnection } from "./connection.ts";
import { makeLogTail } from "./log-tail.ts";
import { paneRowsOf, picture } from "./draw/picture.ts";
import { press } from "./model/press.ts";
import { openScreen } from "./screen.ts";
import { type Act, firstState, type ScreenState, settled } from "./model/screen-state.ts";

export const declare: Declare = (command, perform) => {
  command
    .description("Show all jobs and their sheets on the whole screen, live, and steer them with keys (? lists them).")
    .argument("[job]", "job to begin with: id, name or the beginning of one")
    .action(perform(top));
};

async function top(terminal: Terminal, { job }: { readonly job?: string }): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env["TERM"] === "dumb")
    throw usage("tutti top needs a terminal", "In scripts and pipes use: tutti status --json, tutti events --follow.");
  const reach = async (): Promise<Tutti> =>
    (await find(terminal, { start: true, noStart: true, notice: () => undefined })).tutti;
  const first = await reach();
  const named = job === undefined ? null : await requireJobHere(first, job);
  await new Promise<void>((resolve) => {
    show(terminal, { first, reach, state: { ...firstState, job: named }, end: resolve });
  });
  return exitCodes.good;
}

interface Showing {
  readonly first: Tutti;
  readonly reach: () => Promise<Tutti>;
  readonly state: ScreenState;
  readonly end: () => void;
}

/** A person reads no faster; keys are drawn at once. */
const drawEveryMs = 250;
const tickMs = 1_000;

function show(terminal: Terminal, { first, reach, state: began, end }: Showing): void {
  const board = makeBoard();
  const tail = makeLogTail();
  let state = began;
  let timer: NodeJS.Timeout | null = null;
  const paint = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    state = settled(state, board.view);
    const feed = connection.feed();
    feed?.look(state);
    const sights = { board: board.view, tail, diff: feed?.diff() ?? "", now: Date.now() };
    if (!state.isFrozen) screen.paint(picture(sights, state, screen.size()));
  };
  const changed = (): void => {
    timer ??= setTimeout(paint, drawEveryMs);
  };
  const say = (message: string): void => {
    state = { ...state, message };
    changed();
  };
  const quit = (): void => {
    clearInterval(ticking);
    if (timer !== null) clearTimeout(timer);
    screen.leave();
    void connection.close().then(end);
  };
  const act = (wanted: Act): void => {
    const tutti = connection.tutti();
    if (wanted.kind === "quit") quit();
    else if (wanted.kind === "suspend") screen.suspend();
    else if (wanted.kind === "redraw") screen.forget();
    else if (tutti === null) say("no conductor answers now");
    else void doIt({ terminal, tutti, screen }, wanted).then(say);
  };
  const onKeys = (keys: readonly string[]): void => {
    for (const key of keys) {
      const paneRows = paneRowsOf(board.view, state, screen.size());
      const pressed = press(state, key, { board: board.view, paneRows });
      ({ state } = pressed);
      if (pressed.act !== undefined) act(pressed.act);
    }
    paint();
  };
  const screen = openScreen(terminal, {
    input: process.stdin,
    output: process.stdout,
    onChange: changed,
    onEnd: quit,
    onKeys,
  });
  const connection = keepConnection({ first, reach, board, tail, changed, say });
  // Clocks of what runs go on.
  const ticking = setInterval(changed, tickMs);
}
