const longest = 72;
const characters = new Intl.Segmenter("en");

/** One line of at most 72 characters, cut at a word. `less`: room for something else on that line. */
export function titleOf(text: string, less = 0): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const room = longest - less;
  if (line.length <= room) return line;
  const start = wholeCharacters(line, room - 1);
  const space = start.lastIndexOf(" ");
  const isWordEnd = line.charAt(start.length) === " ";
  // A word longer than half of the room is cut: too little would be left without it.
  return `${(!isWordEnd && space > room / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}

/** Letters with their marks, and emoji of several parts, stay whole. */
function wholeCharacters(line: string, room: number): string {
  let end = 0;
  for (const { segment, index } of characters.segment(line.slice(0, 4 * room))) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  return line.slice(0, end);
}

/** GitLab and Gitea know a draft by how its title begins. */
const marks = /^\s*(?:(?:(?:draft|wip)\s*:|\[(?:draft|wip)\]|\(draft\))\s*)+/i;

export function withMark(title: string, mark: string, draft: boolean): string {
  return draft ? `${mark}${titleOf(withoutMark(title), mark.length)}` : withoutMark(title);
}

export function withoutMark(title: string): string {
  return title.replace(marks, "");
}
