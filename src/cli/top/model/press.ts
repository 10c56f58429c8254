import type { BoardView } from "./board.ts";
import type { Key } from "./keys.ts";
import { type Act, type Pane, panes, type ScreenState } from "./screen-state.ts";

/** The effect of a key: another state, perhaps an action. */
export interface Pressed {
  readonly state: ScreenState;
  readonly act?: Act;
}

interface Seen {
  readonly board: BoardView;
  /** How many lines the pane shows at once. */
  readonly paneRows: number;
}

export function press(state: ScreenState, key: Key, seen: Seen): Pressed {
  if (key === "ctrl-c") return { state, act: { kind: "quit" } };
  if (key === "ctrl-z") return { state, act: { kind: "suspend" } };
  // The first key only ends it: what was pressed to thaw the screen is no command.
  if (state.isFrozen) return { state: { ...state, isFrozen: false, message: "" } };
  if (state.isHelp) return { state: { ...state, isHelp: false } };
  if (state.asking !== null) return answered({ ...state, asking: state.asking }, key);
  const moved = movedBy(key);
  if (moved !== null) return { state: move(state, moved, seen) };
  return command({ ...state, message: "" }, key);
}

function answered(state: ScreenState & { readonly asking: NonNullable<ScreenState["asking"]> }, key: Key): Pressed {
  const { asking } = state;
  const closed = { ...state, asking: null };
  if (key === "escape") return { state: closed };
  if (asking.kind === "yes") return key === "y" || key === "Y" ? { state: closed, act: asking.act } : { state: closed };
  const { job, sheet } = state;
  if (key === "enter") {
    const text = asking.text.trim();
    if (text === "" || job === null || sheet === null) return { state: closed };
    return { state: closed, act: { kind: "tell", job, sheet, text } };
  }
  const text = key === "backspace" ? asking.text.replace(/.$/su, "") : key.length > 2 ? asking.text : asking.text + key;
  return { state: { ...state, asking: { ...asking, text } } };
}

type Move = { readonly by: number } | { readonly pages: number } | { readonly to: "start" | "end" };

function movedBy(key: Key): Move | null {
  switch (key) {
    case "up":
    case "k":
      return { by: -1 };
    case "down":
    case "j":
      return { by: 1 };
    case "page-up":
      return { pages: -1 };
    case "page-down":
    case " ":
      return { pages: 1 };
    case "home":
    case "g":
      return { to: "start" };
    case "end":
    case "G":
      return { to: "end" };
    default:
      return null;
  }
}

const listPage = 10;

function move(state: ScreenState, moved: Move, { board, paneRows }: Seen): ScreenState {
  if (state.focus === "pane" || "pages" in moved) return scrolled(state, moved, paneRows);
  const names: readonly string[] =
    state.focus === "jobs" ? board.jobs.map(({ id }) => id) : state.job === null ? [] : board.sheets(state.job);
  const at = names.indexOf((state.focus === "jobs" ? state.job : state.sheet) ?? "");
  const last = names.length - 1;
  const wanted = "to" in moved ? (moved.to === "start" ? 0 : last) : at + ("by" in moved ? moved.by : listPage);
  const name = names[Math.min(last, Math.max(0, wanted))] ?? null;
  if (state.focus === "sheets") return name === state.sheet ? state : { ...state, sheet: name, scroll: 0 };
  return { ...state, job: board.jobs.find(({ id }) => id === name)?.id ?? null, sheet: null, scroll: 0 };
}

/** A log is read from its end, everything else from its start; the end that is not known yet is cut when it is drawn. */
function scrolled(state: ScreenState, moved: Move, paneRows: number): ScreenState {
  const isUpward = state.pane === "log";
  if ("to" in moved) return { ...state, scroll: (moved.to === "end") === isUpward ? 0 : Number.MAX_SAFE_INTEGER };
  const rows = "pages" in moved ? moved.pages * Math.max(1, paneRows - 1) : moved.by;
  return { ...state, scroll: Math.max(0, state.scroll + (isUpward ? -rows : rows)) };
}

const focuses = ["jobs", "sheets", "pane"] as const;

function command(state: ScreenState, key: Key): Pressed {
  const pane = panes.find((name) => paneKeys[name] === key);
  if (pane !== undefined) return { state: { ...state, pane, scroll: 0 } };
  switch (key) {
    case "q":
      return { state, act: { kind: "quit" } };
    case "?":
    case "h":
      return { state: { ...state, isHelp: true } };
    case "tab":
      return { state: { ...state, focus: focuses[(focuses.indexOf(state.focus) + 1) % 3] ?? "sheets" } };
    case "back-tab":
      return { state: { ...state, focus: focuses[(focuses.indexOf(state.focus) + 2) % 3] ?? "sheets" } };
    case "ctrl-l":
      return { state, act: { kind: "redraw" } };
    case "z":
      return { state: { ...state, isFrozen: true } };
    default:
      return deed(state, key);
  }
}

export const paneKeys: Readonly<Record<Pane, Key>> = { log: "l", diff: "d", queue: "u", needs: "n", machine: "m" };

function deed(state: ScreenState, key: Key): Pressed {
  const { job, sheet } = state;
  if (job === null) return { state };
  const ask = (question: string, act: Act): Pressed => ({
    state: { ...state, asking: { kind: "yes", question, act } },
  });
  if (key === "p") return { state, act: { kind: "pause", job } };
  if (key === "r") return { state, act: { kind: "resume", job } };
  if (key === "T") return { state, act: { kind: "retry-job", job } };
  if (key === "X") return ask(`Cancel all of ${job}?`, { kind: "cancel-job", job });
  if (sheet === null) return { state };
  switch (key) {
    case "t":
      return { state, act: { kind: "retry", job, sheet } };
    case "x":
      return ask(`Cancel ${sheet}?`, { kind: "cancel", job, sheet });
    case "a":
      return ask(`Let ${sheet} land?`, { kind: "approve", job, sheet });
    case "b":
      return { state: { ...state, asking: { kind: "words", question: `Tell the agent of ${sheet}:`, text: "" } } };
    case "e":
      return { state, act: { kind: "edit", job, sheet } };
    case "s":
      return { state, act: { kind: "shell", job, sheet } };
    default:
      return { state };
  }
}
