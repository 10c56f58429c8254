#!/bin/sh
# Stands in for podman where none can run: it notes its command lines beside itself, and runs programs on this machine.
printf '%s\n' "$*" >>"${0%/*}/calls"
case $1 in
info) echo '{"version":{"Version":"0.0.0"},"host":{"security":{"rootless":true}}}' ;;
image) echo sha256:stand-in ;;
run)
  shift
  while :; do
    case $1 in
    --rm | --interactive | --no-healthcheck | --init | --http-proxy=false) shift ;;
    --env)
      case $2 in *=*) export "${2?}" ;; esac
      shift 2
      ;;
    --workdir) cd "$2" && shift 2 || exit 125 ;;
    --entrypoint) program=$2 && shift 2 ;;
    --*) shift 2 ;;
    *) break ;;
    esac
  done
  shift
  exec "$program" "$@"
  ;;
esac
