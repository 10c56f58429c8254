import type { Detection, ProjectView, Tool } from "../../findings/tool.ts";
import type { OwnTool, ToolChoice } from "../../fix/options/file.ts";
import { type NestedProject, topmost } from "./projects.ts";

/** Known, described by the project, or both. */
export interface Candidate {
  readonly name: string;
  readonly known: Tool | undefined;
  readonly own: OwnTool | undefined;
}

export function candidatesOf(known: readonly Tool[], own: readonly OwnTool[]): readonly Candidate[] {
  const described = new Map(own.map((tool) => [tool.name, tool]));
  const others = own.filter(({ name }) => !known.some((tool) => tool.name === name));
  return [
    ...known.map((tool) => ({ name: tool.name, known: tool, own: described.get(tool.name) })),
    ...others.map((tool) => ({ name: tool.name, known: undefined, own: tool })),
  ];
}

/** Run a tool in a folder, or why not. */
export type Wish = { readonly candidate: Candidate; readonly folder: string } & (
  | { readonly kind: "run"; readonly known: Tool; readonly detection: Detection }
  | { readonly kind: "own"; readonly own: OwnTool }
  | { readonly kind: "not"; readonly why: string }
);

interface Looked {
  readonly view: ProjectView;
  readonly projects: readonly NestedProject[];
}

/**
 * Configuration at the top covers everything below. A mere installation at the top yields to configurations below,
 * unless the tool finds these by itself.
 */
export function wishesFor(candidate: Candidate, { view, projects }: Looked, choice: ToolChoice): readonly Wish[] {
  const { name, known, own } = candidate;
  const top = { candidate, folder: "" };
  if (choice.only !== null && !choice.only.includes(name))
    return [{ ...top, kind: "not", why: "--tool or the file names other tools only" }];
  if (choice.only === null && choice.not.includes(name))
    return [{ ...top, kind: "not", why: "the project's settings turn it off" }];
  const isNamed = choice.only !== null || choice.also.includes(name);
  if (choice.withoutTests === true && known?.runsTests === true && !isNamed)
    return [{ ...top, kind: "not", why: "it runs tests, and --tests none turns them off" }];
  if (own !== undefined) return [{ ...top, kind: "own", own }];
  const detection = known?.detect(view) ?? null;
  if (known === undefined) return [];
  const isFirm = ({ config }: Detection): boolean => config !== null || known.takesNearest === true;
  if (detection !== null && isFirm(detection)) return [{ ...top, kind: "run", known, detection }];
  const below = topmost(projects, (project) => known.detect(project.view), isFirm);
  if (detection !== null && !below.some(({ what }) => isFirm(what))) return [{ ...top, kind: "run", known, detection }];
  if (below.length > 0)
    return below.map(({ project: { folder }, what }) => ({
      candidate,
      folder,
      kind: "run",
      known,
      detection: fromTop(what, folder),
    }));
  if (!isNamed) return [{ ...top, kind: "not", why: "the project has no configuration for it" }];
  return [
    { ...top, kind: "run", known, detection: { config: null, because: "it was named; it uses its own defaults" } },
  ];
}

function fromTop(detection: Detection, folder: string): Detection {
  return detection.config === null ? detection : { ...detection, config: `${folder}/${detection.config}` };
}
