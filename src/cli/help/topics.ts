/** A text for `tutti help TOPIC`: a page of the documentation, or one part of it by its heading. */
export interface Topic {
  readonly about: string;
  readonly page: string;
  readonly part?: string;
}

export const topics: Readonly<Record<string, Topic>> = {
  "getting-started": { about: "the first job, step by step", page: "getting-started" },
  names: { about: "how jobs and sheets are named", page: "cli", part: "Names of jobs and sheets" },
  scores: { about: "how a score is written, by example", page: "score", part: "By example" },
  sheets: { about: "what a sheet may say", page: "score", part: "Sheets" },
  validations: { about: "what results must meet", page: "score", part: "Validations" },
  templates: { about: "variables and conditions in scores", page: "score", part: "Templates" },
  isolation: { about: "where agents work, level by level", page: "isolation" },
  custody: { about: "how work is kept, and how to get it back", page: "isolation", part: "Snapshots" },
  landing: { about: "how results reach a branch, and their proof", page: "landing" },
  "landing-gates": { about: "commands that a merged result must pass", page: "gates" },
  "landing-queue": { about: "what waits to land, review and undo", page: "queue" },
  "pull-requests": { about: "pull requests instead of landing", page: "pull-requests" },
  profiles: { about: "agents, profiles and keys", page: "agents" },
  fixing: { about: "tutti fix in full", page: "fix" },
  conductor: { about: "the process that runs jobs", page: "conductor" },
  settings: { about: "settings and where they come from", page: "config" },
  databases: { about: "where the journal lies: SQLite or PostgreSQL", page: "store" },
  plans: { about: "from requirements to a score", page: "plan" },
  reviews: { about: "another agent approves of results, or sends them back", page: "review" },
  repositories: { about: "work on remotes through mirrors", page: "repositories" },
  environments: { about: "where and how tasks run, under a name", page: "environments" },
  chains: { about: "what follows a job or a sheet", page: "chains" },
  schedules: { about: "scores at moments, or when something changes", page: "schedules" },
  learning: { about: "records of attempts, routing, notes in prompts", page: "learning" },
  healing: { about: "remedies for faults that Tutti recognises", page: "healing" },
  notifications: { about: "who is told what, and how", page: "notifications" },
  browser: { about: "all jobs in the browser, and who gets in", page: "dashboard" },
  "inside-agents": { about: "Tutti inside any agent", page: "mcp" },
  troubles: { about: "why an attempt failed, and what is done about it", page: "troubles" },
  environment: { about: "environment variables", page: "cli", part: "Environment" },
  json: { about: "what --json prints", page: "cli", part: "`--json`" },
  "exit-codes": { about: "exit codes of all commands", page: "cli", part: "Exit codes" },
  glossary: { about: "the words of Tutti", page: "glossary" },
  limitations: { about: "what Tutti does not do", page: "limitations" },
  moving: { about: "command lines of Mozart, Stomper and Agents Runner", page: "moving" },
  mozart: { about: "moving from Mozart", page: "from-mozart" },
};
