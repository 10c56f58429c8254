import type { Declare } from "./command.ts";

/** A command: its name, its line in `tutti --help`, and the file that declares and runs it. */
type Entry = readonly [name: string, summary: string, load: () => Promise<{ readonly declare: Declare }>];

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Every command, in the order of `tutti --help`, which loads none of their files. */
export const contents: readonly Section[] = [
  {
    title: "Run agents:",
    entries: [
      ["task", "run agents on prompts, without writing a score", () => import("../job/task.ts")],
      ["run", "run a score: isolate, validate and land each sheet", () => import("../job/run.ts")],
      ["plan", "turn requirements into a score of checked tasks", () => import("../plan/plan.ts")],
      ["fix", "fix findings of linters, type checkers and tests", () => import("../fix/fix.ts")],
      ["resume", "resume a job that was interrupted, paused or parked", () => import("../job/resume.ts")],
      ["demo", "run a dozen sheets offline on a throw-away repository", () => import("../machine/demo.ts")],
    ],
  },
  {
    title: "Control jobs:",
    entries: [
      ["pause", "let running sheets finish and start no new ones", () => import("../job/pause.ts")],
      ["cancel", "end a job or one sheet; landed work stays", () => import("../job/cancel.ts")],
      ["schedule", "run scores at moments, or when something changes", () => import("../schedule/schedule.ts")],
      ["forge", "do what trusted people ask for in issues and pull requests", () => import("../forge/watch.ts")],
      ["retry", "retry sheets that failed or were cancelled", () => import("../job/retry.ts")],
      ["modify", "apply a changed score or new limits to a job", () => import("../job/modify.ts")],
      ["archive", "remove the contexts of a job and hide it from the list", () => import("../job/archive.ts")],
      ["tell", "give the agent of a sheet more instructions", () => import("../sheet/tell.ts")],
      ["recover", "validate the work of sheets again and land what passes", () => import("../sheet/recover.ts")],
      ["attach", "open the agent of a sheet in its context and session", () => import("../sheet/visit.ts")],
      ["shell", "open a shell in the context of a sheet", () => import("../sheet/visit.ts")],
    ],
  },
  {
    title: "Decide what lands:",
    entries: [
      ["approve", "land results that wait for approval", () => import("../sheet/approve.ts")],
      ["review", "approve, send back, drop or try results that wait", () => import("../landing/review.ts")],
      ["queue", "show and manage what waits to land", () => import("../landing/queue.ts")],
      ["gates", "show and run the commands that results must pass", () => import("../landing/gates.ts")],
      ["pulls", "show and update open pull requests", () => import("../landing/pulls.ts")],
      ["undo", "revert the landing of a sheet", () => import("../landing/undo.ts")],
      ["verify", "prove each landing against git", () => import("../landing/verify.ts")],
      ["merge", "merge revisions or files by syntax, judged by checks", () => import("../landing/merge/merge.ts")],
      [
        "merge-driver",
        "let git merge by syntax where its own merge conflicts",
        () => import("../landing/merge/driver.ts"),
      ],
      ["radar", "show running sheets that will conflict", () => import("../landing/radar.ts")],
    ],
  },
  {
    title: "See what happens:",
    entries: [
      ["top", "show and steer all jobs on the whole screen, live", () => import("../top/top.ts")],
      ["dashboard", "open all jobs, time lines and diffs in the browser", () => import("../serve/dashboard.ts")],
      ["status", "show a job and its sheets", () => import("../job/status.ts")],
      ["list", "list jobs, newest first", () => import("../job/list.ts")],
      ["logs", "show the output of a sheet", () => import("../sheet/logs.ts")],
      ["events", "show recorded events, newest last", () => import("../journal/events.ts")],
      ["history", "show everything that happened to a job, oldest first", () => import("../journal/history.ts")],
      ["errors", "show what went wrong, by sheet and attempt", () => import("../journal/errors.ts")],
      ["diagnose", "explain why a job is in its state, and what to do next", () => import("../journal/diagnose.ts")],
      ["explain", "explain the history of one sheet and what it waits for", () => import("../sheet/explain.ts")],
      ["compare", "show the results of a best-of side by side", () => import("../landing/compare.ts")],
      ["report", "show the report of a tutti fix job", () => import("../journal/report.ts")],
      ["stats", "show how often each kind of finding was fixed", () => import("../journal/stats.ts")],
      ["learn", "show what became of attempts, and learn from it", () => import("../learn/learn.ts")],
    ],
  },
  {
    title: "Get work back, clean up:",
    entries: [
      ["snapshots", "list the snapshots of a sheet", () => import("../snapshot/snapshots.ts")],
      ["show", "show a snapshot and the files it changed", () => import("../snapshot/show.ts")],
      ["diff", "show the changes of a snapshot", () => import("../snapshot/diff.ts")],
      ["restore", "restore a snapshot to a folder, branch or new attempt", () => import("../snapshot/restore.ts")],
      ["fork", "continue from a snapshot in a new job, by another agent", () => import("../snapshot/fork.ts")],
      ["worktree", "manage contexts, and worktrees that other tools left", () => import("../context/worktree.ts")],
      ["clean", "remove old contexts, build artefacts, trash, logs and records", () => import("../context/clean.ts")],
    ],
  },
  {
    title: "Write scores:",
    entries: [
      ["init", "set up a project, or write a commented score to start from", () => import("../score/init.ts")],
      ["validate", "check scores and show what they do", () => import("../score/validate.ts")],
      ["import", "convert a Mozart score", () => import("../score/import.ts")],
      ["schema", "print the JSON Schema of scores", () => import("../score/schema.ts")],
    ],
  },
  {
    title: "Set up:",
    entries: [
      ["doctor", "check everything Tutti needs; each problem comes with a fix", () => import("../machine/doctor.ts")],
      ["agents", "list agents and check that they work", () => import("../machine/agents.ts")],
      ["env", "list, write and check environments: where and how tasks run", () => import("../repositories/env.ts")],
      ["repos", "list, fetch and remove the mirrors of remotes", () => import("../repositories/repos.ts")],
      ["config", "show, change and check settings", () => import("../machine/config.ts")],
      ["store", "show where the journal lies, or move it", () => import("../machine/store.ts")],
      ["limits", "show and clear the limits of agents' accounts", () => import("../machine/limits.ts")],
      ["notify", "list and test the channels that people are told by", () => import("../machine/notify.ts")],
      ["start", "start the conductor in the background", () => import("../conductor/start.ts")],
      ["stop", "stop the conductor; running work is captured", () => import("../conductor/stop.ts")],
      ["restart", "restart the conductor with this version of Tutti", () => import("../conductor/restart.ts")],
      ["conductor-status", "show the state of the conductor", () => import("../conductor/status.ts")],
      ["fleet", "show and manage the workers of this conductor", () => import("../fleet/fleet.ts")],
      ["worker", "play sheets of a conductor on this machine", () => import("../fleet/worker.ts")],
      ["mcp", "serve Tutti to an agent over the Model Context Protocol", () => import("../serve/mcp.ts")],
      ["acp", "serve Tutti as one agent to an editor", () => import("../serve/acp.ts")],
      ["service", "have systemd or launchd keep a conductor running", () => import("../conductor/unit.ts")],
      ["completion", "print the completion script of bash, zsh or fish", () => import("../completion/completion.ts")],
      ["help", "explain a command, a topic or a code", () => import("../help/help.ts")],
    ],
  },
];
