// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandline/commandline.h"

/// Does what the command line asks and returns the exit code. Throws Failure and ParameterError. `argc` and
/// `argv` are main's own and must outlive the call.
int run(const CommandLine& command, int& argc, char** argv);
