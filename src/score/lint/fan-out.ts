import type { SheetPlan } from "../plan.ts";
import type { KeyPath } from "../source/place.ts";
import type { Look } from "./look.ts";
import { namesInTemplate } from "./template-names.ts";

/** Sheets that are played several times. */
export function lintFanOut(look: Look): void {
  const { plan, placed, report } = look;
  const groups = firstOfGroups(look);
  const [first] = groups.filter(({ sheet }) => sheet.numbers.fan_count > 1);
  if (first !== undefined) {
    const path = ["sheets", placed[first.place]?.index ?? 0, "fan_out"];
    if (first.sheet.numbers.total_stages > 1 && plan.sheets.every(({ after }) => after.length === 0)) {
      report("V206", path, "nothing says which sheets wait for which: all of them may start at once");
    }
    if (plan.parallel === 1)
      report("V207", path, "copies are played one after another, since only one sheet may run at once");
  }
  for (const { sheet, path } of groups) {
    if (isSameForAll(sheet, look))
      report("V508", path, "all of them get the same prompt: it names nothing that differs from one to the next");
  }
}

interface Group {
  readonly sheet: SheetPlan;
  readonly place: number;
  readonly path: KeyPath;
}

/** The first of each group of copies or of items. */
function firstOfGroups({ plan, placed }: Look): readonly Group[] {
  return plan.sheets.flatMap((sheet, place): readonly Group[] => {
    const origin = placed[place];
    if (origin === undefined || placed[place - 1]?.index === origin.index || placed[place + 1]?.index !== origin.index)
      return [];
    return [{ sheet, place, path: ["sheets", origin.index, origin.written.items === undefined ? "fan_out" : "items"] }];
  });
}

const differing = ["instance", "voice", "sheet_num", "start_item", "end_item", "sheet", "title"];
const differingItems = [...differing, "stage", "movement"];

function isSameForAll({ prompt, extensions, files, numbers }: SheetPlan, { plan }: Look): boolean {
  const texts = [prompt, ...extensions].flatMap((place) => plan.texts[place] ?? []);
  const late = files.flatMap((place) => {
    const content = plan.files[place]?.content;
    return content?.kind === "late" ? [content.path] : [];
  });
  const all = [...texts.flatMap(({ text, includes }) => [text, ...Object.values(includes)]), ...late];
  const telling = numbers.fan_count > 1 ? differing : differingItems;
  return !all.some((text) => {
    const names = namesInTemplate(text);
    return telling.some((name) => names.has(name));
  });
}
