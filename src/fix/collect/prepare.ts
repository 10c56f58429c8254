import { normalize } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { autofixersOf } from "../ask/score/autofix.ts";
import type { FixFlags } from "../options/table.ts";
import { groupFindings } from "../choose/groups.ts";
import type { Collected, Group, PassedOver, Scope, Tally } from "../model.ts";
import { type Decided, type FixOptions, decideOptions } from "../options/decide.ts";
import { noRuleDocs } from "../ask/prompt/rule-docs.ts";
import { allFindings } from "../choose/reported-by.ts";
import { type FixScore, fixScore } from "../ask/score/score.ts";
import { leftOutOf, select } from "../choose/select.ts";
import type { WrittenGate } from "../../score/schema/gate.ts";
import { ownProgram } from "../../tools/programs.ts";
import { type CollectProgress, collect, filesFor } from "./collect.ts";
import { isSearchedInImage, type SearchPlace, locate, searchBelow } from "../../tools/projects/locate.ts";
import { type PreparedTools, prepareTools } from "../../tools/prepare.ts";
import { projectsBelow } from "../../tools/projects/projects.ts";
import { askRuleDocs } from "../../tools/rule-docs/ask.ts";
import type { DetectedTests } from "../../tools/test-command.ts";
import { detectTests } from "../../tools/tests.ts";
import { projectView } from "../../tools/view.ts";
import { type FixGround, openGround } from "./ground.ts";
import { readAdvice, readProjectSettings } from "./project-files.ts";
import { type AgentNames, requireAgents, requirePaths } from "./preconditions.ts";
import { isInImage, searchedPlace, type Workshop } from "./workshop.ts";

export interface FixWish extends AgentNames {
  readonly folder: string;
  readonly flags: FixFlags;
  readonly usualAgent: string;
  readonly tried: readonly Tally[];
  /** `--explain`: nothing is collected. */
  readonly onlyExplain: boolean;
  /** `--dry-run`: no agent reads the prompts. */
  readonly onlyPlan: boolean;
  readonly onProgress: (progress: CollectProgress) => void;
}

export interface FixMade {
  /** Its tools run in an image. */
  readonly isInImage: boolean;
  readonly decided: Decided;
  readonly ground: Pick<FixGround, "commit" | "target" | "uncommitted">;
  readonly tools: PreparedTools;
  readonly tests: readonly DetectedTests[];
  /** Places that were not searched, and what tools do without, a sentence each. */
  readonly unseen: readonly string[];
  readonly collected: readonly Collected[];
  readonly groups: readonly Group[];
  readonly leftOut: readonly PassedOver[];
  readonly score: FixScore | null;
}

export async function prepareFix(workshop: Workshop, wish: FixWish): Promise<FixMade> {
  const { top } = workshop;
  const decided = decidedFor(workshop, decideOptions(wish.flags, await readProjectSettings(top), wish.usualAgent));
  const { options } = decided;
  requireAgents(options, wish);
  const ground = await openGround(workshop, { folder: wish.folder, target: options.target, inPlace: options.inPlace });
  return ground.inFiles(async (checkout, lacks) => {
    const { files } = ground;
    requirePaths(options.paths, files);
    const view = projectView(checkout, files);
    const { projects, beyond } = projectsBelow(view, options.exclude);
    const place = { ...workshop, ...searchedPlace(workshop, { from: wish.folder, checkout }), view, projects };
    const tools = withScripts(
      await prepareTools(place, {
        ...options.tools,
        withoutTests: options.tests === "none" && (!options.inPlace || wish.flags.tests === "none"),
      }),
      new Set(files),
    );
    const tests =
      options.tests === "none" || options.testCommand !== null
        ? []
        : withoutOwnPrograms(place, await detectTests(view, locateFrom(place), projects));
    const known = {
      isInImage: isInImage(workshop),
      decided,
      ground,
      tools,
      tests,
      unseen: [...unseenIn(ground, beyond), ...lacks, ...noneChosen(ground, options)],
    };
    if (wish.onlyExplain) return { ...known, collected: [], groups: [], leftOut: [], score: null };
    const collected = await collect(
      tools.tools,
      { ...workshop, folder: checkout, filesFor: filesFor(files) },
      wish.onProgress,
    );
    const { groups, leftOut } = await chosen(ground, options, collected);
    if (groups.length === 0) return { ...known, collected, groups, leftOut, score: null };
    // Only agents read the texts.
    const found =
      wish.onlyPlan || options.autofixOnly || isInImage(workshop)
        ? { docs: noRuleDocs, notes: [] }
        : await askRuleDocs(groups, collected, { ...workshop, folder: checkout, program: program("rule-docs") });
    const score = fixScore({
      groups,
      collected,
      options,
      advice: await readAdvice(top),
      sources: (file) => view.read(file),
      tried: wish.tried,
      docs: found.docs,
      autofixProgram: program("autofix"),
      gates: gatesFrom(options, tests),
    });
    const out = leftOutOf(
      "job-full",
      score.beyond.flatMap(({ findings }) => findings),
    );
    const without = new Set(score.beyond);
    const held = groups.filter((group) => !without.has(group));
    return {
      ...known,
      collected,
      groups: held,
      leftOut: [...leftOut, ...out],
      score: { ...score, notes: [...score.notes, ...found.notes] },
    };
  });
}

/** Tutti's own programs start with its own Node, which an image has not. */
function decidedFor(workshop: Workshop, decided: Decided): Decided {
  const { options } = decided;
  if (!isInImage(workshop) || !options.autofix) return decided;
  if (options.autofixOnly)
    throw new TuttiError("cli.usage", "tools can't fix findings by themselves in an image", {
      audience: "user",
      hint: "Leave out --autofix-only, so that an agent fixes them, or use an environment without an image.",
    });
  return { ...decided, options: { ...options, autofix: false } };
}

function withoutOwnPrograms(place: SearchPlace, tests: readonly DetectedTests[]): readonly DetectedTests[] {
  if (!isSearchedInImage(place)) return tests;
  return tests.map((one) => (one.kind === "usable" ? { ...one, quick: null } : one));
}

/** A new file is in no commit, so it is none of those. */
function noneChosen(
  { uncommitted: { changed, staged }, files }: FixGround,
  { only, inPlace }: FixOptions,
): readonly string[] {
  const chosen = only.kind === "changed" ? [...changed, ...staged] : only.kind === "staged" ? [...staged] : null;
  if (chosen === null || inPlace) return [];
  const known = new Set(files);
  return chosen.some((path) => known.has(path))
    ? []
    : [
        `no committed file has ${only.kind === "staged" ? "staged" : "uncommitted"} changes; new files have to be committed first, or fixed in place (--no-isolation)`,
      ];
}

function unseenIn({ isCut, files }: FixGround, beyond: number): readonly string[] {
  return [
    ...(isCut
      ? [
          `the folder has more than ${files.length} files: no configuration was looked for in the rest (in a repository all files are known: git init)`,
        ]
      : []),
    ...(beyond > 0
      ? [`${beyond} more folders below the top may be projects, and were not searched (--exclude skips others)`]
      : []),
  ];
}

/** Programs of a project below the top lie beside it, or above. */
function locateFrom(place: SearchPlace): Parameters<typeof detectTests>[1] {
  return (folder) => (name, home) => locate(name, home, searchBelow(place, folder));
}

/** A project's script in a tool's command is part of its configuration. */
function withScripts(prepared: PreparedTools, files: ReadonlySet<string>): PreparedTools {
  const tools = prepared.tools.map((tool) => ({
    ...tool,
    config: tool.config ?? tool.argv.map((word) => normalize(word)).find((word) => files.has(word)) ?? null,
  }));
  return { ...prepared, tools };
}

async function chosen(
  ground: FixGround,
  options: FixOptions,
  collected: readonly Collected[],
): Promise<Pick<FixMade, "groups" | "leftOut">> {
  const { taken, leftOut } = select(allFindings(collected), await scopeOf(ground, options));
  const grouped = groupFindings(taken, { grouping: options.grouping, most: options.maxPerSheet });
  const autofixers = autofixersOf({ options, collected, autofixProgram: program("autofix") });
  const isFor = (group: Group): boolean => !options.autofixOnly || autofixers.agentFor(group) !== null;
  const without = grouped.groups.filter((group) => !isFor(group)).flatMap(({ findings }) => findings);
  const groups = grouped.groups.filter(isFor).map((group) => autofixers.asAsked(group));
  return { groups, leftOut: [...leftOut, ...grouped.leftOut, ...leftOutOf("no-fix", without)] };
}

async function scopeOf(ground: FixGround, options: FixOptions): Promise<Scope> {
  const { changed, staged } = ground.uncommitted;
  const { only } = options;
  const uncommitted = new Set([...changed, ...staged]);
  return {
    ...options,
    only:
      only.kind === "all"
        ? null
        : only.kind === "since"
          ? await ground.since(only.branch)
          : only.kind === "changed"
            ? uncommitted
            : staged,
    // In the user's folder, tools also see ignored and installed files; a checkout has none.
    ...(options.inPlace && !ground.isCut ? { known: new Set(ground.files) } : {}),
    // In place, tools saw the files with their changes.
    dirty: options.inPlace ? new Set() : uncommitted,
  };
}

/** The configured command, else the project's tests. */
function gatesFrom(options: FixOptions, tests: readonly DetectedTests[]): readonly WrittenGate[] {
  if (options.inPlace || options.tests === "none") return [];
  const common = { files: [], borrow: [] };
  const { testCommand: named } = options;
  if (named !== null) {
    const quick = named.quick === null ? {} : { quick: named.quick };
    const timeout = named.timeoutMs === null ? {} : { timeout: named.timeoutMs };
    return [{ name: "tests", run: named.run, ...quick, ...timeout, ...common }];
  }
  return tests.flatMap((found): readonly WrittenGate[] => {
    if (found.kind === "unusable") return [];
    const quick: Pick<WrittenGate, "quick"> = found.quick === null ? {} : { quick: [...found.quick] };
    return [{ name: found.name, run: [...found.command], ...quick, ...common }];
  });
}

function program(name: Parameters<typeof ownProgram>[0]): [string, string] {
  return [process.execPath, ownProgram(name)];
}
