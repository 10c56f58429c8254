/** The text of a person on a server: a comment, or the text of an issue. */
export interface Said {
  /** Unlike that of anything else in the repository. */
  readonly id: string;
  /** Of the issue or pull request. */
  readonly number: number;
  readonly isPull: boolean;
  readonly author: string;
  readonly isMember: boolean;
  readonly text: string;
  /** Of a comment beside a line. */
  readonly path: string | null;
  readonly line: number | null;
}

/** A wish of a trusted person. */
export interface Mention extends Omit<Said, "isMember"> {
  /** The person's words, without the name that was called. */
  readonly words: string;
  readonly wants: "work" | "review";
}

export interface Call {
  /** The name that is called, without the `@`: letters, digits and hyphens. */
  readonly name: string;
  /** Names of trusted people, in lower case. */
  readonly people: ReadonlySet<string>;
  /** Everyone who may write to the repository is trusted. */
  readonly members: boolean;
}

/** `null`: nothing for Tutti. Names in code and in quotations of others call no one. */
export function mentionIn(said: Said, { name, people, members }: Call): Mention | null {
  const isTrusted = people.has(said.author.toLowerCase()) || (members && said.isMember);
  if (!isTrusted || said.text.includes(markStart)) return null;
  const called = new RegExp(String.raw`(?<![\w/.-])@${name}(?![\w-])`, "gi");
  if (!called.test(ownWords(said.text))) return null;
  const words = said.text.replaceAll(called, "").trim();
  const { isMember: _, ...rest } = said;
  return { ...rest, words, wants: said.isPull && /^[\s,:]*review\b/i.test(words) ? "review" : "work" };
}

/** Without blocks of code, code in a line, and lines that quote another person. */
function ownWords(text: string): string {
  let fence: string | null = null;
  const own: string[] = [];
  for (const line of text.split("\n")) {
    const found = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (found !== undefined && (fence === null || fence === found)) fence = fence === null ? found : null;
    else if (fence === null && !/^ {0,3}>/.test(line)) own.push(line.replaceAll(/`[^`]*`/g, ""));
  }
  return own.join("\n");
}

const markStart = "<!-- tutti: ";

/** Who takes a mention says so in a comment: other machines leave it alone, and this one knows it again. */
export function claimMark({ id }: Pick<Mention, "id">, home: string): string {
  return `${markStart}mention ${id} taken by ${home} -->`;
}

/** The first who said so has it. `marks`: comments of the account that Tutti uses, oldest first. */
export function claimIn(
  marks: readonly string[],
  mention: Pick<Mention, "id">,
  home: string,
): "free" | "ours" | "others" {
  const taken = marks.find((text) => text.includes(`${markStart}mention ${mention.id} taken by `));
  if (taken === undefined) return "free";
  return taken.includes(claimMark(mention, home)) ? "ours" : "others";
}
