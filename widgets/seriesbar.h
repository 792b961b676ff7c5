// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

#include <functional>

class FlowLayout;
class QMenu;
class QToolButton;
class SeriesChip;

/// Models that stand together in menus.
struct ModelGroup {
    QString name;
    std::vector<encodings::Model> models;
};

/// The series as a row of chips in their colours: click shows or hides, the menu renames, moves, sets
/// encodings, model and own values, removes; + adds one. A view of the state.
class SeriesBar : public QWidget {
    Q_OBJECT

public:
    explicit SeriesBar(QWidget* parent = nullptr);

    /// Models that a series of its own can use, beside the shared one.
    void setModels(const std::vector<ModelGroup>& groups);
    void setState(const encodings::State& state);

    QSize sizeHint() const override;

signals:
    void edited(const encodings::State& next, quint64 gesture);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    using Edit = std::function<encodings::State()>;

    void ask(const encodings::State& next);
    /// An entry that makes an edit, or a disabled one with the reason why not.
    void addEdit(QMenu& menu, const QString& text, const QString& help, bool checked, const Edit& edit);
    void openMenu(std::size_t index, const QPoint& place);
    void fillMenu(QMenu& menu, std::size_t index);
    void addByFamily(QMenu& menu, const std::function<void(QMenu&, const encodings::Encoding&)>& add);
    void fillEncodings(QMenu& menu, std::size_t index);
    void fillModels(QMenu& menu, std::size_t index);
    void fillAdd(QMenu& menu);
    void askLabel(std::size_t index);
    void askOverrides(std::size_t index);
    void showChips();
    void fitHeight();

    encodings::State m_state;
    bool m_hasState = false;
    std::vector<ModelGroup> m_models;
    std::vector<SeriesChip*> m_chips;
    FlowLayout* m_flow;
    QToolButton* m_add;
};
