import { useRef } from "react";
import { useKeys } from "../../../kit/keys.ts";

/** Keys that go over the changed lines of all files, and open a comment on one. Gives what is to be said of the line. */
export function useLineKeys(say: (where: string) => void): void {
  const chosen = useRef<Element | null>(null);
  const go = (by: 1 | -1): void => {
    const lines = changedLines();
    const at = chosen.current === null ? -1 : lines.indexOf(chosen.current);
    const next =
      lines[at === -1 ? (by === 1 ? 0 : lines.length - 1) : Math.min(lines.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    chosen.current?.removeAttribute("data-chosen");
    next.setAttribute("data-chosen", "");
    next.scrollIntoView({ block: "center" });
    chosen.current = next;
    say(placeOf(next));
  };
  useKeys([
    { keys: "n", does: "next changed line of the diff", run: () => go(1) },
    { keys: "p", does: "previous changed line of the diff", run: () => go(-1) },
    {
      keys: "c",
      does: "comment on the line",
      run: () => {
        if (chosen.current?.isConnected !== true) go(1);
        // As the view of diffs hears it: it opens a comment when the button is pressed down.
        chosen.current
          ?.querySelector(".diff-add-widget")
          ?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
      },
    },
  ]);
}

/** In the order of the page. Lines around a change are drawn faint: those are passed over where there are others. */
function changedLines(): readonly Element[] {
  const cells = [...document.querySelectorAll(".diffs [data-add-widget]")].flatMap(
    ({ parentElement }) => parentElement ?? [],
  );
  const isFaint = (cell: Element): boolean =>
    [
      ...cell.querySelectorAll<HTMLElement>("span[data-line-num], span[data-line-new-num], span[data-line-old-num]"),
    ].every(({ style }) => style.opacity !== "");
  const changed = cells.filter((cell) => !isFaint(cell));
  return changed.length === 0 ? cells : changed;
}

function placeOf(cell: Element): string {
  const path = cell.closest(".file-diff")?.querySelector("h2")?.textContent ?? "";
  return `${path}:${cell.textContent.match(/\d+/)?.[0] ?? ""}`;
}
