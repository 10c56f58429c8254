#!/bin/sh
# Stands in for a coding agent in the pictures of the dashboard: takes its time, says what it does as one would, and writes
# a file. The prompt is its script: lines that begin with `$ ` are done, all others are prose.
prompt=$(cat)
say() { printf '{"type":"said","text":"%s"}\n' "$1"; }
did() { printf '{"type":"did","tool":"%s","detail":"%s"}\n' "$1" "$2"; }
spend() { printf '{"type":"spent","scope":"turn","usd":%s,"input_tokens":%s,"output_tokens":%s}\n' "$1" "$2" "$3"; }

printf '{"type":"started","session":"%s-%s","model":"%s"}\n' "$TUTTI_SHEET" "$TUTTI_ATTEMPT" "${STAND_IN_MODEL:-large-2}"
printf '%s\n' "$prompt" | while IFS= read -r line; do
  case $line in
    '$ '*) set -- ${line#'$ '} ;;
    *) continue ;;
  esac
  command=$1
  shift
  case $command in
    say) say "$*" ;;
    read) did Read "$1" && sleep 0.2 ;;
    run) did Bash "$*" && sleep 0.2 ;;
    pause) sleep "$1" ;;
    spend) spend "$1" "$2" "$3" ;;
    write) did Write "$1" && file=$1 && shift && mkdir -p "$(dirname "$file")" && printf '%b\n' "$*" >"$file" ;;
    append) did Edit "$1" && file=$1 && shift && printf '%b\n' "$*" >>"$file" ;;
    swap) did Edit "$1" && sed -i "s|$2|$3|" "$1" ;;
    once) [ "$TUTTI_ATTEMPT" = 1 ] && { echo "npm ERR! network timeout" >&2; exit 1; } ;;
  esac
done || exit 1
printf '{"type":"ended","good":true,"text":"Done."}\n'
