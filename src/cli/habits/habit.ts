/**
 * Command lines of other programs that people have in their fingers. A row is about an option of some commands, or about
 * a command. With `becomes` it works; with `answer` Tutti says what to type instead.
 */
export interface Habit {
  readonly of: "Mozart" | "Stomper" | "Agents Runner";
  /** How it is typed there, after the name of the program: also the example of the guide. */
  readonly typed: string;
  /** Commands that it is about. */
  readonly on: readonly string[];
  /** The option, in all its forms; none: the command itself. */
  readonly flags?: readonly string[];
  /** The option has a value. */
  readonly takes?: true;
  /** Words in place of it; `$` is its value, `$,` its parts between commas. Those without a dash go to the end. */
  readonly becomes?: readonly string[];
  readonly answer?: string;
  /** Why an option is left out. */
  readonly note?: string;
}
