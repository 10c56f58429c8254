import { type TroubleCode, troubles } from "./trouble.ts";

const begin = "<!-- made from src/sheet/trouble/trouble.ts by `npm run docs`; do not edit -->";
const end = "<!-- end of what is made from src/sheet/trouble/trouble.ts -->";

/** The page with the table of codes in it; `null` when it does not say where the table goes. */
export function withTroubles(page: string): string | null {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) return null;
  return `${page.slice(0, from)}${begin}\n${codeTable()}\n${page.slice(to)}`;
}

function codeTable(): string {
  const codes = Object.keys(troubles) as TroubleCode[];
  return [
    "| code | category | means | remedy | tried again after | what you can do |",
    "|---|---|---|---|---|---|",
    ...codes.map(row),
  ].join("\n");
}

function row(code: TroubleCode): string {
  const { category, title, remedy, delayMs, hint } = troubles[code];
  return `| ${[`\`${code}\``, category, title, remedy, waitOf(delayMs), hint ?? ""].join(" | ")} |`;
}

function waitOf(delayMs: number): string {
  return delayMs === 0 ? "" : `at least ${String(delayMs / 1_000)} s`;
}
