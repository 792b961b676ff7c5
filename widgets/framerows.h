// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "legendentry.h"
#include "theme.h"

#include <qcustomplot.h>

/// A row of words above or below the axes that takes the height it needs, or none where it would leave a
/// small picture too little for the plot itself.
class FrameRow : public QCPLayoutElement {
public:
    using QCPLayoutElement::QCPLayoutElement;

    void update(UpdatePhase phase) override;

protected:
    /// Height in px that the words take in a plot of this width; 0 for nothing to show.
    virtual int neededHeight(int width) const = 0;
    virtual void paint(QCPPainter& painter) const = 0;

    void applyDefaultAntialiasingHint(QCPPainter*) const override { }
    void draw(QCPPainter* painter) override;

    static constexpr int sideMargin = 8;

private:
    bool m_fits = false;
};

/// Text that wraps: titles and captions.
class TextRow : public FrameRow {
public:
    TextRow(QCustomPlot* plot, const QFont& font, const QColor& color);

    void setText(const QString& text) { m_text = text; }

protected:
    int neededHeight(int width) const override;
    void paint(QCPPainter& painter) const override;

private:
    QFont m_font;
    QColor m_color;
    QString m_text;
};

/// Legend entries, one after the other, in as many lines as they need.
class LegendRow : public FrameRow {
public:
    LegendRow(QCustomPlot* plot, const Theme& theme);

    void setEntries(const QList<LegendEntry>& entries) { m_entries = entries; }

protected:
    int neededHeight(int width) const override;
    void paint(QCPPainter& painter) const override;

private:
    int place(int width, QCPPainter* painter) const;
    void paintEntry(QCPPainter& painter, const LegendEntry& entry, const QRectF& rect) const;

    QFont m_font;
    QColor m_text;
    QList<LegendEntry> m_entries;
};
