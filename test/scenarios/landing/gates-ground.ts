import { makeFurnisher } from "../../../src/isolation/prepare/recipe/furnish.ts";
import { makeShowInstalled } from "../../../src/isolation/prepare/installed/show.ts";
import { makeViews } from "../../../src/isolation/prepare/installed/views.ts";
import { realWorld } from "../../../src/base/world/real-world.ts";
import type { CommitSha, TreeSha } from "../../../src/base/ids.ts";
import { readChanges } from "../../../src/git/diff/changes.ts";
import { gatesOf } from "../../../src/landing/gates/compose.ts";
import { parseGateFile } from "../../../src/landing/gates/file.ts";
import type { Gate, TestReport } from "../../../src/landing/gates/gate.ts";
import type { GateHands } from "../../../src/landing/gates/hands.ts";
import { askGates } from "../../../src/landing/gates/run.ts";
import type { TestAnswer } from "../../../src/landing/gates/ask.ts";
import { makeRedactor } from "../../../src/redact/redactor.ts";
import { compileSecrets } from "../../../src/redact/secrets.ts";
import { usualLandingPlan } from "../../../src/score/plan/landing-plan.ts";
import type { Store } from "../../../src/store/store.ts";
import { openStore } from "../../../src/store/sqlite/open.ts";
import { hermetic, run } from "../../kit/git.ts";
import { gateHands } from "../../../src/conductor/equipment/gates.ts";
import { type Files, type TestRepository, makeRepository } from "../../kit/repository.ts";
import { type Wired, wire } from "../../kit/wire.ts";

/** A repository, a home beside it, and gates that are asked about commits. */
export interface GateGround {
  readonly wired: Wired;
  readonly repository: TestRepository;
  readonly notices: string[];
  readonly store: () => Store;
  readonly hands: () => GateHands;
  readonly ask: (gates: readonly object[], how?: AskHow) => Promise<readonly TestAnswer[]>;
  readonly reports: (gates: readonly object[], how?: AskHow) => Promise<readonly TestReport[]>;
  /** As after a restart: another writer of the same store. */
  readonly reopen: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface AskHow {
  readonly commit?: CommitSha;
  /** The commit to land on; else the commit itself. */
  readonly onto?: CommitSha;
  readonly tests?: "full" | "quick";
  readonly cancel?: AbortSignal;
  readonly isAnew?: boolean;
  readonly isTrial?: boolean;
  readonly hands?: GateHands;
}

export async function makeGround(
  files: Files = { "a.txt": "a\n" },
  environment: Readonly<Record<string, string>> = hermetic,
): Promise<GateGround> {
  const wired = await wire(makeRepository(files));
  const { repository, git, places } = wired;
  const views = makeViews({ run, places, path: hermetic["PATH"] });
  const showInstalled = makeShowInstalled({
    git,
    places,
    world: realWorld,
    views,
    copying: { run, path: hermetic["PATH"] },
    way: () => "auto",
    install: () => Promise.resolve({ folders: [], problems: [] }),
  });
  const notices: string[] = [];
  const cleanerFor = (secrets: readonly string[]) => () => makeRedactor(compileSecrets(secrets));
  const furnisher = makeFurnisher({ run, places, world: realWorld, cleanerFor });
  let store = await openStore(places.home);
  const hands = (): GateHands =>
    gateHands({
      git,
      places,
      store: wired.store,
      world: realWorld,
      programs: {
        run: furnisher.run,
        furnisher,
        showInstalled,
        sandbox: () => Promise.resolve({ layers: [] }),
        gateLevel: () => Promise.resolve("off"),
        environment,
        client: environment,
        cleanerFor,
      },
      records: { journal: store.journal, verdicts: store },
      notice: (text) => {
        notices.push(text);
      },
    });
  const treeOf = (commit: CommitSha): TreeSha => repository.git("rev-parse", `${commit}^{tree}`) as TreeSha;
  const ask = (gates: readonly object[], how: AskHow = {}): Promise<readonly TestAnswer[]> => {
    const commit = how.commit ?? repository.head();
    const onto = how.onto ?? commit;
    return askGates(how.hands ?? hands(), {
      commit,
      tree: treeOf(commit),
      target: { ref: "refs/heads/main", tree: treeOf(onto) },
      requirements: gatesFrom(gates, how.tests),
      changed: async () =>
        (await readChanges(git, wired.store.gitDir, { from: onto, to: commit })).map(({ path }) => path),
      cancel: how.cancel ?? new AbortController().signal,
      ...(how.isAnew === undefined ? {} : { isAnew: how.isAnew }),
      ...(how.isTrial === undefined ? {} : { isTrial: how.isTrial }),
    });
  };
  return {
    wired,
    repository,
    notices,
    store: () => store,
    hands,
    ask,
    reports: async (gates, how) => (await ask(gates, how)).map(({ report }) => report),
    reopen: async () => {
      await store.close();
      store = await openStore(places.home);
    },
    close: () => store.close(),
  };
}

export function gatesFrom(gates: readonly object[], tests: "full" | "quick" = "full"): readonly Gate[] {
  return gatesOf({ file: parseGateFile(Buffer.from(JSON.stringify({ gates }))), plan: { ...usualLandingPlan, tests } });
}
