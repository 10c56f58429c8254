import type { PageProps } from "../pages/page-props.ts";
import { pages } from "../pages/table.ts";

interface Opened {
  readonly entry: (typeof pages)[number];
  readonly params: PageProps["params"];
}

/** The page that an address is of, before anything is drawn: its code and its first answer are fetched at once. */
export function pageAt(path: string): Opened | null {
  const parts = partsOf(path);
  for (const entry of pages) {
    const names = partsOf(entry.path);
    if (names.length !== parts.length) continue;
    if (!names.every((name, place) => name.startsWith(":") || name === parts[place])) continue;
    return {
      entry,
      params: Object.fromEntries(
        names.flatMap((name, place) => (name.startsWith(":") ? [[name.slice(1), parts[place] ?? ""]] : [])),
      ),
    };
  }
  return null;
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

/** The first page's requests go first. */
const quietMs = 2_000;

/** The code of all pages is small: with it here, a page that is opened later waits for its answer only. */
export function loadOthers(): void {
  setTimeout(() => {
    for (const { Page } of pages) void Page.preload().catch(() => undefined);
  }, quietMs);
}
