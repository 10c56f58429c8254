#!/bin/sh
# A coding agent in small: does what its prompt says, in the working folder, and reports it in Tutti's event lines.
#
# As real ones do, it remembers a session: one that is gone on with knows its first prompt, so the script is the one it began with.
# All that it was given is kept in $SPEAKING as <sheet>.<attempt>.prompt, .args and .env.
#
# One command a line; a line `---` ends the script. `2: COMMAND` is for attempt 2 only, `2+: COMMAND` for it and all later ones.
#
#   write FILE TEXT      mark NAME / wait NAME   a file in $SPEAKING: make it, or go on when it is there
#   emit LINE            err TEXT                to stdout, to stderr
#   spend USD IN OUT     one turn; USD may be null
#   limit MS TEXT        ends with a 429 that is over in MS
#   fail STATUS TEXT     ends with an error of the provider
#   leak NAME            prints a variable: in pieces to both streams, in an event, and in forms that are no secret to a reader
#   silent               no word before the others     exit N     without a last word     hang

me=$TUTTI_SHEET.$TUTTI_ATTEMPT
prompt=$SPEAKING/$me.prompt
session=
given=
printf '%s\n' "$@" >"$SPEAKING/$me.args"
env >"$SPEAKING/$me.env"
while [ $# -gt 0 ]; do
  case $1 in
    --session) session=$2 && shift ;;
    --prompt) given=argument && printf '%s' "$2" >"$prompt" && shift ;;
    --file) given=file && cat "$2" >"$prompt" && shift ;;
  esac
  shift
done
[ -n "$given" ] || cat >"$prompt"

if [ -z "$session" ]; then
  session=$TUTTI_SHEET-$TUTTI_ATTEMPT
  cp "$prompt" "$SPEAKING/session.$session"
fi
script=$SPEAKING/session.$session

after() {
  echo $(($(date +%s%3N) + $1))
}

start() {
  [ -n "$started" ] || printf '{"type":"started","session":"%s","model":"small-1"}\n' "$session"
  started=yes
}

follow() {
  rest=${2#* }
  case $1 in
    silent) started=no && return ;;
  esac
  start
  case $1 in
    write) mkdir -p "$(dirname "${rest%% *}")" && printf '%s\n' "${rest#* }" >"${rest%% *}" ;;
    mark) : >"$SPEAKING/$rest" ;;
    wait) until [ -e "$SPEAKING/$rest" ]; do sleep 0.01; done ;;
    emit) printf '%s\n' "$rest" ;;
    err) printf '%s\n' "$rest" >&2 ;;
    spend)
      set -- $rest
      printf '{"type":"spent","scope":"turn","usd":%s,"input_tokens":%s,"output_tokens":%s}\n' "$1" "$2" "$3"
      ;;
    limit)
      printf '{"type":"failed","status":429,"message":"%s","reset_at_ms":%s,"final":true}\n' "${rest#* }" "$(after "${rest%% *}")"
      exit 1
      ;;
    fail)
      printf '{"type":"failed","status":%s,"message":"%s","final":true}\n' "${rest%% *}" "${rest#* }"
      exit 1
      ;;
    leak)
      value=$(printenv "$rest")
      for stream in 1 2; do
        printf '%s' "say ${value%???????}" >&$stream
        sleep 0.02
        printf '%s\n' "${value#"${value%???????}"}" >&$stream
      done
      printf '{"type":"said","text":"it is %s, or %s"}\n' "$value" "$(printf '%s' "$value" | base64)"
      printf '{"type":"failed","status":502,"message":"refused with %s","final":true}\n' "$value"
      exit 1
      ;;
    exit) exit "$rest" ;;
    hang) exec sleep 600 ;;
    *) printf 'no such command: %s\n' "$2" >&2 && exit 64 ;;
  esac
}

started=
while IFS= read -r line <&3 || [ -n "$line" ]; do
  case $line in
    ---) break ;;
    '' | 'requirements:' | 'brief:') [ -z "$line" ] || break ;;
    [0-9]*+:\ *) [ "$TUTTI_ATTEMPT" -lt "${line%%+:*}" ] || { line=${line#*+: } && follow "${line%% *}" "$line"; } ;;
    [0-9]*:\ *) [ "$TUTTI_ATTEMPT" -ne "${line%%:*}" ] || { line=${line#*: } && follow "${line%% *}" "$line"; } ;;
    *) follow "${line%% *}" "$line" ;;
  esac
done 3<"$script"
start
printf '{"type":"ended","good":true,"text":"did it"}\n'
