// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <vector>

/// A ready arrangement of views: columns from left to right, in each the views from top to bottom, with their
/// shares of width and height.
struct Arrangement {
    struct Place {
        const char* view;
        int height;
    };
    struct Column {
        int width;
        std::vector<Place> places;
    };

    const char* id;
    const char* title; ///< translatable, context "arrangements"
    std::vector<Column> columns;
};

/// Explore (the default), Digits, Engineer, Scores.
std::span<const Arrangement> allArrangements();

/// The arrangement with this id, or the default one.
const Arrangement& arrangement(const QString& id);

/// Translated title.
QString titleOf(const Arrangement& arrangement);
