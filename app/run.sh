#!/bin/bash
# Builds Headroom and starts it; arguments pass through:
#
#   app/run.sh                              the window with the worked example; without a display, its summary
#   app/run.sh evaluate --model llama-3.1-8b --hardware H100 --set devices=8
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

need "${build_packages[@]}" "${run_packages[@]}"
configure "$root/build"
build "$root/build" headroom
exec "$root/build/app/headroom" "$@"
