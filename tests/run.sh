#!/bin/bash
# Builds Headroom and runs every test. Arguments go to ctest, e.g. tests/run.sh -R report
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../app/setup.sh"

need "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
configure "$root/build"
build "$root/build"
exec ctest --test-dir "$root/build" -j "$(nproc)" --output-on-failure "$@"
