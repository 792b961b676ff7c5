// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QScrollArea>

class QLabel;

/// The whole record of one encoding: diagram with names, what it does, formula with the exploration's
/// numbers, extrapolation, citation. All text can be selected.
class CatalogueDetails : public QScrollArea {
    Q_OBJECT

public:
    explicit CatalogueDetails(QWidget* parent = nullptr);

    void setState(const encodings::State& state);
    /// Nothing: no encoding is left by the search.
    void showEncoding(const encodings::Encoding* encoding);

protected:
    void changeEvent(QEvent* event) override;

private:
    QLabel* addLabel(QWidget* place, const char* name);
    void refresh();

    encodings::State m_state;
    const encodings::Encoding* m_encoding = nullptr;
    QWidget* m_diagram;
    QLabel* m_heading;
    QLabel* m_facts;
    QLabel* m_about;
    QLabel* m_formula;
    QLabel* m_citation;
};
