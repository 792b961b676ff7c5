// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace encodings {

/// Values that cost more to make than to keep, for the keys asked for last. May be used from any thread.
template <typename Key, typename Held> class Recent {
public:
    /// What `make()` gave for an equal key, or gives now.
    template <typename Make> std::shared_ptr<Held> at(const Key& key, Make make)
    {
        const std::lock_guard lock(m_mutex);
        auto found = std::find_if(
            m_entries.begin(), m_entries.end(), [&](const auto& entry) { return entry.first == key; });
        if (found == m_entries.end()) {
            m_entries.insert(m_entries.begin(), { key, make() });
            m_entries.resize(std::min(m_entries.size(), kept));
        } else {
            std::rotate(m_entries.begin(), found, found + 1);
        }
        return m_entries.front().second;
    }

private:
    static constexpr std::size_t kept = 8;

    std::mutex m_mutex;
    std::vector<std::pair<Key, std::shared_ptr<Held>>> m_entries; ///< latest first
};

} // namespace encodings
