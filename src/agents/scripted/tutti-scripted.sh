#!/bin/sh
# The scripted agent: does what the script in $TUTTI_PROMPT_FILE says, in the working folder.
#
# The prompt is the script. If it has a line `script:`, what stands before it is prose for people;
# a line `notes:`, `requirements:` or `brief:` ends it. One command a line; blank lines and lines that begin with # are skipped.
#
# FILE, OLD, NEW and NAME are words; one that holds blanks (or is empty) stands in "double quotes",
# and there is no way to write a double quote in one. TEXT is the rest of the line as it is, quotes included.
# In TEXT and NEW, \n is a new line. Blanks at the end of a line are lost. N is a whole number.
#
#   create FILE TEXT         write FILE: TEXT and a new line; without TEXT an empty file. Makes folders.
#   append FILE TEXT         add TEXT and a new line to FILE.
#   edit FILE OLD NEW        in the first line that contains OLD, put NEW for the first OLD; no such line: fails.
#   delete FILE              remove a file or a folder.
#   rename OLD NEW           move; makes folders.
#   mode FILE MODE           change the mode, such as 755.
#   link TARGET NAME         make the symbolic link NAME.
#   commit TEXT              commit everything with git, as an agent might by itself.
#   sleep SECONDS            may have a fraction.
#   wait-for FILE            go on when FILE exists.
#   print TEXT               to stdout.      complain TEXT   to stderr.
#   flood N                  print N bytes.
#   fork                     leave children running: one in the background, one in a session of its own.
#   fail N                   exit with code N.
#   crash                    die of SIGKILL.
#   hang                     stay for ever, deaf to polite signals.
#   rate-limit N             report a rate limit that ends in N seconds, and exit with 75.
#   on-attempt N COMMAND     do COMMAND in attempt N only.
#   until-attempt N COMMAND  do COMMAND in attempts 1 to N.
#
# Exit codes of its own: 64 the script is wrong, 65 a command could not be done.

newline='
'
return=$(printf '\r')
attempt=${TUTTI_ATTEMPT:-1}

main() {
  [ -r "${TUTTI_PROMPT_FILE:-}" ] || refuse "no script: TUTTI_PROMPT_FILE names no readable file"
  reading=yes
  # What is added to a prompt is no part of the script.
  if sed -E '/^(notes|requirements|brief):$/q' "$TUTTI_PROMPT_FILE" | grep -q '^[[:space:]]*script:[[:space:]]*$'; then reading=no; fi
  # The script is on descriptor 3, so that no command can read it as its input.
  while IFS=' 	' read -r line <&3 || [ -n "$line" ]; do
    line=${line%"$return"}
    case $line in
      script:) reading=yes ;;
      notes: | requirements: | brief:) break ;;
      *) if [ "$reading" = yes ]; then follow "$line"; fi ;;
    esac
  done 3<"$TUTTI_PROMPT_FILE"
  exit 0
}

follow() {
  line=$1
  rest=$1
  case $rest in '' | '#'*) return 0 ;; esac
  take_word
  case $word in
    create) take_file; make_folder_of "$file"; write_text >"$file" || broken ;;
    append) take_file; make_folder_of "$file"; write_text >>"$file" || broken ;;
    edit) take_file; take_word; old=$word; take_word; new=$word; no_more; edit ;;
    delete) take_file; no_more; [ -e "$file" ] || [ -L "$file" ] || broken; rm -rf -- "$file" || broken ;;
    rename) take_file; old=$file; take_file; no_more; make_folder_of "$file"; mv -- "$old" "$file" || broken ;;
    mode) take_file; take_word; no_more; chmod -- "$word" "$file" || broken ;;
    link) take_word; target=$word; take_file; no_more; make_folder_of "$file"; ln -s -- "$target" "$file" || broken ;;
    commit) commit ;;
    sleep) take_word; no_more; sleep "$word" || broken ;;
    wait-for) take_file; no_more; until [ -e "$file" ]; do sleep 0.02; done ;;
    print) write_text ;;
    complain) write_text >&2 ;;
    flood) take_number; no_more; head -c "$number" /dev/zero | tr '\0' '.' ;;
    fork) no_more; leave_children ;;
    fail) take_number; no_more; exit "$number" ;;
    crash) no_more; kill -9 $$ ;;
    hang) no_more; trap '' TERM INT HUP; while :; do sleep 3600; done ;;
    rate-limit) take_number; no_more; report_limit; exit 75 ;;
    on-attempt) take_number; if [ "$attempt" -eq "$number" ]; then follow "$rest"; fi ;;
    until-attempt) take_number; if [ "$attempt" -le "$number" ]; then follow "$rest"; fi ;;
    *) refuse "unknown command: $word" ;;
  esac
}

# Moves the first word of $rest to $word.
take_word() {
  case $rest in
    '') refuse "a word is missing: $line" ;;
    '"'*'"'*) rest=${rest#'"'}; word=${rest%%'"'*}; rest=${rest#*'"'} ;;
    '"'*) refuse "a quote is not closed: $line" ;;
    *) word=${rest%%[ 	]*}; rest=${rest#"$word"} ;;
  esac
  rest=${rest#"${rest%%[! 	]*}"}
}

take_file() {
  take_word
  [ -n "$word" ] || refuse "a file name is empty: $line"
  file=$word
}

take_number() {
  take_word
  case $word in '' | *[!0-9]*) refuse "not a whole number: $line" ;; esac
  number=$word
}

no_more() {
  [ -z "$rest" ] || refuse "too many words: $line"
}

make_folder_of() {
  case $1 in */*) mkdir -p -- "${1%/*}/" || broken ;; esac
}

write_text() {
  [ -z "$rest" ] || { with_newlines "$rest"; printf '%s\n' "$expanded"; }
}

# By hand, because printf and echo would read other escapes too.
with_newlines() {
  expanded=
  text=$1
  while :; do
    case $text in
      *'\n'*) expanded=$expanded${text%%'\n'*}$newline; text=${text#*'\n'} ;;
      *) expanded=$expanded$text; return 0 ;;
    esac
  done
}

# Written back into the same file, which so keeps its mode.
edit() {
  [ -f "$file" ] && [ -n "$old" ] || broken
  with_newlines "$new"
  copy=$(mktemp) || broken
  replace_first <"$file" >"$copy" && cat "$copy" >"$file"
  result=$?
  rm -f -- "$copy"
  [ "$result" -eq 0 ] || broken
}

# A last line without a new line stays so.
replace_first() {
  ending=$newline
  while [ -n "$ending" ]; do
    IFS= read -r row || ending=
    case $row in
      *"$old"*) printf '%s' "${row%%"$old"*}$expanded${row#*"$old"}$ending"; cat; return 0 ;;
      *) printf '%s' "$row$ending" ;;
    esac
  done
  return 1
}

commit() {
  with_newlines "$rest"
  git add -A || broken
  git -c user.name='Scripted agent' -c user.email=scripted@tutti.invalid -c commit.gpgSign=false commit -q -m "$expanded" || broken
}

leave_children() {
  sh -c 'while :; do sleep 3600; done' forked &
  if command -v setsid >/dev/null; then setsid sh -c 'while :; do sleep 3600; done' forked & fi
}

report_limit() {
  [ -n "${TUTTI_EVENTS:-}" ] || refuse "TUTTI_EVENTS is not set"
  printf '{"type":"rate_limit","reset_at_ms":%s000}\n' "$(($(date +%s) + number))" >>"$TUTTI_EVENTS" || broken
}

refuse() {
  printf 'tutti-scripted: %s\n' "$1" >&2
  exit 64
}

broken() {
  printf 'tutti-scripted: could not do: %s\n' "$line" >&2
  exit 65
}

main
