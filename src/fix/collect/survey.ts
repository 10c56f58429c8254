import type { Collected } from "../model.ts";
import { prepareTools } from "../../tools/prepare.ts";
import { projectsBelow } from "../../tools/projects/projects.ts";
import { projectView } from "../../tools/view.ts";
import { collect, filesFor } from "./collect.ts";
import { openGround } from "./ground.ts";
import { readProjectSettings } from "./project-files.ts";
import { searchedPlace, type Workshop } from "./workshop.ts";

export interface Survey {
  readonly collected: readonly Collected[];
  /** Of the commit. */
  readonly files: readonly string[];
}

/** The findings of the project's linters and type checkers at a commit; nothing is chosen, and no test runs. */
export async function survey(
  workshop: Workshop,
  { folder, target }: { readonly folder: string; readonly target: string | null },
): Promise<Survey> {
  const ground = await openGround(workshop, { folder, target, inPlace: false });
  const { tools: choice } = await readProjectSettings(workshop.top);
  return ground.inFiles(async (checkout) => {
    const { files } = ground;
    const view = projectView(checkout, files);
    const place = {
      ...workshop,
      ...searchedPlace(workshop, { from: folder, checkout }),
      view,
      projects: projectsBelow(view, []).projects,
    };
    const { tools } = await prepareTools(place, { ...choice, withoutTests: true });
    const looked = { ...workshop, folder: checkout, filesFor: filesFor(files) };
    return { collected: await collect(tools, looked, () => undefined), files };
  });
}
