// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

#include <QToolButton>

#include <memory>

/// A quiet line about what is odd in the model files drawn; a click shows all of it. Hidden where nothing is.
class ModelNotice : public QToolButton {
    Q_OBJECT

public:
    explicit ModelNotice(QWidget* parent = nullptr);

    void showFiles(const std::vector<std::shared_ptr<const OpenedModel>>& files);

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateMark();
};
