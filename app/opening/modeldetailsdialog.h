// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QTextBrowser;

/// What model files say: every number, where it comes from, warnings, open questions, keys not used. Stays
/// open beside the window.
class ModelDetailsDialog : public QDialog {
    Q_OBJECT

public:
    explicit ModelDetailsDialog(QWidget* parent = nullptr);

    /// `files` are those drawn; `first` is the group shown where none was chosen yet.
    void showFiles(
        const std::vector<std::shared_ptr<const OpenedModel>>& files, const encodings::Model& first);
    /// What is shown, as plain text.
    QString text() const;

signals:
    void questionsAsked(const OpenedModel& opened);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Entry {
        std::shared_ptr<const OpenedModel> opened;
        const ModelLayers* group;
    };

    void showEntry();
    void follow(const QUrl& link);

    std::vector<Entry> m_entries;
    encodings::Model m_first;
    QComboBox* m_choice;
    QLabel* m_empty;
    QTextBrowser* m_text;
    QPushButton* m_copy;
    bool m_unusedShown = false;
};
