import { placeExamples } from "./place-examples.ts";

/** By command: what is typed, and what it does. */
export type Examples = Readonly<Record<string, readonly (readonly [line: string, does: string])[]>>;

/**
 * Command lines to learn from, by command: what is typed, and what it does. A page of help shows those of its command
 * (a test checks that every page has one, and that each can be typed as it stands).
 */
export const examples: Examples = {
  task: [
    ["tutti task --issue owner/name#12 --pr", "resolve an issue of GitHub in a pull request"],
    [
      'tutti task "make the parser faster" --best-of 3 --validate "npm test"',
      "three agents at once; the best result lands",
    ],
    ['tutti task "add a --version flag" "fix the typo in README.md"', "two sheets at once, each landed by itself"],
    ['tutti task "port the tests to vitest" --agent codex --validate "npm test"', "land it only if the tests pass"],
    ["tutti task --file todo.md --pr", "a pull request for each prompt of a file"],
    ['tutti task --repo git@github.com:owner/name.git "fix the flaky test"', "work on a remote and push what lands"],
    ["tutti task --pr owner/name#12", "do what the comments on a pull request ask for"],
    ["tutti task --pr 12 --review --comment", "review a pull request, and say so there"],
  ],
  forge: [
    [
      'tutti forge watch owner/name --trust ada --agent claude --validate "npm test"',
      "do what ada asks for in comments that mention your account",
    ],
    ["tutti forge watch owner/name --trust-members --once", "look once, for cron or a workflow"],
  ],
  ...placeExamples,
  repos: [
    ["tutti repos list", "list the mirrors of remotes"],
    ["tutti repos add https://github.com/owner/name.git", "fetch one before the first task needs it"],
    ["tutti repos sync", "fetch all of them again"],
    ["tutti repos remove github-com-owner-name --yes", "remove one, if the remote has everything in it"],
  ],
  run: [
    ["tutti run score.yaml", "run a score and watch it"],
    ["tutti run score.yaml -j 8 --detach", "eight sheets at once, in the background"],
    ["tutti run score.yaml --dry-run", "show the plan and run nothing"],
  ],
  plan: [
    ['tutti plan "list and status get a --json flag"', "propose tasks, check them, and ask before a score is written"],
    ["tutti plan @spec.md --planner claude --agent codex --yes --run", "one agent plans, another works, at once"],
    ["tutti plan https://github.com/o/r/issues/12 --edit", "plan an issue, and change the plan before it is written"],
    [
      'tutti plan "a tool that sorts CSV files" --template cli',
      "the usual steps of a command line tool, without an agent",
    ],
    ["tutti plan --improve the tests --top 2", "propose two improvements of the tests, and ask"],
    ["tutti plan @spec.md --from plan.json", "check a plan that is there already, and make a score of it"],
  ],
  fix: [
    ["tutti fix", "fix what the linters, type checkers and tests of this project report"],
    ["tutti fix src --tool eslint --dry-run", "show what would be done for one tool below one folder"],
    ["tutti fix --since main", "only files that changed since main"],
  ],
  resume: [
    ["tutti resume", "go on with the newest unfinished job of this repository"],
    ["tutti resume nightly --retry-failed", "also retry what failed"],
    ["tutti resume --reload", "take the score as it is now"],
  ],
  demo: [["tutti demo", "see a job from start to end, without any model"]],
  pause: [
    ["tutti pause", "let running sheets finish, then rest"],
    ["tutti pause nightly --now", "stop running sheets at once; they continue on resume"],
  ],
  cancel: [
    ["tutti cancel nightly", "end a job; what landed stays"],
    ["tutti cancel nightly/build", "end one sheet; the others go on"],
  ],
  retry: [
    ["tutti retry", "retry everything that failed in the newest job"],
    ["tutti retry nightly build docs", "retry two sheets of a job"],
    ["tutti retry nightly/build", "retry one sheet"],
  ],
  modify: [
    ["tutti modify nightly score.yaml", "show what the changed score means, and ask"],
    ["tutti modify nightly -j 4 --max-cost 20 --yes", "new limits, without asking"],
  ],
  archive: [["tutti archive nightly", "remove the contexts of a job and hide it from the list"]],
  tell: [
    ['tutti tell build "also update the changelog"', "more instructions for a sheet of the newest job"],
    ["tutti tell nightly/build < review.txt", "the same from a file"],
  ],
  recover: [
    ["tutti recover", "validate kept work of the newest job again and land what passes"],
    ["tutti recover nightly/build --dry-run", "only report what the validations say"],
  ],
  attach: [["tutti attach build", "continue the session of an agent by hand"]],
  shell: [["tutti shell nightly/build", "look around in the context of a sheet"]],
  approve: [
    ["tutti approve", "land all results of the newest job that wait for approval"],
    ["tutti approve nightly/build", "land one of them"],
  ],
  review: [
    ["tutti review", "go through the results that wait, one by one"],
    ["tutti review --diff", "list them with all their changes"],
    ['tutti review build --send-back "keep the old option"', "have its agent continue"],
  ],
  schedule: [
    ["tutti schedule", "all schedules, and when each runs next"],
    ["tutti schedule list --json", "the same for a program"],
    ['tutti schedule add nightly.yaml --cron "0 3 * * 1-5" --zone Europe/Berlin', "every working day at three"],
    ["tutti schedule add review.yaml --watch-branch main", "whenever main moves"],
    ["tutti schedule pause nightly", "no runs until it is resumed"],
    ["tutti schedule resume nightly", "go on"],
    ["tutti schedule remove nightly", "remove it; its jobs stay"],
  ],
  queue: [
    ["tutti queue", "what waits to land, in order"],
    ["tutti queue list --all", "of every repository"],
    ["tutti queue pause --target main", "land nothing on main for now"],
    ["tutti queue resume --target main", "go on"],
    ["tutti queue reorder build docs", "land these two first"],
    ["tutti queue eject nightly/build", "take a result out; its work is kept"],
  ],
  gates: [
    ["tutti gates", "what results must pass before they land"],
    ["tutti gates list --target main", "of one branch"],
    ["tutti gates check", "run them on the branch that is checked out"],
    ["tutti gates hooks", "your commit hooks as gates"],
    ["tutti gates forget", "run every gate again next time"],
  ],
  pulls: [
    ["tutti pulls", "pull requests that are not decided yet"],
    ["tutti pulls list nightly", "those of one job"],
    ["tutti pulls sync", "look at the server now"],
  ],
  undo: [
    ["tutti undo build", "revert what a sheet landed"],
    ["tutti undo nightly/build --approve", "the same, once tutti review approves it"],
  ],
  verify: [
    ["tutti verify", "prove every landing in this repository"],
    ["tutti verify nightly --deep", "read every landed object of one job"],
  ],
  merge: [
    ["tutti merge v1.2 main topic", "merge two branches as a landing would, and print the tree"],
    ['tutti merge v1.2 main topic --check "npm test"', "test each merge; print the first that passes"],
    ["tutti merge base.py ours.py theirs.py -o merged.py", "merge three files"],
  ],
  "merge-driver": [
    ["tutti merge-driver install", "let git call Tutti for all files of this repository"],
    ['tutti merge-driver install "*.py" package.json', "for these files only"],
    ["tutti merge-driver install --dry-run", "show the lines that it would write"],
    ["tutti merge-driver uninstall", "remove them"],
    ["tutti merge-driver run base.py ours.py theirs.py src/a.py", "what git calls: merge one file into ours.py"],
  ],
  radar: [
    ["tutti radar", "running sheets that will conflict"],
    ["tutti radar --watch", "keep showing changes"],
  ],
  status: [
    ["tutti status nightly --health", "how a job goes in one number, and what stays bad"],
    ["tutti status", "the newest job of this repository"],
    ["tutti status nightly --watch", "keep showing it until the job rests"],
    ["tutti status nightly/build", "explain one sheet"],
  ],
  list: [
    ["tutti list", "all jobs, newest first"],
    ["tutti list --all --json", "archived ones too, as JSON"],
  ],
  top: [
    ["tutti top", "watch and steer everything that runs; q leaves, jobs go on"],
    ["tutti top nightly", "begin with one job"],
  ],
  dashboard: [
    ["tutti dashboard", "see everything in the browser"],
    ["tutti dashboard --no-open", "print the link, to be opened by hand"],
  ],
  logs: [
    ["tutti logs build -f", "follow the output of a sheet"],
    ["tutti logs nightly/build --attempt 1", "of an earlier attempt"],
    ["tutti logs build --validation 1", "what a validation printed"],
  ],
  events: [
    ["tutti events -f", "what happens, as it happens"],
    ["tutti events --job nightly --type sheet.failed", "of one job and one type"],
  ],
  history: [["tutti history nightly/build", "everything that happened to one sheet"]],
  errors: [
    ["tutti errors", "what went wrong in the newest job"],
    ["tutti errors nightly --sheet build", "in one sheet"],
  ],
  diagnose: [["tutti diagnose", "why the newest job is where it is, and what to do"]],
  explain: [["tutti explain build", "the life of a sheet, and what it waits for"]],
  compare: [
    ["tutti compare", "results of the newest job, side by side, and why one was chosen"],
    ["tutti compare nightly --json", "for programs"],
  ],
  report: [
    ["tutti report", "the newest job of tutti fix"],
    ["tutti report --markdown -o summary.md", "for the summary of a CI job"],
  ],
  stats: [["tutti stats --tool eslint", "how often findings of a tool were fixed"]],
  learn: [
    ["tutti learn stats", "what became of attempts, by kind of work and agent"],
    ["tutti learn evaluate", "whether routing by measured success is good"],
    ['tutti learn add "Run the formatter before the tests." --work testing', "compare a note in prompts"],
    ["tutti learn patterns", "notes for prompts, with their measured effect"],
    ["tutti learn why p-1a2b3c", "what the comparison of one of them says"],
    ["tutti learn accept p-1a2b3c", "let an agent's proposal be compared"],
    ["tutti learn drift", "which agents became better or worse"],
    ["tutti learn export --output learned.json", "take what was learned to another machine"],
    ["tutti learn import learned.json", "read it there"],
    ["tutti learn forget --older-than 90", "delete records of more than three months ago"],
  ],
  snapshots: [["tutti snapshots build", "every snapshot of the work of a sheet"]],
  show: [
    ["tutti show build", "the newest snapshot of a sheet"],
    ["tutti show nightly/build@2 --name-only", "the files of its second snapshot"],
  ],
  diff: [
    ["tutti diff build", "what a sheet changed so far"],
    ["tutti diff build@1..3", "from one snapshot to another"],
  ],
  restore: [
    ["tutti restore build --branch rescue", "its work as a new branch"],
    ["tutti restore build@2 --to /tmp/build", "an older snapshot in a folder"],
  ],
  fork: [
    ["tutti fork build --agent codex", "another agent goes on with its newest work"],
    ["tutti fork nightly/build@2 --agent claude --model opus", "from an older snapshot"],
  ],
  worktree: [
    ["tutti worktree list", "the contexts of this home"],
    ["tutti worktree show nightly.build.1", "one of them"],
    ["tutti worktree remove nightly.build.1", "capture it and remove it"],
    ["tutti worktree prune --dry-run", "records of contexts whose folder is gone"],
    ["tutti worktree adopt --dry-run", "worktrees that other tools left"],
    ["tutti worktree unlock nightly.build.1", "one whose owner is dead"],
  ],
  clean: [
    ["tutti clean --dry-run", "show what would be removed"],
    ["tutti clean --older-than 3 --trash --yes", "without asking"],
  ],
  init: [
    ["tutti init", "look at this repository and propose settings and gates"],
    ["tutti init nightly --agent claude", "write a commented score to start from"],
    ["tutti init --list", "the templates of scores"],
  ],
  validate: [
    ["tutti validate score.yaml -v", "what is wrong, and what every sheet does"],
    ["tutti validate score.yaml --fix", "repair what can be repaired with certainty"],
  ],
  import: [["tutti import mozart.yaml --out score.yaml", "convert a Mozart score"]],
  schema: [["tutti schema --out score.schema.json", "for editors that complete and check scores"]],
  doctor: [["tutti doctor", "check this machine and this repository"]],
  limits: [
    ["tutti limits list", "what each account uses, may use, and waits for"],
    ["tutti limits clear claude", "forget what was learnt after you changed the plan"],
  ],
  notify: [
    ["tutti notify list", "the channels, and what became of the last messages"],
    ["tutti notify test ops", "send a test message to one channel"],
  ],
  agents: [
    ["tutti agents list", "every agent that a score can name"],
    ["tutti agents check claude codex", "whether two of them work"],
  ],
  config: [
    ["tutti config show", "every setting and where it comes from"],
    ["tutti config set agents.default claude", "change one for yourself"],
    ["tutti config set parallel 8 --project", "change one for the project"],
    ["tutti config path", "which files are read here"],
    ["tutti config check", "what is wrong with them"],
  ],
  store: [
    ["tutti store show", "where the journal lies, and who writes it"],
    ["tutti store migrate --to postgres://tutti@db.example.org/work", "move it to PostgreSQL"],
    ["tutti store migrate --to sqlite", "move it back into Tutti's home"],
  ],
  start: [["tutti start", "start the conductor in the background"]],
  stop: [["tutti stop", "stop it; running work is captured and continues at the next start"]],
  restart: [["tutti restart", "after an update of Tutti"]],
  "conductor-status": [["tutti conductor-status", "what the conductor does now"]],
  service: [
    ["tutti service show", "the unit that would be installed"],
    ["tutti service install", "keep a conductor running"],
    ["tutti service uninstall", "stop doing so"],
  ],
  acp: [["tutti acp", "what an editor starts that shows Tutti as one agent"]],
  mcp: [
    ["tutti mcp", "what an agent starts that uses Tutti by stdio"],
    ["tutti mcp --http --port 8123", "for agents that connect by HTTP"],
  ],
  completion: [
    ["tutti completion bash > ~/.local/share/bash-completion/completions/tutti", "for bash"],
    ["tutti completion zsh > ~/.zfunc/_tutti", "for zsh, with ~/.zfunc in fpath before compinit"],
    ["tutti completion fish > ~/.config/fish/completions/tutti.fish", "for fish"],
  ],
  help: [
    ["tutti help queue pause", "the help of a command"],
    ["tutti help landing", "a topic"],
    ["tutti help E104", "what a code means, and what to do"],
  ],
};
