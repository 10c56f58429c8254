/** Those of the commands that say where work runs. */
export const placeExamples = {
  env: [
    [
      "tutti env create web --repo git@github.com:owner/web.git --agent claude --agent codex",
      "a remote, an agent, and one that takes over",
    ],
    [
      "tutti env create api --repo /srv/api --secret NPM_TOKEN=env:NPM_TOKEN --prepare make",
      "a folder, a secret by reference, a step that makes contexts ready",
    ],
    ["tutti env edit web --set base=develop --set limits.parallel=4", "change two keys; without any, $EDITOR opens"],
    ["tutti env list", "list them"],
    ["tutti env show web", "print one; secrets are shown as references"],
    ["tutti env check web", "does the remote answer, is every secret there?"],
    ["tutti env remove web --yes", "remove one; what landed stays"],
    ['tutti task --env web "fix the flaky test"', "work in one"],
  ],
  fleet: [
    ["tutti fleet", "the workers, what they play, what waits for one"],
    ["tutti fleet status --json", "the same for programs"],
    ["tutti fleet add build_1", "print the token that a worker joins with"],
    ["tutti fleet cordon build_1", "it finishes what it plays and takes nothing more"],
    ["tutti fleet uncordon build_1", "it takes sheets again"],
    ["tutti fleet drain build_1", "its sheets go on elsewhere from what they did"],
    ["tutti fleet remove build_1", "its token is worth nothing any more"],
    ["tutti fleet doctor", "what is wrong with the fleet, and what to do"],
  ],
  worker: [
    ["tutti worker --join postgres://db.example/tutti", "play sheets here; the token is in TUTTI_FLEET_TOKEN"],
    [
      "tutti worker --join postgres://db.example/tutti --labels gpu,linux --slots 4",
      "four at once, for scores that ask for a GPU",
    ],
  ],
} as const;
