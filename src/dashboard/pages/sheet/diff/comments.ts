/** A person's comment on one line of a diff. */
export interface Comment {
  readonly path: string;
  readonly side: "old" | "new";
  readonly line: number;
  /** The line itself. */
  readonly code: string;
  readonly text: string;
}

/** All comments as one brief for the agent: by file and line, each with the line that it is about. */
export function briefOf(comments: readonly Comment[]): string {
  const sorted = comments.toSorted((one, other) => one.path.localeCompare(other.path) || one.line - other.line);
  const parts = sorted.map(({ path, side, line, code, text }) => {
    const where = `${path}:${line}${side === "old" ? " (before your change)" : ""}`;
    return `${where}\n> ${code}\n${text.trim()}`;
  });
  return `A person reviewed your result and has comments on these lines. Change the work accordingly.\n\n${parts.join("\n\n")}\n`;
}

const place = (job: string, sheet: string): string => `tutti-comments ${job}/${sheet}`;

/** Comments outlive a reload: they are kept in this browser until they are sent. */
export function readComments(job: string, sheet: string): readonly Comment[] {
  try {
    return JSON.parse(localStorage.getItem(place(job, sheet)) ?? "[]") as Comment[];
  } catch {
    return [];
  }
}

export function keepComments(job: string, sheet: string, comments: readonly Comment[]): void {
  if (comments.length === 0) localStorage.removeItem(place(job, sheet));
  else localStorage.setItem(place(job, sheet), JSON.stringify(comments));
}
