// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document.h"
#include "filecommands.h"
#include "themechoice.h"

#include <QMainWindow>

class EncodingCard;
class ModelChooser;
class ModelFacts;
class ParameterPanel;
class QLabel;
class QSplitter;
class SeriesBar;
class ViewDocks;

/// The window: wires the document to the controls and views around it, and remembers how it was left.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `path` is the exploration file that `state` was read from, or empty.
    explicit MainWindow(const encodings::State& state, const QString& path = {}, QWidget* parent = nullptr);

    ~MainWindow() override;

    Document& document() { return m_document; }
    FileCommands& files() { return m_files; }
    ViewDocks& views() { return *m_views; }
    ThemeChoice& theme() { return m_theme; }
    ModelChooser& models() { return *m_models; }
    ModelFacts& facts() { return *m_facts; }

    void exportView();
    void copyImage();
    void resetLayout();
    /// Reads the list of models into the controls that offer it. Happens by itself after the first frame.
    void fillModels();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildToolBar();
    void buildPanes();
    void fitLeftPane();
    void connectState();
    void showState(const encodings::State& state);
    void showControls();
    void showTitle();
    void saveLayout() const;
    void restoreLayout();

    Document m_document;
    FileCommands m_files;
    ThemeChoice m_theme;
    ViewDocks* m_views;
    ParameterPanel* m_parameters;
    EncodingCard* m_card;
    SeriesBar* m_series;
    ModelChooser* m_models;
    ModelFacts* m_facts;
    QSplitter* m_panes;
    QSplitter* m_left;
    QLabel* m_readout;
    QLabel* m_reading; ///< files that take long
    bool m_controlsShown = false;
    bool m_filled = false;
};
