#!/bin/sh
# Stands in for a coding agent: takes the prompt as one would, then does what the scripted agent is told in its place.
#
#   stand-in.sh SCRIPTED FOLDER [arguments, as the agent gets them]
#
# FOLDER/scripts/<sheet> says what to do; `@workspace` there is the job's workspace.
# What the agent was told, on stdin and as arguments, is kept in FOLDER/prompts/<sheet>.<attempt>.
scripted=$1
folder=$2
shift 2

{ cat && printf '%s\n' "$@"; } >"$folder/prompts/$TUTTI_SHEET.$TUTTI_ATTEMPT" || exit

script=$(mktemp) || exit
sed "s|@workspace|$TUTTI_WORKSPACE|g" "$folder/scripts/$TUTTI_SHEET" >"$script" && TUTTI_PROMPT_FILE=$script sh "$scripted"
code=$?
rm -f -- "$script"
exit "$code"
