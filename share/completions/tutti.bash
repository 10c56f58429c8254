# Completion of tutti for bash. Made from the commands by `npm run docs`; do not edit.
_tutti_node() {
  case $1 in
    "") commands="task run plan fix resume demo pause cancel schedule forge retry modify archive tell recover attach shell approve review queue gates pulls undo verify merge merge-driver radar top dashboard status list logs events history errors diagnose explain compare report stats learn snapshots show diff restore fork worktree clean init validate import schema doctor agents env repos config store limits notify start stop restart conductor-status fleet worker mcp acp service completion help" options="-V --version --local -q --quiet -h --help" valued=" " args=() endless= ;;
    "task") commands="" options="--agent --model --fallback --no-isolation --review --reviewer --approve --draft --target -j --parallel --repo --env --max-cost --timeout --force --self-healing --detach --no-start --file --issue --pr --comment --validate --best-of --among --judge --yes --name -i --interactive -n --dry-run --json -h --help" valued=" --agent=word --model=word --fallback=word --reviewer=word --target=word -j=word --parallel=word --repo=word --env=word --max-cost=word --timeout=word --file=file --issue=word --pr=word --validate=word --best-of=word --among=word --judge=word --name=word " args=(word) endless=1 ;;
    "run") commands="" options="-j --parallel --repo --env --no-isolation --pr --draft --priority --force --self-healing --detach --no-start --isolation --per --start-sheet --fresh --yes -n --dry-run --trace --json -h --help" valued=" -j=word --parallel=word --repo=word --env=word --priority=word --isolation==none,directory,branch,worktree,clone,full,container --per==sheet,job --start-sheet=sheet --trace=file " args=(file) endless= ;;
    "plan") commands="" options="--agent --model --fallback --review --reviewer --approve --target -j --parallel --repo --env --max-cost --timeout --no-start --planner --template --improve --improvers --top --edit --from --validate --name --out --force --run --yes --json -h --help" valued=" --agent=word --model=word --fallback=word --reviewer=word --target=word -j=word --parallel=word --repo=word --env=word --max-cost=word --timeout=word --planner=word --template==cli,library,web,data,script --improvers==planner,tools,both --top=word --from=file --validate=word --name=word --out=file " args=(word) endless=1 ;;
    "fix") commands="" options="--tool --changed --staged --since --include --exclude --code --ignore --severity --max-files --max-findings --max-per-sheet --include-dirty --group --files-per-context --no-autofix --autofix-only --partial --allow-silencers --tests --test-command --agent --model --fallback --attempts --stop-on-failure -j --parallel --timeout --max-cost --no-isolation --approve --pr --target --repo --env -n --dry-run --explain --no-recheck --sarif --markdown --force --detach --no-start --json -h --help" valued=" --tool=word --since=word --include=word --exclude=word --code=word --ignore=word --severity==error,warning,info --max-files=word --max-findings=word --max-per-sheet=word --group==file,code,directory --files-per-context=word --tests==full,quick,final,none --test-command=word --agent=word --model=word --fallback=word --attempts=word -j=word --parallel=word --timeout=word --max-cost=word --target=word --repo=word --env=word --sarif=file --markdown=file " args=(file) endless=1 ;;
    "resume") commands="" options="-j --parallel --max-cost --retry-failed --infer --reload --score --force --self-healing --yes --detach --no-start --json -h --help" valued=" -j=word --parallel=word --max-cost=word --score=file " args=(job) endless= ;;
    "demo") commands="" options="-j --parallel --json -h --help" valued=" -j=word --parallel=word " args=() endless= ;;
    "pause") commands="" options="--now --json -h --help" valued=" " args=(job) endless= ;;
    "cancel") commands="" options="--chain --yes --json -h --help" valued=" " args=(job) endless= ;;
    "schedule") commands="list add pause resume remove" options="-h --help" valued=" " args=() endless= ;;
    "schedule list") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "schedule add") commands="" options="--json --cron --zone --every --watch-branch --watch-file --missed --most --overlap --fresh --name --repo -h --help" valued=" --cron=word --zone=word --every=word --watch-branch=word --watch-file=file --missed==skip,once,all --most=word --name=word --repo=folder " args=(file) endless= ;;
    "schedule pause") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "schedule resume") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "schedule remove") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "forge") commands="watch" options="-h --help" valued=" " args=() endless= ;;
    "forge watch") commands="" options="--trust --trust-members --mention --every --since --once --validate --agent --model --fallback --reviewer --env --max-cost --timeout --json -h --help" valued=" --trust=word --mention=word --every=word --since=word --validate=word --agent=word --model=word --fallback=word --reviewer=word --env=word --max-cost=word --timeout=word " args=(word) endless=1 ;;
    "retry") commands="" options="--detach --json -h --help" valued=" " args=(names) endless=1 ;;
    "modify") commands="" options="-j --parallel --priority --max-cost --resume -n --dry-run --yes --json -h --help" valued=" -j=word --parallel=word --priority=word --max-cost=word " args=(job file) endless= ;;
    "archive") commands="" options="--forget --yes --json -h --help" valued=" " args=(job) endless= ;;
    "tell") commands="" options="--job --detach --json -h --help" valued=" --job=job " args=(sheet word) endless= ;;
    "recover") commands="" options="-n --dry-run --detach --json -h --help" valued=" " args=(names) endless=1 ;;
    "attach") commands="" options="--job --json -h --help" valued=" --job=job " args=(sheet) endless= ;;
    "shell") commands="" options="--job --json -h --help" valued=" --job=job " args=(sheet) endless= ;;
    "approve") commands="" options="--detach --json -h --help" valued=" " args=(names) endless=1 ;;
    "review") commands="" options="--repo --json --list --diff --job --approve --send-back --drop --try --back --detach -h --help" valued=" --repo=folder --job=job --send-back=word " args=(names) endless= ;;
    "queue") commands="list pause resume reorder eject" options="-h --help" valued=" " args=() endless= ;;
    "queue list") commands="" options="--repo --json --target --all -h --help" valued=" --repo=folder --target=word " args=() endless= ;;
    "queue pause") commands="" options="--repo --json --target -h --help" valued=" --repo=folder --target=word " args=() endless= ;;
    "queue resume") commands="" options="--repo --json --target -h --help" valued=" --repo=folder --target=word " args=() endless= ;;
    "queue reorder") commands="" options="--repo --json --job -h --help" valued=" --repo=folder --job=job " args=(sheet) endless=1 ;;
    "queue eject") commands="" options="--repo --json --job -h --help" valued=" --repo=folder --job=job " args=(sheet) endless= ;;
    "gates") commands="list check hooks forget" options="-h --help" valued=" " args=() endless= ;;
    "gates list") commands="" options="--job --target --repo --json -h --help" valued=" --job=job --target=word --repo=folder " args=() endless= ;;
    "gates check") commands="" options="--job --target --repo --json --anew -h --help" valued=" --job=job --target=word --repo=folder " args=() endless= ;;
    "gates hooks") commands="" options="--job --target --repo --json -h --help" valued=" --job=job --target=word --repo=folder " args=() endless= ;;
    "gates forget") commands="" options="--job --target --repo --json --all -h --help" valued=" --job=job --target=word --repo=folder " args=() endless= ;;
    "pulls") commands="list sync" options="-h --help" valued=" " args=() endless= ;;
    "pulls list") commands="" options="--repo --json -h --help" valued=" --repo=folder " args=(job) endless= ;;
    "pulls sync") commands="" options="--repo --json -h --help" valued=" --repo=folder " args=(job) endless= ;;
    "undo") commands="" options="--job --approve --repo --detach --json -h --help" valued=" --job=job --repo=folder " args=(sheet) endless= ;;
    "verify") commands="" options="--repo --signatures --deep --strict --json -h --help" valued=" --repo=folder " args=(job) endless= ;;
    "merge") commands="" options="--check --budget -o --output --repo --json -h --help" valued=" --check=word --budget=word -o=file --output=file --repo=folder " args=(word word word) endless= ;;
    "merge-driver") commands="install uninstall run" options="-h --help" valued=" " args=() endless= ;;
    "merge-driver install") commands="" options="--repo -n --dry-run -h --help" valued=" --repo=folder " args=(word) endless=1 ;;
    "merge-driver uninstall") commands="" options="--repo -n --dry-run -h --help" valued=" --repo=folder " args=() endless= ;;
    "merge-driver run") commands="" options="-h --help" valued=" " args=(word word word file) endless= ;;
    "radar") commands="" options="--repo --all -w --watch --json -h --help" valued=" --repo=folder " args=(job) endless= ;;
    "top") commands="" options="-h --help" valued=" " args=(job) endless= ;;
    "dashboard") commands="" options="--no-open -h --help" valued=" " args=() endless= ;;
    "status") commands="" options="-w --watch --health --verbose --json -h --help" valued=" " args=(job) endless= ;;
    "list") commands="" options="--all --status --limit --json -h --help" valued=" --status==running,paused,interrupted,cancelled,finished,completed,failed --limit=word " args=() endless= ;;
    "logs") commands="" options="--job --attempt --stderr --prompt --validation --preparation --gate -f --follow --raw --full --json -h --help" valued=" --job=job --attempt=word --validation=word --gate=word " args=(sheet) endless= ;;
    "events") commands="" options="-f --follow --job --after --type --json -h --help" valued=" --job=job --after=word --type=word " args=() endless= ;;
    "history") commands="" options="--sheet --json -h --help" valued=" --sheet=sheet " args=(job) endless= ;;
    "errors") commands="" options="--sheet --json -h --help" valued=" --sheet=sheet " args=(job) endless= ;;
    "diagnose") commands="" options="--apply --undo --json -h --help" valued=" --apply==H01,H02,H03,H04,H05,H06,H07,H08,H09,H10,H11 --undo=word " args=(job) endless= ;;
    "explain") commands="" options="--job --json -h --help" valued=" --job=job " args=(sheet) endless= ;;
    "compare") commands="" options="--json -h --help" valued=" " args=(job) endless= ;;
    "report") commands="" options="--json --sarif --markdown -o --output -h --help" valued=" -o=file --output=file " args=(job) endless= ;;
    "stats") commands="" options="--tool -v --verbose --json -h --help" valued=" --tool=word " args=() endless= ;;
    "learn") commands="stats evaluate patterns why add accept drift export import forget" options="-h --help" valued=" " args=() endless= ;;
    "learn stats") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "learn evaluate") commands="" options="--json --min-success -h --help" valued=" --min-success=word " args=(word) endless=1 ;;
    "learn patterns") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "learn why") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "learn add") commands="" options="--json --work --agent -h --help" valued=" --work=word --agent=word " args=(word) endless= ;;
    "learn accept") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "learn drift") commands="" options="--json --window -h --help" valued=" --window=word " args=() endless= ;;
    "learn export") commands="" options="-o --output -h --help" valued=" -o=file --output=file " args=() endless= ;;
    "learn import") commands="" options="--json -h --help" valued=" " args=(file) endless= ;;
    "learn forget") commands="" options="--json --older-than -h --help" valued=" --older-than=word " args=(word) endless= ;;
    "snapshots") commands="" options="--job --workspace --json -h --help" valued=" --job=job " args=(sheet) endless= ;;
    "show") commands="" options="--job --workspace --json --name-only --stat -h --help" valued=" --job=job " args=(sheet) endless= ;;
    "diff") commands="" options="--job --workspace --json --stat --name-only -h --help" valued=" --job=job " args=(sheet) endless= ;;
    "restore") commands="" options="--job --workspace --json --to --branch --attempt -h --help" valued=" --job=job --to=folder --branch=word " args=(sheet) endless= ;;
    "fork") commands="" options="--job --agent --model --detach --json -h --help" valued=" --job=job --agent=word --model=word " args=(sheet) endless= ;;
    "worktree") commands="list show remove prune adopt unlock" options="-h --help" valued=" " args=() endless= ;;
    "worktree list") commands="" options="--repo --json -h --help" valued=" --repo=folder " args=() endless= ;;
    "worktree show") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "worktree remove") commands="" options="--force --json -h --help" valued=" " args=(word) endless= ;;
    "worktree prune") commands="" options="--repo -n --dry-run --json -h --help" valued=" --repo=folder " args=() endless= ;;
    "worktree adopt") commands="" options="--repo --in -n --dry-run --keep --force --yes --json -h --help" valued=" --repo=folder --in=word " args=(file) endless=1 ;;
    "worktree unlock") commands="" options="--force --json -h --help" valued=" " args=(word) endless= ;;
    "clean") commands="" options="-n --dry-run --yes --older-than --max-contexts --max-gb --trash --json -h --help" valued=" --older-than=word --max-contexts=word --max-gb=word " args=() endless= ;;
    "init") commands="" options="-t --template --agent --path --list --for --repo --yes --force --json -h --help" valued=" -t=word --template=word --agent=word --path=folder --for==claude,codex --repo=folder " args=(word) endless= ;;
    "validate") commands="" options="-v --verbose --sheet --strict --fix -n --dry-run --json -h --help" valued=" --sheet=sheet " args=(file) endless=1 ;;
    "import") commands="" options="--out --force --json -h --help" valued=" --out=file " args=(file) endless= ;;
    "schema") commands="" options="--out --force -h --help" valued=" --out=file " args=() endless= ;;
    "doctor") commands="" options="--repo --json -h --help" valued=" --repo=folder " args=() endless= ;;
    "agents") commands="list check" options="-h --help" valued=" " args=() endless= ;;
    "agents list") commands="" options="--repo --json -h --help" valued=" --repo=folder " args=() endless= ;;
    "agents check") commands="" options="--repo --json -h --help" valued=" --repo=folder " args=(names) endless=1 ;;
    "env") commands="list create edit show remove check" options="-h --help" valued=" " args=() endless= ;;
    "env list") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "env create") commands="" options="--repo --base --agent --var --var-file --secret --prepare --prompt --devcontainer --from --json -h --help" valued=" --repo=word --base=word --agent=word --var=word --var-file=file --secret=word --prepare=word --prompt=word --devcontainer=file --from=file " args=(word) endless= ;;
    "env edit") commands="" options="--set --unset --json -h --help" valued=" --set=word --unset=word " args=(word) endless= ;;
    "env show") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "env remove") commands="" options="--yes --json -h --help" valued=" " args=(word) endless= ;;
    "env check") commands="" options="--json -h --help" valued=" " args=(names) endless=1 ;;
    "repos") commands="list add sync remove" options="-h --help" valued=" " args=() endless= ;;
    "repos list") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "repos add") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "repos sync") commands="" options="--json -h --help" valued=" " args=(word) endless=1 ;;
    "repos remove") commands="" options="--json --yes -h --help" valued=" " args=(word) endless= ;;
    "config") commands="show set path check" options="-h --help" valued=" " args=() endless= ;;
    "config show") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "config set") commands="" options="--project --json -h --help" valued=" " args=(=parallel,validate_base,containment,sandbox,gates.sandbox,prepare.sandbox,fix.sandbox,container.engine,prepare.way,prepare.install,prepare.install_timeout,pool.trees,agents.default,task.validations,learning.records,learning.prompts,agents.breaker_failures,agents.breaker_recovery,store,conductor.auto_start,conductor.idle_exit,conductor.grace,conductor.max_sheets,conductor.max_jobs,conductor.recovery,conductor.log_bytes,conductor.log_files,dashboard.port,limits.patience,limits.memory_floor,limits.open_files_reserve,limits.disk_warning,limits.disk_floor,pulls.poll,telemetry.endpoint,telemetry.metrics_port,limits.sessions,limits.calls_per_minute,limits.tokens_per_minute,limits.day_usd,limits.day_tokens,limits.quiet_hours,limits.accounts,cleanup.age_days,cleanup.keep_failed,cleanup.max_contexts,cleanup.max_size,cleanup.trash_days,cleanup.trash_size,cleanup.history_days,cleanup.logs_days,cleanup.answers_days,fleet.address,fleet.database,fleet.lease,fleet.url,fleet.certificate,fleet.key word) endless= ;;
    "config path") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "config check") commands="" options="--json -h --help" valued=" " args=(file) endless= ;;
    "store") commands="show migrate" options="-h --help" valued=" " args=() endless= ;;
    "store show") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "store migrate") commands="" options="--to --json -h --help" valued=" --to=word " args=() endless= ;;
    "limits") commands="list clear" options="-h --help" valued=" " args=() endless= ;;
    "limits list") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "limits clear") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "notify") commands="list test" options="-h --help" valued=" " args=() endless= ;;
    "notify list") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "notify test") commands="" options="--json -h --help" valued=" " args=(word) endless= ;;
    "start") commands="" options="--foreground -h --help" valued=" " args=() endless= ;;
    "stop") commands="" options="--now -h --help" valued=" " args=() endless= ;;
    "restart") commands="" options="-h --help" valued=" " args=() endless= ;;
    "conductor-status") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "fleet") commands="status add cordon uncordon drain remove doctor" options="-h --help" valued=" " args=() endless= ;;
    "fleet status") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "fleet add") commands="" options="-h --help" valued=" " args=(word) endless= ;;
    "fleet cordon") commands="" options="-h --help" valued=" " args=(word) endless= ;;
    "fleet uncordon") commands="" options="-h --help" valued=" " args=(word) endless= ;;
    "fleet drain") commands="" options="-h --help" valued=" " args=(word) endless= ;;
    "fleet remove") commands="" options="-h --help" valued=" " args=(word) endless= ;;
    "fleet doctor") commands="" options="--json -h --help" valued=" " args=() endless= ;;
    "worker") commands="" options="--join --labels --slots --cache -h --help" valued=" --join=word --labels=word --slots=word --cache=folder " args=() endless= ;;
    "mcp") commands="" options="--http --port -h --help" valued=" --port=word " args=() endless= ;;
    "acp") commands="" options="-h --help" valued=" " args=() endless= ;;
    "service") commands="" options="--systemd --launchd -h --help" valued=" " args=(=install,uninstall,show) endless= ;;
    "completion") commands="" options="-h --help" valued=" " args=(=bash,zsh,fish) endless= ;;
    "help") commands="" options="-h --help" valued=" " args=(=task,forge,env,fleet,worker,repos,run,plan,fix,resume,demo,pause,cancel,retry,modify,archive,tell,recover,attach,shell,approve,review,schedule,queue,gates,pulls,undo,verify,merge,merge-driver,radar,status,list,top,dashboard,logs,events,history,errors,diagnose,explain,compare,report,stats,learn,snapshots,show,diff,restore,fork,worktree,clean,init,validate,import,schema,doctor,limits,notify,agents,config,store,start,stop,restart,conductor-status,service,acp,mcp,completion,help,getting-started,names,scores,sheets,validations,templates,isolation,custody,landing,landing-gates,landing-queue,pull-requests,profiles,fixing,conductor,settings,databases,plans,reviews,repositories,environments,chains,schedules,learning,healing,notifications,browser,inside-agents,troubles,environment,json,exit-codes,glossary,limitations,moving,mozart) endless=1 ;;
  esac
}

_tutti_add() {
  local kind=$1 cur=$2 job=$3 name
  case $kind in
    job | sheet | names)
      while IFS= read -r name; do
        [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
      done < <("${COMP_WORDS[0]}" __names "$kind" "$cur" "$job" 2>/dev/null)
      ;;
    file | folder)
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$([[ $kind == file ]] && echo -f || echo -d)" -- "$cur")
      ;;
    =*) COMPREPLY=($(compgen -W "${kind//[=,]/ }" -- "$cur")) ;;
  esac
}

_tutti() {
  local cur=${COMP_WORDS[COMP_CWORD]} node="" skip="" job="" first="" place=0 i word
  local commands options valued endless
  local -a args
  COMPREPLY=()
  _tutti_node ""
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ -n $skip ]]; then
      [[ $skip == --job ]] && job=$word
      skip=""
    elif [[ $word == -* ]]; then
      [[ $valued == *" $word="* ]] && skip=$word
    elif [[ " $commands " == *" $word "* ]]; then
      node="${node:+$node }$word"
      _tutti_node "$node"
      place=0
    else
      [[ $place == 0 ]] && first=$word
      place=$((place + 1))
    fi
  done
  if [[ -n $skip ]]; then
    word=${valued#*" $skip="}
    _tutti_add "${word%% *}" "$cur" "$job"
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
  elif [[ -n $endless && $place -ge ${#args[@]} ]]; then
    place=$((${#args[@]} - 1))
    [[ ${args[place]} == names ]] && job=$first && args[place]=sheet
    _tutti_add "${args[place]}" "$cur" "$job"
  elif [[ $place -lt ${#args[@]} ]]; then
    _tutti_add "${args[place]}" "$cur" "$job"
  fi
}

complete -F _tutti tutti
