/** A landed commit's subject without the type that Tutti puts before a title that names none. */
export function titleOf(subject: string): string {
  return subject.replace(/^(?:chore|fix|feat|docs|test|build|ci|refactor|perf|revert): /, "");
}
