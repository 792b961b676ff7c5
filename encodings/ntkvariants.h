// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// The base multiplied by k alone: Su, kexue.fm 9675 and 9706 (equation 4).
Encoding ntkSimple();

/// Every digit of the base-beta number grows alike: Su, kexue.fm 9706.
Encoding ntkFixed();

/// Digits grow by a power of their place: Su, kexue.fm 9706; bojone/rerope.
Encoding ntkMixed();

/// A base trained with from the start: Xiong et al., arXiv 2309.16039.
Encoding adjustedBase();

} // namespace encodings
