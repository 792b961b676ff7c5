// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <span>

/// A view as lists and menus know it.
struct ViewInfo {
    const char* id;
    const char* title; ///< translatable, context "views"
    const char* summary; ///< one sentence, translatable, context "views"
    std::unique_ptr<View> (*create)();
};

/// Every view, in the order of menus.
std::span<const ViewInfo> allViews();

/// The catalogue of encodings, for files alone: no view of allViews(), since a window of its own shows it.
const ViewInfo& catalogueInfo();

/// The view with this id, or nullptr.
const ViewInfo* findView(std::string_view id);

/// Translated title and summary.
QString titleOf(const ViewInfo& view);
QString summaryOf(const ViewInfo& view);
