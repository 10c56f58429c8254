/** A small project, and what a tool says of it: the same for the real tool and for what was recorded of it. */
export interface ToolCase {
  readonly tool: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Behind the arguments that the tool has anyway, instead of those that stand for everything. */
  readonly instead?: readonly string[];
  /** Only a tool that comes from there has what it takes, as a plugin. */
  readonly from?: string;
  /** Only versions that begin so. */
  readonly version?: string;
  /** Some versions say no columns. */
  readonly hasColumns?: false;
  /** As `told` writes them, sorted; `broken`: the tool did not do its work. */
  readonly says: readonly string[] | "broken";
}
