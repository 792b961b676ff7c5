// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

/// Pair looked at, or the last one that the series has.
Eigen::Index pairLookedAt(const encodings::Scene& scene, const encodings::SceneSeries& series);

/// The pairs drawn of those chosen, where a series has them.
std::vector<Eigen::Index> pairsTurned(const encodings::SceneSeries& series);

/// "7.42 rad = 1.18 turns"
QString angleText(double angle);

/// Paints the pictures of RotationView into a rectangle, at any size with round circles. Angles run from the
/// right, against the clock, as in the plane of complex numbers.
class RotationPainter {
public:
    RotationPainter(
        QCPPainter& painter, const Theme& theme, const encodings::Scene& scene, const QRectF& rect);

    void paintPair();
    void paintSentences();
    void paintAddition();

private:
    struct Circle {
        QPointF center;
        double radius = 0.0;

        QPointF at(double angle, double share = 1.0) const;
        QRectF rect(double share = 1.0) const;
    };

    const encodings::SceneSeries& subject() const { return m_scene.series.front(); }
    QColor colorOf(const encodings::SceneSeries& series) const { return m_theme.series(series.index); }
    QColor keyColorOf(const encodings::SceneSeries& series) const
    {
        return m_theme.towardsGround(colorOf(series), 0.45);
    }

    /// A circle in the middle of `room`, with a margin for the words at its arrows.
    Circle circleIn(const QRectF& room, double margin) const;
    void paintFace(const Circle& circle, bool withAxes);
    void paintArrow(const Circle& circle, double angle, double share, const QColor& color, double width);
    /// From one angle on by `turn` radians, all turns of it where they are few: a spiral.
    void paintTurn(const Circle& circle, double from, double turn, double share, const QColor& color);
    void paintWord(const Circle& circle, double angle, const QString& word, const QColor& color);
    void paintLines(const QRectF& room, const QStringList& lines, Qt::Alignment alignment = Qt::AlignHCenter);
    /// Arrows of query and key of every series, and the arc between those of the subject.
    void paintTokens(const Circle& circle, double query, double key, bool words);
    void paintSentence(const QRectF& row, double offset, double last, const QString& name);
    QStringList scoreLines(double offset) const;

    QCPPainter& m_painter;
    const Theme& m_theme;
    const encodings::Scene& m_scene;
    QRectF m_rect;
    double m_line; ///< height of a line of words
    double m_query;
    double m_key;
    double m_offset;
};
