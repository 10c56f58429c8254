const folders = ["src", "docs", "test", "bench", "prove", "scripts", "bin", "runtime"];

/**
 * The paths that a document places in the repository: words in backticks that begin with one of its folders. One with a
 * place-holder or a star in it (`src/cli/job/<verb>.ts`) represents the folder before that.
 */
export function pathsNamedIn(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^(```|~~~)[^]*?^\1/gm, "");
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text?.trim().split(/\s/)[0] ?? "");
  return quoted.filter((text) => folders.some((folder) => text.startsWith(`${folder}/`))).map(placeOf);
}

function placeOf(text: string): string {
  const path = text.replace(/[#:?].*$/, "").replace(/[.,;]$/, "");
  const firstOpen = path.search(/[<*{…]|\.\.\./);
  return firstOpen === -1 ? path : path.slice(0, path.lastIndexOf("/", firstOpen) + 1);
}
