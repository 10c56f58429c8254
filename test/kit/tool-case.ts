/** A small project, and what a tool says of it: the same for the real tool and for what was recorded of it. */
export interface ToolCase {
  readonly tool: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Arguments behind those that the tool has anyway; they replace those that mean everything. */
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
