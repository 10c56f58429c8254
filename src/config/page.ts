import { entryOf, type Key, keyNames } from "./keys.ts";

const begin = "<!-- made from src/config/keys.ts by `npm run docs`; do not edit -->";
const end = "<!-- end of what is made from src/config/keys.ts -->";

/** The page with the table of keys in it; `null` when it does not say where the table goes. */
export function withKeys(page: string): string | null {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) return null;
  return `${page.slice(0, from)}${begin}\n${keyTable()}\n${page.slice(to)}`;
}

function keyTable(): string {
  return [
    "| key | value | default | variable | new value applies | meaning |",
    "|---|---|---|---|---|---|",
    ...keyNames.map(row),
  ].join("\n");
}

function row(key: Key): string {
  const { kind, default: usual, variable, inVariable, scope, applies, about } = entryOf(key);
  const cells = [
    `\`${key}\`${scope === "project" ? " (also in a project)" : ""}`,
    kind.wanted,
    `\`${String(kind.print(usual) ?? kind.word ?? null)}\``,
    `\`${variable}\`${inVariable === undefined ? "" : `: ${inVariable.wanted}`}`,
    applies === "reload" ? "at once" : "after a restart",
    about,
  ];
  return `| ${cells.join(" | ")} |`;
}
