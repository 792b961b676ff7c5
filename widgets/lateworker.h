// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>

/// Does one thing after the other for pictures that stay, in a thread of its own: begins after a pause, so
/// that a slider in motion, which asks for another picture sooner, neither starts work that nobody keeps nor
/// competes with it.
class LateWorker {
public:
    LateWorker() = default;
    ~LateWorker() { drop(); }
    LateWorker(const LateWorker&) = delete;
    LateWorker& operator=(const LateWorker&) = delete;

    /// Drops earlier work and begins `work` later; not at all when it is dropped before. `work` must not
    /// outlive what it reads: it holds weak pointers.
    void start(std::function<void(std::stop_token)> work);
    void drop() { m_stop.request_stop(); }

private:
    std::stop_source m_stop;
};
