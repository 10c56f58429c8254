import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useAsk } from "../../kit/ask.ts";
import { call, CallError, newKey } from "../../kit/calls/call.ts";
import { Button, Problem } from "../../kit/ui/parts.tsx";
import { jobHref } from "../../kit/words.ts";
import { ScoreField } from "./editor/score-field.tsx";
import { Place } from "./place.tsx";
import { scoreOfPrompts } from "./prompts.ts";
import "./new.css";

const wayTitles = { prompts: "Prompts", score: "A score" } as const;

/** Makes a job of prompts, or of a score, and goes to it. A refusal is shown here, with its line. */
export function Page(): ReactNode {
  const [, go] = useLocation();
  const [way, setWay] = useState<keyof typeof wayTitles>("prompts");
  const [text, setText] = useState({ prompts: "", score: "" });
  const [typed, setTyped] = useState<string | null>(null);
  const [named, setNamed] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const jobs = useAsk("job.list", {});
  const usual = useUsualAgent();
  const agent = named ?? usual;
  const known = [
    ...new Set(
      (jobs.data ?? []).toSorted((one, other) => other.createdAt - one.createdAt).map(({ repository }) => repository),
    ),
  ];
  const folder = typed ?? known[0] ?? "";
  const submit = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      const score = way === "score" ? text.score : scoreOfPrompts(text.prompts, agent);
      const asked = { score: { path: null, baseDir: folder, text: score }, folder, key: newKey() };
      go(jobHref((await call("job.submit", asked)).job));
    } catch (error) {
      setRefusal(error instanceof CallError ? error : new CallError(String(error), "", null));
      setBusy(false);
    }
  };
  return (
    <form
      className="new-page"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <header className="page-head">
        <h1>New job</h1>
      </header>
      <div className="stack">
        <Place folder={folder} known={known} setFolder={setTyped} />
        <div className="ways" role="group" aria-label="What the job is made of">
          {(["prompts", "score"] as const).map((one) => (
            <Button
              key={one}
              look={one === way ? "primary" : "quiet"}
              aria-pressed={one === way}
              onClick={() => setWay(one)}
            >
              {wayTitles[one]}
            </Button>
          ))}
        </div>
        {way === "prompts" ? <AgentField agent={agent} folder={folder} setAgent={setNamed} /> : null}
        {way === "score" ? (
          <ScoreField text={text.score} folder={folder} setText={(score) => setText((now) => ({ ...now, score }))} />
        ) : (
          <label>
            <span className="strong">What should be done</span>{" "}
            <span className="faint">a line with --- begins the next sheet; they run side by side</span>
            <textarea
              rows={10}
              value={text.prompts}
              onChange={({ target }) => setText((now) => ({ ...now, prompts: target.value }))}
            />
          </label>
        )}
        {refusal === null ? null : <Problem error={refusal} />}
        <p>
          <button
            type="submit"
            className="button primary"
            disabled={isBusy || folder.trim() === "" || text[way].trim() === ""}
          >
            {isBusy ? "Starting …" : "Start the job"}
          </button>
        </p>
      </div>
    </form>
  );
}

/** The agent of tasks that name none, as the settings say. */
function useUsualAgent(): string {
  const { data } = useAsk("conductor.config", {});
  const value = data?.find(({ key }) => key === "agents.default")?.value;
  return typeof value === "string" ? value : "";
}

interface AgentFieldProps {
  readonly agent: string;
  readonly folder: string;
  readonly setAgent: (agent: string) => void;
}

function AgentField({ agent, folder, setAgent }: AgentFieldProps): ReactNode {
  const { data } = useAsk("agents.list", { folder: folder === "" ? "/" : folder });
  const ready = (data?.agents ?? []).filter(({ problems }) => problems.length === 0);
  return (
    <label>
      <span className="strong">Agent</span> <span className="faint">of every sheet</span>
      <input list="new-agents" required={true} value={agent} onChange={({ target }) => setAgent(target.value)} />
      <datalist id="new-agents">
        {ready.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
