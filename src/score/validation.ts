import { oneLine } from "./one-line.ts";
import type { Validation } from "./plan.ts";

/** A validation as a front end knows it: without a description, it gets one that says what it looks at. */
export type BareValidation = Validation extends infer V ? (V extends Validation ? Omit<V, "description"> : never) : never;

export function described(bare: BareValidation, description: string | undefined): Validation {
  return { ...bare, description: description ?? oneLine(defaultDescription(bare)) };
}

function defaultDescription(bare: BareValidation): string {
  switch (bare.kind) {
    case "file_exists":
      return `${bare.path} exists`;
    case "content_contains":
      return `${bare.path} contains ${JSON.stringify(bare.text)}`;
    case "content_regex":
      return `${bare.path} matches /${bare.pattern}/`;
    case "command_succeeds":
      return `${shellText(bare.argv) ?? bare.argv.join(" ")} succeeds`;
  }
}

/** What a person wrote, when the argv is only a shell around it. */
function shellText(argv: readonly string[]): string | undefined {
  return argv.length === 3 && argv[1] === "-c" ? argv[2] : undefined;
}
