import type { FileFact, Files } from "./files.ts";
import { differences } from "./files.ts";

/** A sheet of a score, together with what it must do to the tree: the same whenever and after whomever it lands. */
export interface Sheet {
  readonly id: string;
  readonly after?: readonly string[];
  /** In the place of the scripted agent. */
  readonly agent?: { readonly command: readonly string[] };
  /** For the scripted agent. */
  readonly script?: readonly string[];
  readonly validations?: readonly object[];
  readonly change: (files: Map<string, FileFact>) => void;
}

export interface ScoreSetting {
  readonly isolation: "clone" | "worktree" | "full" | "directory";
  readonly parallel: number;
}

/** The score as a file. JSON is YAML too. */
export function scoreOf(sheets: readonly Sheet[], setting: ScoreSetting): string {
  const written = sheets.map(({ id, after, agent, script, validations }) => ({
    id,
    prompt: (script ?? [id]).join("\n"),
    ...(after === undefined ? {} : { after }),
    ...(agent === undefined ? {} : { agent }),
    ...(validations === undefined ? {} : { validations }),
  }));
  return JSON.stringify(
    { name: "proof", agent: "scripted", ...setting, retry: { base_delay: "20ms" }, sheets: written },
    undefined,
    1,
  );
}

export interface Expectation {
  /** The tree when all of them have landed. */
  readonly files: Files;
  /** Sheet → the paths that its landing changes, no more and no less. */
  readonly touched: ReadonlyMap<string, readonly string[]>;
}

/** What must have come of a base once every sheet has landed. A sheet comes after those it waits for. */
export function expectationOf(base: Files, sheets: readonly Sheet[]): Expectation {
  const files = new Map(base);
  const touched = new Map<string, readonly string[]>();
  for (const sheet of sheets) {
    const before = new Map(files);
    sheet.change(files);
    touched.set(sheet.id, differences(before, files));
  }
  return { files, touched };
}

/** A file of which every part can be edited without meeting the others, and a sheet's word for its part. */
export function partsFile(parts: readonly string[]): string {
  return parts.map((part) => `# ${part}\n\n${part}: to do\n\n`).join("\n");
}

export function editPart(path: string, part: string): { readonly line: string; readonly change: Sheet["change"] } {
  return {
    line: `edit ${path} "${part}: to do" "${part}: done"`,
    change: (files) => {
      const file = files.get(path);
      if (file === undefined) throw new Error(`there is no ${path} to edit`);
      files.set(path, { ...file, content: file.content.replace(`${part}: to do`, `${part}: done`) });
    },
  };
}
