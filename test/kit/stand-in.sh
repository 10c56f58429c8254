#!/bin/sh
# Stands in for a coding agent: takes the prompt as one would, then does what the scripted agent is told in its place.
#
#   stand-in.sh SCRIPTED FOLDER [arguments, as the agent gets them]
#
# FOLDER/scripts/<sheet> says what to do; `@workspace` there is the job's workspace.
# The agent's prompt, from stdin and the arguments, is kept in FOLDER/prompts/<sheet>.<attempt>.
#
# Asked for events, as Claude Code (--output-format stream-json) or Codex (--json) are, it prints them around what the script
# prints. A script that complains of a quota has run into one: `complain quota`, then `fail 1`.
scripted=$1
folder=$2
shift 2

# Every coding agent says its version; Tutti asks before the first attempt.
if [ "$*" = --version ]; then
  echo "1.0.0 (stand-in)"
  exit 0
fi
# Nor is anybody logged in or out.
[ -n "$TUTTI_SHEET" ] || exit 2

main() {
  { take_prompt "$@" && printf '%s\n' "$@"; } >"$folder/prompts/$TUTTI_SHEET.$TUTTI_ATTEMPT" || exit
  work=$(mktemp -d) || exit
  trap 'rm -rf -- "$work"' EXIT
  case " $* " in
    *" --output-format stream-json "*) told_as claude ;;
    *" --json "*) told_as codex ;;
    *) follow ;;
  esac
}

# Claude Code's input stays open for more words: its first line is the prompt, as JSON.
take_prompt() {
  case " $* " in
    *" --input-format stream-json "*) IFS= read -r line && printf '%s\n' "$line" ;;
    *) cat ;;
  esac
}

follow() {
  sed "s|@workspace|$TUTTI_WORKSPACE|g" "$folder/scripts/$TUTTI_SHEET" >"$work/script" && TUTTI_PROMPT_FILE=$work/script sh "$scripted"
}

told_as() {
  "${1}_begins"
  follow >"$work/out" 2>"$work/err"
  code=$?
  answer=$(in_json <"$work/out")
  "${1}_ends"
  cat "$work/err" >&2
  exit "$code"
}

in_json() {
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' | awk '{ printf "%s%s", between, $0; between = "\\n" }'
}

claude_begins() {
  printf '{"type":"system","subtype":"init","session_id":"stand-in-%s","model":"stand-in"}\n' "$TUTTI_SHEET"
}

claude_ends() {
  if grep -q '^quota$' "$work/err"; then
    printf '{"type":"result","subtype":"success","is_error":true,"api_error_status":429,"api_error_type":"insufficient_quota","result":"the quota is used up"}\n'
  else
    printf '{"type":"assistant","message":{"id":"m-1","content":[{"type":"text","text":"%s"}],"usage":{"input_tokens":100,"output_tokens":10}}}\n' "$answer"
    printf '{"type":"result","subtype":"success","is_error":%s,"result":"%s","total_cost_usd":0.01,"usage":{"input_tokens":100,"output_tokens":10}}\n' "$(failed)" "$answer"
  fi
}

failed() {
  if [ "$code" -eq 0 ]; then echo false; else echo true; fi
}

codex_begins() {
  printf '{"type":"thread.started","thread_id":"stand-in-%s"}\n' "$TUTTI_SHEET"
}

codex_ends() {
  printf '{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"%s"}}\n' "$answer"
  if [ "$code" -eq 0 ]; then printf '{"type":"turn.completed","usage":{"input_tokens":100,"output_tokens":10}}\n'; fi
}

main "$@"
