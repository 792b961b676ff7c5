// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"
#include "widgets/theme.h"

#include <QMainWindow>

#include <optional>
#include <vector>

class PlotPanel;
class QDockWidget;
class QSettings;
struct Arrangement;
struct ViewInfo;

/// The views on screen as docks: opened, closed, exchanged, maximised, floating. Each dock holds one panel,
/// whose view may change; a view is open in at most one dock.
class ViewDocks : public QMainWindow {
    Q_OBJECT

public:
    explicit ViewDocks(QWidget* parent = nullptr);

    void render(const encodings::State& state);
    /// Theme of the plots; nothing: light or dark, as the palette is.
    void setTheme(std::optional<Theme::Name> theme);

    bool isOpen(const ViewInfo& view) const;
    void setOpen(const ViewInfo& view, bool open);
    void arrange(const Arrangement& arrangement);
    /// Arranges views of scores where no view that is open applies to any series.
    void showWhatApplies();
    const QString& arrangementId() const { return m_arrangement; }

    /// The panel that was touched last, or the first open one; nullptr when all are closed.
    PlotPanel* activePanel() const;
    /// The panel that shows `view`, or nullptr.
    PlotPanel* panel(const ViewInfo& view) const;

    bool isMaximised() const { return !m_beforeMaximise.isEmpty(); }
    void toggleMaximised();
    void toggleFloating();

    void save(QSettings& settings) const;
    /// False, with nothing changed, when `settings` hold no layout that this program can use.
    bool restore(const QSettings& settings);

signals:
    void edited(const encodings::State& next, quint64 gesture);
    void readout(const QString& text);
    void exportRequested();
    /// Which views are open has changed.
    void openChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Slot {
        QDockWidget* dock;
        PlotPanel* panel;
    };

    /// For a dock: its place is saved under its name.
    QString freeName() const;
    Slot& addSlot(const ViewInfo& view);
    Slot& slotFor(const ViewInfo& view);
    const Slot* slotOf(const QObject* panel) const;
    const Slot* activeSlot() const;
    void place(const Slot& slot);
    void exchange(PlotPanel& panel, const QString& id);
    void leaveMaximised();
    void proportion();
    void updateHint();

    std::vector<Slot> m_slots;
    encodings::State m_state;
    bool m_hasState = false;
    std::optional<Theme::Name> m_theme;
    const QObject* m_active = nullptr;
    QString m_arrangement;
    std::vector<QDockWidget*> m_arranged; ///< its docks, place by place, whatever views they show now
    bool m_keepsProportions = false;
    QByteArray m_beforeMaximise;
};
