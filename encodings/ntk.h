// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// base × alpha^(d/(d-2)): bloc97, June 2023; YaRN, arXiv 2309.00071, appendix A.1. Throws ParameterError for
/// dimension 2, where the exponent is not defined.
double ntkBase(double base, double alpha, Eigen::Index dimension);

/// NTK-aware scaling.
Encoding ntkAware();

} // namespace encodings
