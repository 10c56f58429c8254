import {
  type Answer,
  type Asked,
  type FakeForge,
  type FakePull,
  type FakeRemark,
  listOf,
  notFound,
} from "./forge-server.ts";

const draftMark = /^WIP: /;

export function answerAsGitea(forge: FakeForge, asked: Asked): Answer {
  const [, repository = "", rest = ""] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(asked.path) ?? [];
  if (!forge.repositories.has(repository)) return notFound;
  if (rest === "/pulls") return asked.method === "POST" ? opened(forge, asked, repository) : found(forge, asked);
  if (rest === "/labels") return labels(forge, asked);
  const collaborator = /^\/collaborators\/([^/]+)$/.exec(rest)?.[1];
  if (collaborator !== undefined) return forge.members.has(collaborator) ? { status: 204 } : notFound;
  const sha = /^\/commits\/([0-9a-f]+)\/statuses$/.exec(rest)?.[1];
  if (sha !== undefined) return statuses(forge, asked, sha);
  const [, number = "", below = ""] = /^\/(?:pulls|issues)\/(\d+)(\/.*)?$/.exec(rest) ?? [];
  const pull = forge.pulls.find((one) => one.number === Number(number));
  return pull === undefined ? notFound : within(forge, { ...asked, path: below }, pull);
}

function within(forge: FakeForge, asked: Asked, pull: FakePull): Answer {
  const review = /^\/reviews\/(\d+)\/comments$/.exec(asked.path)?.[1];
  if (review !== undefined)
    return listOf(forge, asked, pull.remarks.filter((remark) => remark.path !== undefined).map(remarkOf));
  switch (`${asked.method} ${asked.path}`) {
    case "GET ":
      return { status: 200, body: shown(forge, pull) };
    case "PATCH ": {
      const { title = pull.title, body = pull.body } = asked.body as { title?: string; body?: string };
      return { status: 201, body: shown(forge, Object.assign(pull, { title, body, draft: draftMark.test(title) })) };
    }
    case "POST /labels":
      pull.labels = [
        ...new Set([
          ...pull.labels,
          ...(asked.body["labels"] as number[]).map((id) => forge.labelNames[id - 1] ?? "?"),
        ]),
      ];
      return { status: 200, body: [] };
    case "GET /reviews":
      return listOf(forge, asked, pull.remarks.filter((remark) => remark.review !== undefined).map(remarkOf));
    case "GET /comments":
      return {
        status: 200,
        body: pull.remarks.filter((remark) => remark.review === undefined && remark.path === undefined).map(remarkOf),
      };
    default:
      return notFound;
  }
}

function labels(forge: FakeForge, asked: Asked): Answer {
  if (asked.method === "POST") forge.labelNames.push(String(asked.body["name"]));
  const all = forge.labelNames.map((name, place) => ({ id: place + 1, name }));
  return asked.method === "POST" ? { status: 201, body: all.at(-1) } : listOf(forge, asked, all);
}

function found(forge: FakeForge, asked: Asked): Answer {
  return listOf(
    forge,
    asked,
    forge.pulls.filter((pull) => pull.state === "open").map((pull) => shown(forge, pull)),
  );
}

function opened(forge: FakeForge, { body }: Asked, repository: string): Answer {
  const wish = body as { head: string; base: string; title: string; body: string };
  const [owner = "", branch = ""] = wish.head.includes(":")
    ? wish.head.split(":")
    : [repository.split("/")[0], wish.head];
  const from = [...forge.repositories].find((one) => one.startsWith(`${owner}/`)) ?? "";
  if (forge.pulls.some((pull) => pull.state === "open" && pull.from === from && pull.branch === branch)) {
    return {
      status: 409,
      body: { message: "pull request already exists for these targets", url: `${forge.url}/api/swagger` },
    };
  }
  return {
    status: 201,
    body: shown(
      forge,
      forge.pull({
        from,
        branch,
        base: wish.base,
        title: wish.title,
        body: wish.body,
        draft: draftMark.test(wish.title),
      }),
    ),
  };
}

function shown(forge: FakeForge, pull: FakePull): object {
  return {
    number: pull.number,
    html_url: `${forge.url}/pulls/${pull.number}`,
    title: pull.title,
    body: pull.body,
    draft: pull.draft,
    state: pull.state === "open" ? "open" : "closed",
    merged: pull.state === "merged",
    merge_commit_sha: pull.mergeCommit,
    // As the real one: nothing that is a draft can be merged.
    mergeable: pull.mergeable === true && !pull.draft,
    head: { ref: pull.branch, sha: pull.sha, repo: { full_name: pull.from } },
    base: { ref: pull.base },
  };
}

/** Each check has told that it began before it told how it ended; the newest comes first. */
function statuses(forge: FakeForge, asked: Asked, sha: string): Answer {
  const words = { pending: "pending", passed: "success", failed: "failure" };
  const checks = forge.pulls.filter((pull) => pull.sha === sha).flatMap((pull) => pull.checks);
  const told = checks.flatMap((check, place) => [
    {
      id: 2 * place + 2,
      context: check.name,
      status: words[check.state],
      target_url: `${forge.url}/actions/1`,
      description: check.log ?? "",
    },
    { id: 2 * place + 1, context: check.name, status: "pending", target_url: "", description: "started" },
  ]);
  return listOf(forge, asked, told);
}

const reviewStates = { approve: "APPROVED", changes: "REQUEST_CHANGES", pending: "PENDING" };

function remarkOf(remark: FakeRemark): object {
  const at = `2026-01-01T00:00:${String(remark.id).padStart(2, "0")}Z`;
  return {
    id: remark.id,
    user: { login: remark.by },
    body: remark.text,
    created_at: at,
    ...(remark.path === undefined ? {} : { path: remark.path, position: remark.line ?? 0 }),
    ...(remark.review === undefined
      ? {}
      : { state: reviewStates[remark.review], submitted_at: at, official: false, dismissed: false }),
  };
}
