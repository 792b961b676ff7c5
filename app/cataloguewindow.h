// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class Catalogue;
class Document;
class MainWindow;

/// The catalogue of encodings in a window beside the main one, which remembers its size.
class CatalogueWindow : public QWidget {
    Q_OBJECT

public:
    /// Shows the catalogue of `window`, made when it is first asked for.
    static void open(MainWindow& window);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    explicit CatalogueWindow(MainWindow& window);

    void showState();
    void savePicture();

    Document& m_document;
    Catalogue* m_catalogue;
};
