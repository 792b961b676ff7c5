// SPDX-License-Identifier: GPL-3.0-or-later
#include "lateworker.h"

#include <QThreadPool>

#include <chrono>
#include <thread>

namespace {

constexpr std::chrono::milliseconds pauseBeforeWork(60);

/// A pool of its own: estimates for the next picture, computed in the common one, must not wait behind work
/// for the last.
QThreadPool& latePool()
{
    static QThreadPool pool;
    return pool;
}

} // namespace

void LateWorker::start(std::function<void(std::stop_token)> work)
{
    drop();
    m_stop = std::stop_source();
    latePool().start([work = std::move(work), stop = m_stop.get_token()] {
        std::this_thread::sleep_for(pauseBeforeWork);
        if (!stop.stop_requested())
            work(stop);
    });
}
