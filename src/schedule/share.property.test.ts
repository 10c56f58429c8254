import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobId } from "../base/ids.ts";
import { type Demand, passFor, shareOut } from "./share.ts";
import { times } from "../../test/kit/long.ts";

const priority = fc.integer({ min: -5, max: 5 });
const place = fc.constantFrom(null, null, null, "/x", "/y");
const weightOf = (demand: Pick<Demand, "priority">): number => 2 ** demand.priority;
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

describe("in any round", () => {
  const demand = fc.record({
    priority,
    running: fc.nat(4),
    wants: fc.nat(8),
    pass: fc.nat(200).map((steps) => steps / 32),
    place,
  });
  const round = fc.record({
    demands: fc
      .array(demand, { maxLength: 8 })
      .map((all) => all.map((one, index): Demand => ({ ...one, job: `j${index}` as JobId }))),
    room: fc.record({ free: fc.integer({ min: -2, max: 20 }), reached: fc.nat(5) }),
  });
  const isOpen = (demands: readonly Demand[], one: Demand): boolean =>
    one.place === null || !demands.some((other) => other.place === one.place && other.running > 0);

  it("no job gets more than it wants, all together no more than is free, and nothing that is wanted stays free", () => {
    const check = fc.property(round, ({ demands, room }) => {
      const shares = shareOut(demands, room);
      for (const { job, wants } of demands) expect(shares.get(job)?.start).toBeLessThanOrEqual(wants);
      const open = demands.filter((one) => one.wants > 0 && isOpen(demands, one));
      const inPlaces = new Set(open.flatMap((one) => one.place ?? [])).size;
      const usable = inPlaces + sum(open.filter((one) => one.place === null).map(({ wants }) => wants));
      expect(sum([...shares.values()].map(({ start }) => start))).toBe(Math.min(usable, Math.max(0, room.free)));
    });
    fc.assert(check, { numRuns: times(500, 2_000) });
  });

  it("no folder is worked in twice", () => {
    const check = fc.property(round, ({ demands, room }) => {
      const shares = shareOut(demands, room);
      for (const where of ["/x", "/y"]) {
        const there = demands.filter((one) => one.place === where);
        const started = sum(there.map(({ job }) => shares.get(job)?.start ?? 0));
        expect(started).toBeLessThanOrEqual(there.some(({ running }) => running > 0) ? 0 : 1);
      }
    });
    fc.assert(check, { numRuns: times(500, 2_000) });
  });

  it("no job gets a slot that another one wants who has less for its weight", () => {
    const check = fc.property(round, ({ demands, room }) => {
      const shares = shareOut(demands, room);
      const startOf = ({ job }: Demand): number => shares.get(job)?.start ?? 0;
      const load = (one: Demand, more = 0): number => (one.running + startOf(one) + more) / weightOf(one);
      const unmet = demands.filter((one) => one.place === null && startOf(one) < one.wants);
      for (const winner of demands.filter((one) => startOf(one) > 0))
        for (const loser of unmet) expect(load(winner, -1)).toBeLessThanOrEqual(load(loser));
    });
    fc.assert(check, { numRuns: times(500, 2_000) });
  });

  it("passes only go forward, those of jobs that got nothing stay, and the same round has the same end", () => {
    const check = fc.property(round, ({ demands, room }) => {
      const shares = shareOut(demands, room);
      for (const one of demands) {
        const { start = 0, pass = 0, reached = 0 } = shares.get(one.job) ?? {};
        expect(pass).toBeGreaterThanOrEqual(one.pass + start / weightOf(one));
        if (start === 0) expect([pass, reached]).toEqual([one.pass, room.reached]);
        else expect(pass).toBe(passFor(reached, one.priority));
      }
      expect(shareOut(structuredClone(demands), room)).toEqual(shares);
    });
    fc.assert(check, { numRuns: times(250, 1_000) });
  });
});

interface Member {
  readonly job: JobId;
  readonly priority: number;
  readonly place: string | null;
  /** How long each of its sheets takes, over and over. */
  readonly durations: readonly number[];
  /** After so many sheets it leaves; the one who is watched never does. */
  sheets: number;
  pass: number;
  /** When each running sheet ends. */
  ends: number[];
  /** Slots others got while it could have had one. */
  passedOver: number;
}

/** A conductor with nothing but slots. */
function makeHouse(): {
  readonly members: Set<Member>;
  join(member: Omit<Member, "pass" | "ends" | "passedOver">): Member;
  tick(now: number, limit: number): void;
} {
  const members = new Set<Member>();
  let reached = 0;
  const tick = (now: number, limit: number): void => {
    for (const member of members) {
      member.ends = member.ends.filter((end) => end > now);
      if (member.sheets <= 0 && member.ends.length === 0) members.delete(member);
    }
    const present = [...members];
    const demands = present.map(
      ({ job, priority: own, place: where, sheets, pass, ends }): Demand => ({
        job,
        priority: own,
        place: where,
        wants: Math.max(0, sheets),
        pass,
        running: ends.length,
      }),
    );
    const isFree = (one: Member): boolean =>
      one.place === null || !present.some((other) => other.place === one.place && other.ends.length > 0);
    const couldStart = present.filter((member) => member.sheets > 0 && member.ends.length === 0 && isFree(member));
    const shares = shareOut(demands, { free: limit - sum(demands.map(({ running }) => running)), reached });
    const given = sum([...shares.values()].map(({ start }) => start));
    for (const member of couldStart)
      member.passedOver = (shares.get(member.job)?.start ?? 0) > 0 ? 0 : member.passedOver + given;
    for (const member of present) {
      const { start = 0, pass = 0, reached: till = 0 } = shares.get(member.job) ?? {};
      member.pass = pass;
      reached = Math.max(reached, till);
      for (let begun = 0; begun < start; begun += 1) {
        member.sheets -= 1;
        member.ends.push(now + (member.durations[Math.abs(member.sheets) % member.durations.length] ?? 1));
      }
    }
  };
  return {
    members,
    tick,
    join: (newcomer) => {
      const member = { ...newcomer, pass: passFor(reached, newcomer.priority), ends: [], passedOver: 0 };
      members.add(member);
      return member;
    },
  };
}

describe("over time", () => {
  const durations = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  const arrival = fc.record({
    at: fc.nat(300),
    priority,
    place,
    durations,
    sheets: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 200 })),
  });
  const limits = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });

  it("a job that wants gets a slot before the others have had N * (2 + W), for all arrivals, departures, durations and priorities", () => {
    const check = fc.property(fc.array(arrival, { maxLength: 60 }), limits, (arrivals, limit) => {
      const house = makeHouse();
      const heaviest = Math.max(...arrivals.map(weightOf));
      let most = 0;
      let worst = 0;
      for (let now = 0; now <= 400; now += 1) {
        for (const [index, one] of arrivals.entries())
          if (one.at === now) house.join({ ...one, job: `j${index}` as JobId });
        most = Math.max(most, house.members.size);
        // The limit changes now and then, as a person may change it.
        house.tick(now, limit[Math.floor(now / 50) % limit.length] ?? 1);
        for (const member of house.members)
          worst = Math.max(worst, member.passedOver / ((most - 1) * (2 + Math.ceil(heaviest / weightOf(member))) || 1));
      }
      expect(worst).toBeLessThanOrEqual(1);
    });
    fc.assert(check, { numRuns: times(75, 300) });
  });

  const always = fc.array(fc.record({ priority }), { minLength: 1, maxLength: 6 });
  /** The same jobs to the end, each wanting more than there is. */
  const settle = (
    jobs: readonly { readonly priority: number }[],
    lasts: readonly number[],
  ): ReturnType<typeof makeHouse> => {
    const house = makeHouse();
    for (const [index, job] of jobs.entries())
      house.join({ ...job, job: `j${index}` as JobId, place: null, durations: lasts, sheets: 1_000_000 });
    return house;
  };

  it("with one slot the turns follow the weights, to within one turn for each job", () => {
    const check = fc.property(always, (jobs) => {
      const house = settle(jobs, [1]);
      const all = sum(jobs.map(weightOf));
      let worst = 0;
      for (let now = 1; now <= 2_000; now += 1) {
        house.tick(now, 1);
        for (const member of house.members)
          worst = Math.max(worst, Math.abs(1_000_000 - member.sheets - (now * weightOf(member)) / all));
      }
      expect(worst).toBeLessThanOrEqual(jobs.length);
    });
    fc.assert(check, { numRuns: 30 });
  });

  it("with many slots each job holds what its weight says: at most one more, or less by its part of one for each job", () => {
    const check = fc.property(always, durations, fc.integer({ min: 1, max: 200 }), (jobs, lasts, limit) => {
      const house = settle(jobs, lasts);
      const all = sum(jobs.map(weightOf));
      for (let now = 0; now < 100; now += 1) {
        house.tick(now, limit);
        for (const member of house.members) {
          const part = weightOf(member) / all;
          expect(member.ends.length).toBeLessThanOrEqual(limit * part + 1);
          expect(member.ends.length).toBeGreaterThanOrEqual((limit - jobs.length) * part - 1e-9);
        }
      }
    });
    fc.assert(check, { numRuns: 50 });
  });
});
