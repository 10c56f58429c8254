import { messageOf } from "../../base/error.ts";
import type { SheetId } from "../../base/ids.ts";
import { collisionMode } from "../../score/plan/landing-plan.ts";
import { type CollisionNews, collisionNews } from "../../sheet/collisions/collisions.ts";
import type { Halt } from "../attempt/play.ts";
import { type Course, track } from "./course.ts";

/** Looks take at most this part of the time. */
const share = 0.05;

/** A snapshot was taken of work that is under way: it may collide with that of others. */
export function lookForCollisions(course: Course): void {
  const { hands, collisions } = course;
  if (hands.collisions === undefined || collisions.isLooking || hands.world.ticks() < collisions.notBefore) return;
  collisions.isLooking = true;
  const began = hands.world.ticks();
  const work = look(course)
    .catch((error: unknown) => {
      hands.notice(`sheets that collide could not be looked for: ${messageOf(error)}`);
    })
    .finally(() => {
      const now = hands.world.ticks();
      collisions.isLooking = false;
      collisions.notBefore = now + (now - began) / share;
    });
  track(course, work);
}

async function look(course: Course): Promise<void> {
  const { hands, book } = course;
  const found = (await hands.collisions?.(book.job(), book.states())) ?? [];
  const { plan } = book.job();
  const news = collisionNews(found, {
    mode: collisionMode(plan.landing),
    state: (sheet) => book.state(sheet),
    asked: (sheet) => plan.texts[book.plan(sheet).prompt]?.text ?? "",
  });
  if (news.length === 0) return;
  const at = hands.world.now();
  // Before its agent hears of it: the attempt may be cut off right then.
  await book.recordSheets(news.map(({ sheet, event }) => ({ sheet, event: { ...event, at } })));
  for (const one of news) act(course, one);
}

function act(course: Course, { sheet, event: { how, text } }: CollisionNews): void {
  if (how === "waits") stop(course, sheet);
  else if (how === "told" && text !== undefined) course.live.get(sheet)?.say(text, "note");
}

function stop({ halts }: Course, sheet: SheetId): void {
  halts.get(sheet)?.abort("collision" satisfies Halt);
}
