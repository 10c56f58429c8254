import * as fc from "fast-check";
import type { EpochMs } from "../../src/base/ids.ts";
import { guarded, withChanges } from "../../test/kit/memory-ground.ts";
import type { Edit, House } from "./house.ts";
import { sheetsPerJob } from "./setting.ts";
import type { SheetEvent } from "../../src/sheet/events/event.ts";

/** Expected besides what the house itself sees: no outside commit may ever be missing. */
export interface Model {
  outsiders: number;
}

type Command = fc.AsyncCommand<Model, House>;
type Act = (house: House, model: Model) => void;

/** One thing that happens, at a moment that chance chose. */
function happens(name: string, args: readonly unknown[], act: Act): Command {
  return {
    check: () => true,
    run: async (model, house) => {
      act(house, model);
      await house.calm();
      if (house.wrongs.length > 0) throw new Error(house.wrongs.join("\n"));
      if (house.outsiders.length !== model.outsiders) throw new Error("an outside commit was not made");
    },
    toString: () => `${name}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`,
  };
}

const at = 1 as EpochMs;
const any = fc.nat(1_000);
const which = fc.nat(1);
const content = fc.constantFrom(
  ...Array.from({ length: 12 }, () => "own"),
  "same",
  "bad",
  "left",
  "right",
  "worse",
  "spoilt",
  "rude",
  undefined,
);
const edit = fc.tuple(
  fc.constantFrom("a", "b", "c", "d", "e", "f", "k", "l", "m", "n", "o", guarded),
  content,
) as fc.Arbitrary<Edit>;
const edits = fc.array(edit, { minLength: 1, maxLength: 3 });

function pickOf<T>(list: readonly T[], draw: number): T | undefined {
  return list.length === 0 ? undefined : list[draw % list.length];
}

const steps = (many: number): fc.Arbitrary<Command> =>
  fc.tuple(any, fc.integer({ min: 1, max: many })).map(([draw, count]) => ({
    ...happens("go", [draw, count], () => undefined),
    run: async (_, house) => {
      for (let step = 0; step < count; step += 1) {
        pickOf(house.pending(), draw + step)?.go();
        await house.calm();
      }
      if (house.wrongs.length > 0) throw new Error(house.wrongs.join("\n"));
    },
  }));

/** A person's word about a sheet. */
const says = (name: string, event: SheetEvent): fc.Arbitrary<Command> =>
  fc.tuple(which, fc.nat(sheetsPerJob - 1)).map(([job, sheet]) =>
    happens(name, [job, sheet], (house) => {
      const book = house.books[job];
      const plan = book?.job().plan.sheets[sheet];
      if (book !== undefined && plan !== undefined) book.say(plan.id, event);
      house.wake();
    }),
  );

const capture: fc.Arbitrary<Command> = fc
  .tuple(which, fc.nat(sheetsPerJob - 1), fc.nat(3), edits)
  .map(([job, sheet, age, made]) =>
    happens("capture", [job, sheet, age, made], (house) => {
      const book = house.books[job];
      if (book !== undefined) house.capture(book, { sheet, age, edits: made });
    }),
  );

const usual: readonly fc.Arbitrary<Command>[] = [
  steps(12),
  steps(12),
  steps(3),
  capture,
  capture,
  fc.tuple(which, fc.constantFrom("one" as const, "each" as const)).map(([job, how]) =>
    happens("offer", [job, how], (house) => {
      const book = house.books[job];
      if (book !== undefined) house.offer(book, how);
    }),
  ),
  fc.tuple(any, fc.integer({ min: 0, max: 9 })).map(([draw, luck]) =>
    happens("answer", [draw, luck], (house) => {
      pickOf(house.tests.running(), draw)?.answer(luck === 0);
    }),
  ),
];

const people: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(fc.constantFrom("a", "b", "x", "y"), content).map(([path, text]) =>
    happens("outside", [path, text], (house, model) => {
      house.outside((files) =>
        withChanges(files, [[path, text === "own" ? `theirs ${String(house.outsiders.length)}` : text]]),
      );
      model.outsiders += 1;
    }),
  ),
  which.map((job) => happens("stop", [job], (house) => house.books[job]?.stop())),
  which.map((job) => happens("resume", [job], (house) => house.books[job]?.resume())),
  says("cancel", { kind: "cancelled", at, capture: null }),
  says("approve", { kind: "approved", at }),
  says("eject", { kind: "held", at, why: { kind: "ejected", by: "a person" } }),
  says("tell", { kind: "told", at, text: "do it otherwise" }),
  says("retry", { kind: "retried", at }),
  fc.boolean().map((isPaused) =>
    happens("pause", [isPaused], (house) => {
      house.rules.isPaused = isPaused;
      house.wake();
    }),
  ),
  fc.array(fc.tuple(which, fc.nat(sheetsPerJob - 1)), { maxLength: 3 }).map((first) =>
    happens("reorder", [first], (house) => {
      house.rules.first = first.map(([job, sheet]) => `j${String(job)}/s${String(sheet)}`);
      house.wake();
    }),
  ),
];

const accidents: readonly fc.Arbitrary<Command>[] = [
  fc.constant(happens("crash", [], (house) => house.crash())),
  any.map((draw) =>
    happens("fail", [draw], (house) => pickOf(house.pending(), draw)?.fail(new Error("the disk is full"))),
  ),
  any.map((draw) =>
    happens("break-test", [draw], (house) => {
      house.tests.disturbed();
      pickOf(house.tests.running(), draw)?.fail(new Error("no room to run it"));
    }),
  ),
  fc.constantFrom("layer", "gates").map((step) => happens("poison", [step], (house) => void house.poisoned.add(step))),
  fc
    .tuple(fc.constantFrom("refs/heads/main", "refs/heads/tutti/j0", "refs/heads/tutti/j1"), fc.boolean())
    .map(([ref, isBlocked]) =>
      happens("block", [ref, isBlocked], (house) => {
        if (isBlocked) house.blocked.add(ref);
        else house.blocked.delete(ref);
      }),
    ),
];

/** Mostly work, now and then a person, an accident more rarely. */
export function anyCommands(size: number): fc.Arbitrary<Iterable<Command>> {
  return fc.commands([...usual, ...usual, ...usual, ...usual, ...usual, ...people, ...accidents], {
    maxCommands: size,
    size: "max",
  });
}
