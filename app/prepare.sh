# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/run, tests/run and .ci/run (bash): installs what is missing, configures and builds. Writes to standard
# error only; what the build prints goes to a log, shown when it fails.

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${BUILD_FOLDER:-$project/build}
jobs=${JOBS:-$(nproc)}

packages=(cmake ninja-build g++ libeigen3-dev qt6-base-dev qt6-svg-dev libgl-dev libqcustomplot-dev fonts-dejavu-core)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing_packages() {
    local package
    for package in "${packages[@]}"; do
        is_installed "$package" || echo "$package"
    done
}

install_missing() {
    command -v dpkg-query >/dev/null || return 0 # not Debian: the build says what is missing
    [ -z "$(missing_packages)" ] && return 0
    mkdir -p "$folder" || return 1
    (
        flock 9
        mapfile -t missing < <(missing_packages) # another run may have installed them meanwhile
        [ ${#missing[@]} -eq 0 ] && exit 0
        as_root=()
        if [ "$(id -u)" -ne 0 ]; then
            command -v sudo >/dev/null || { say "these packages are missing, and there is no sudo: ${missing[*]}"; exit 1; }
            as_root=(sudo)
        fi
        say "installing ${missing[*]}"
        log=$folder/install.log
        get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -q -y)
        if ! { "${get[@]}" update && "${get[@]}" install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
            tail -n 30 "$log" >&2
            say "the packages could not be installed; the whole log is $log"
            exit 1
        fi
    ) 9>"$folder/lock"
}

# build TARGET CMAKE-OPTION...: configures $folder where that is needed, and builds; one at a time in a folder.
build() {
    local target=$1
    shift
    mkdir -p "$folder" || return 1
    (
        flock 9
        local log=$folder/build.log wanted="$project $*"
        # Ninja configures again by itself when a CMakeLists.txt changes.
        if [ ! -f "$folder/build.ninja" ] || [ "$(cat "$folder/options" 2>/dev/null)" != "$wanted" ]; then
            say "configuring in $folder"
            rm -f "$folder/options"
            if ! cmake -S "$project" -B "$folder" -G Ninja "$@" >"$log" 2>&1; then
                tail -n 40 "$log" >&2
                say "configuring failed; the whole log is $log"
                exit 1
            fi
            printf '%s\n' "$wanted" >"$folder/options"
        fi
        say "building in $folder (minutes at first, then seconds; progress in $log)"
        if ! cmake --build "$folder" --target "$target" --parallel "$jobs" >"$log" 2>&1; then
            tail -n 60 "$log" >&2
            say "building failed; the whole log is $log"
            exit 1
        fi
    ) 9>"$folder/lock" </dev/null
}
