// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/scene.h"
#include "encodings/state.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;
class QMenu;
class QToolButton;
class View;
struct ViewInfo;

/// One view on screen: its plot, a header (the view's name as a chooser, its options, maximise, menu),
/// crosshair and readout, wheel zoom, drag pan, double click back. Draws from the state it is given; owns no
/// parameter. A hidden panel draws nothing, and a burst of states draws once.
class PlotPanel : public QWidget {
    Q_OBJECT

public:
    explicit PlotPanel(const ViewInfo& view, QWidget* parent = nullptr);
    ~PlotPanel() override;

    const ViewInfo& view() const { return *m_info; }
    /// Shows another view of the same state.
    void setView(const ViewInfo& view);
    /// The header, to serve as title bar of a dock.
    QWidget* header() const { return m_header; }
    QCustomPlot& plot() const { return *m_plot; }

    void render(const encodings::State& state);
    /// The state whose picture is what stands on screen: a passing zoom is its range.
    encodings::State seenState() const;
    /// Draws in this theme instead of the one nearest to the palette.
    void setTheme(std::optional<Theme::Name> name);

public slots:
    void copyImage();
    void resetZoom();

signals:
    /// The state that a control of this panel asks for; one gesture, one number.
    void edited(const encodings::State& next, quint64 gesture);
    /// What stands under the pointer.
    void readout(const QString& text);
    void exportRequested();
    void maximiseRequested();
    void closeRequested();
    /// The chooser picked another view.
    void viewChosen(const QString& id);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHeader();
    void buildOptions();
    void buildMenu(QMenu& menu);
    void connectPlot();
    void scheduleDraw();
    void draw();
    void moveCrosshair(const QPointF& pixel);
    void hideCrosshair();
    void setRange(const encodings::Value& range);
    encodings::Value zoomedRange() const;
    /// What this view draws of a state.
    std::shared_ptr<const encodings::Scene> sceneOf(const encodings::State& state) const;
    Theme theme() const;

    const ViewInfo* m_info;
    std::unique_ptr<View> m_view;
    QCustomPlot* m_plot;
    QWidget* m_header;
    QComboBox* m_chooser = nullptr;
    QWidget* m_options = nullptr;
    QTimer m_drawTimer;
    encodings::State m_state;
    std::shared_ptr<const encodings::Scene> m_scene;
    std::optional<Theme::Name> m_themeName;
    bool m_due = false;
    bool m_drawing = false;
    bool m_zoomed = false;
    QCPItemStraightLine* m_crosshair = nullptr;
};
