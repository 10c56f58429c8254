import type { Plan, SheetPlan } from "../../plan.ts";
import type { Said } from "../../resolve/message.ts";
import type { Resolver } from "../../resolve/resolver.ts";
import type { Scene } from "../../resolve/scene.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { MessageTable } from "../messages.ts";
import { templateCode } from "./template-code.ts";

/** Fills in what the commits and pull requests of one sheet after another would say and tells what can't be. */
export function messagesChecker(
  plan: Plan,
  { messages, report }: { messages: MessageTable; report: Report },
  { resolver, scene }: { resolver: Resolver; scene: Scene },
): (sheet: SheetPlan) => void {
  const settled = new Set<number>();
  const fixed = new Set(plan.messages.flatMap((message, place) => (hasTemplate(message) ? [] : [place])));
  const { pullRequest } = plan.landing;
  let isOpen = pullRequest !== null && hasTemplate(pullRequest);
  const tell = (said: Said<unknown>, pathOf: (key: string) => KeyPath): boolean => {
    if (said.kind === "means") return true;
    if (said.at === undefined) report("V011", pathOf(said.key), said.why);
    else report.inside(templateCode(said.why), pathOf(said.key), { at: said.at, file: null, message: said.why });
    return false;
  };
  return (sheet) => {
    const { message } = sheet;
    if (!settled.has(message)) {
      const isRight = tell(resolver.message(sheet, scene), (key) => messages.originOf(message, key));
      // Without templates it is the same for every sheet; with a fault once is enough.
      if (!isRight || fixed.has(message)) settled.add(message);
    }
    if (!isOpen) return;
    const said = resolver.pullRequest(sheet, scene);
    isOpen = said === null || tell(said, (key) => ["landing", "pull_request", key]);
  };
}

function hasTemplate(texts: object): boolean {
  return /\{[{%#]/.test(JSON.stringify(texts));
}
