import { type Answer, type Asked, type FakeForge, type FakePull, listOf, notFound } from "./forge-server.ts";

const draftMark = /^Draft: /;

export function answerAsGitlab(forge: FakeForge, asked: Asked): Answer {
  const [, project = "", rest = ""] = /^\/projects\/([^/]+)(.*)$/.exec(asked.path) ?? [];
  const repository = nameOf(forge, decodeURIComponent(project));
  if (repository === undefined) return notFound;
  if (rest === "") return { status: 200, body: { id: idOf(forge, repository) } };
  if (rest === "/merge_requests")
    return asked.method === "POST" ? opened(forge, asked, repository) : found(forge, asked, repository);
  const member = /^\/members\/all\/(\d+)$/.exec(rest)?.[1];
  if (member !== undefined)
    return [...forge.members][Number(member) - 1] === undefined
      ? notFound
      : { status: 200, body: { access_level: 40 } };
  const pipeline = /^\/pipelines\/(\d+)\/jobs$/.exec(rest)?.[1];
  if (pipeline !== undefined) return jobs(forge, asked, Number(pipeline));
  const trace = /^\/jobs\/(\d+)\/trace$/.exec(rest)?.[1];
  if (trace !== undefined)
    return { status: 200, raw: forge.pulls.flatMap((pull) => pull.checks)[Number(trace) - 1]?.log ?? "" };
  if (rest.endsWith("/statuses")) return listOf(forge, asked, []);
  const [, number = "", below = ""] = /^\/merge_requests\/(\d+)(\/.*)?$/.exec(rest) ?? [];
  const pull = forge.pulls.find((one) => one.number === Number(number));
  return pull === undefined ? notFound : within(forge, { ...asked, path: below }, pull);
}

function within(forge: FakeForge, asked: Asked, pull: FakePull): Answer {
  switch (`${asked.method} ${asked.path}`) {
    case "GET ":
      return { status: 200, body: shown(forge, pull) };
    case "PUT ": {
      const {
        title = pull.title,
        description = pull.body,
        add_labels: labels = "",
      } = asked.body as { title?: string; description?: string; add_labels?: string };
      Object.assign(pull, { title, body: description, draft: draftMark.test(title) });
      pull.labels = [...new Set([...pull.labels, ...labels.split(",").filter((label) => label !== "")])];
      return { status: 200, body: shown(forge, pull) };
    }
    case "GET /notes":
      return listOf(forge, asked, notesOf(forge, pull));
    case "GET /reviewers":
      return listOf(
        forge,
        asked,
        pull.remarks.filter((remark) => remark.review === "changes").map(() => ({ state: "requested_changes" })),
      );
    default:
      return notFound;
  }
}

function found(forge: FakeForge, asked: Asked, repository: string): Answer {
  const open = forge.pulls.filter(
    (pull) =>
      pull.state === "open" &&
      (pull.into ?? repository) === repository &&
      pull.branch === asked.query.get("source_branch"),
  );
  return listOf(
    forge,
    asked,
    open.map((pull) => shown(forge, pull)),
  );
}

function opened(forge: FakeForge, { body }: Asked, repository: string): Answer {
  const wish = body as {
    source_branch: string;
    target_branch: string;
    title: string;
    description: string;
    labels?: string;
    target_project_id?: number;
  };
  if (
    forge.pulls.some((pull) => pull.state === "open" && pull.from === repository && pull.branch === wish.source_branch)
  ) {
    return { status: 409, body: { message: ["Another open merge request already exists for this source branch: !1"] } };
  }
  const into =
    wish.target_project_id === undefined ? repository : (nameOf(forge, String(wish.target_project_id)) ?? "");
  const pull = forge.pull({
    into,
    from: repository,
    branch: wish.source_branch,
    base: wish.target_branch,
    title: wish.title,
    body: wish.description,
  });
  Object.assign(pull, { draft: draftMark.test(wish.title), labels: wish.labels?.split(",") ?? [] });
  return { status: 201, body: shown(forge, pull) };
}

function shown(forge: FakeForge, pull: FakePull): object {
  return {
    iid: pull.number,
    web_url: `${forge.url}/-/merge_requests/${pull.number}`,
    title: pull.title,
    description: pull.body,
    draft: pull.draft,
    state: pull.state === "open" ? "opened" : pull.state,
    sha: pull.sha,
    merge_commit_sha: pull.mergeCommit,
    has_conflicts: pull.mergeable === false,
    merge_status:
      pull.mergeable === true ? "can_be_merged" : pull.mergeable === false ? "cannot_be_merged" : "unchecked",
    detailed_merge_status: pull.mergeable === null ? "checking" : pull.mergeable ? "mergeable" : "conflict",
    source_branch: pull.branch,
    target_branch: pull.base,
    source_project_id: idOf(forge, pull.from),
    head_pipeline:
      pull.checks.length === 0 ? null : { id: pull.number, project_id: idOf(forge, pull.from), status: "running" },
  };
}

function jobs(forge: FakeForge, asked: Asked, number: number): Answer {
  const all = forge.pulls.flatMap((pull) => pull.checks);
  const own = forge.pulls.find((pull) => pull.number === number)?.checks ?? [];
  const words = { pending: "running", passed: "success", failed: "failed" };
  return listOf(
    forge,
    asked,
    own.map((check) => ({
      id: all.indexOf(check) + 1,
      name: check.name,
      status: words[check.state],
      web_url: `${forge.url}/-/jobs/1`,
      allow_failure: false,
    })),
  );
}

function notesOf(forge: FakeForge, pull: FakePull): readonly object[] {
  const members = [...forge.members];
  const said = pull.remarks.filter((remark) => remark.review !== "pending");
  const system = {
    id: 9_999,
    system: true,
    body: "added 1 commit",
    author: { id: 1, username: "ada" },
    created_at: "2026-01-01T00:00:00Z",
  };
  return [
    system,
    ...said.map((remark) => ({
      id: remark.id,
      system: false,
      body: remark.text,
      author: { id: members.includes(remark.by) ? members.indexOf(remark.by) + 1 : 77, username: remark.by },
      created_at: `2026-01-01T00:00:${String(remark.id).padStart(2, "0")}.000Z`,
      ...(remark.path === undefined ? {} : { position: { new_path: remark.path, new_line: remark.line } }),
    })),
  ];
}

function idOf(forge: FakeForge, repository: string): number {
  return [...forge.repositories].indexOf(repository) + 100;
}

function nameOf(forge: FakeForge, project: string): string | undefined {
  return [...forge.repositories].find((one) => one === project || String(idOf(forge, one)) === project);
}
