# Read by app/run.sh, tests/run.sh and .ci/run: installs what is missing and builds. Everything it prints goes to
# stderr, so that the standard output of a started program stays its own.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(g++ cmake ninja-build qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libqcustomplot-dev nlohmann-json3-dev libexpected-dev rapidjson-dev zlib1g-dev
    protobuf-compiler libprotobuf-dev libsqlite3-dev libxlsxwriter-dev)
test_packages=(poppler-utils librsvg2-bin unzip desktop-file-utils appstream dpkg-dev file)
run_packages=(qt6-qpa-plugins libqt6svg6 qt6-translations-l10n fonts-dejavu-core fonts-noto-cjk)

say() { printf '%s\n' "$*" >&2; }

# need PACKAGE... installs the Debian packages that are not there yet.
need() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is no Debian system: please see to the equivalents of: $*"
        return 0
    fi
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "Missing Debian packages, and no right to install them. Please run as root:"
            say "    apt-get install --no-install-recommends ${missing[*]}"
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing: ${missing[*]}"
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends
        "${missing[@]}")
    # Package lists may be absent or older than the archive: fetch them and try once more.
    if ! "${install[@]}" >&2; then
        "${as_root[@]}" apt-get update >&2 || true
        if ! "${install[@]}" >&2; then
            say "These packages could not be installed: ${missing[*]}"
            return 1
        fi
    fi
}

# configure FOLDER [CMAKE OPTION...]; a build folder of another source tree is started anew.
configure() {
    local folder=$1 of options=()
    shift
    mkdir -p "$folder"
    of=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt" 2>/dev/null || true)
    [ -z "$of" ] || [ "$of" = "$root" ] || rm -rf "${folder:?}"/*
    command -v ccache >/dev/null && options+=("-DCMAKE_CXX_COMPILER_LAUNCHER=env;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache")
    cmake -S "$root" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHEADROOM_PRECOMPILE=ON "${options[@]}" "$@" >"$folder/configure.log" 2>&1 ||
        { cat "$folder/configure.log" >&2; return 1; }
}

# build FOLDER [TARGET...]
build() {
    local folder=$1
    shift
    flock "$folder/.lock" cmake --build "$folder" ${1:+--target "$@"} >&2
}
