// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportdialog.h"

#include "dialogs.h"
#include "explorationfile.h"

#include "widgets/picture.h"
#include "widgets/views.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>

namespace {

constexpr double pixelsPerInch = 96.0;

double pixelsPer(const QString& unit)
{
    return unit == "in" ? pixelsPerInch : unit == "cm" ? pixelsPerInch / 2.54 : 1.0;
}

QDoubleSpinBox* sizeBox(double value)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(1, 100000);
    box->setDecimals(0);
    box->setValue(value);
    box->setKeyboardTracking(false);
    return box;
}

/// `stem.ending`, `stem 2.ending` ...: a file in `folder` that does not exist.
QString freeFile(const QDir& folder, const QString& stem, const QString& ending)
{
    QString name = stem + '.' + ending;
    for (int number = 2; folder.exists(name); ++number)
        name = QStringLiteral("%1 %2.%3").arg(stem).arg(number).arg(ending);
    return folder.filePath(name);
}

} // namespace

ExportDialog::ExportDialog(const encodings::State& state, const ViewInfo& view, QWidget* parent)
    : QDialog(parent)
    , m_state(state)
    , m_view(view.id)
    , m_program(QCoreApplication::applicationFilePath())
    , m_unit("px")
{
    setWindowTitle(tr("Export %1").arg(titleOf(view)));
    build(view);
    connectControls();
    setBusy(false);
    typeChanged();
}

ExportDialog::~ExportDialog()
{
    m_process.disconnect(this);
    if (isBusy()) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

void ExportDialog::build(const ViewInfo& view)
{
    m_type = new QComboBox;
    m_type->setObjectName("type");
    m_type->addItem(tr("PNG image"), "png");
    m_type->addItem(tr("SVG drawing"), "svg");
    m_type->addItem(tr("PDF page"), "pdf");
    m_type->addItem(tr("CSV table"), "csv");
    m_type->addItem(tr("NumPy array"), "npy");
    m_width = sizeBox(1200);
    m_width->setObjectName("width");
    m_width->setAccessibleName(tr("Width"));
    m_height = sizeBox(800);
    m_height->setObjectName("height");
    m_height->setAccessibleName(tr("Height"));
    m_units = new QComboBox;
    m_units->setObjectName("unit");
    m_units->setAccessibleName(tr("Unit"));
    m_units->addItem(tr("px"), "px");
    m_units->addItem(tr("cm"), "cm");
    m_units->addItem(tr("inch"), "in");
    m_dpi = sizeBox(pixelsPerInch);
    m_dpi->setObjectName("dpi");
    m_dpi->setRange(1, 10000);
    m_dpi->setToolTip(tr("Pixels per inch of a PNG; journals ask for 300 or more"));
    m_theme = new QComboBox;
    m_theme->setObjectName("theme");
    m_theme->addItem(tr("Print"), "print");
    m_theme->addItem(tr("Light"), "light");
    m_theme->addItem(tr("Dark"), "dark");
    m_theme->addItem(tr("Projector"), "projector");
    m_background = new QComboBox;
    m_background->setObjectName("background");
    m_background->addItem(tr("Opaque"), "white");
    m_background->addItem(tr("Transparent"), "transparent");
    m_file = new QLineEdit;
    m_file->setObjectName("file");
    m_browse = new QPushButton(tr("Browse…"));

    m_sizeRow = new QWidget;
    auto* size = new QHBoxLayout(m_sizeRow);
    size->setContentsMargins(0, 0, 0, 0);
    size->addWidget(m_width, 1);
    size->addWidget(new QLabel(QStringLiteral("×")));
    size->addWidget(m_height, 1);
    size->addWidget(m_units);
    auto* file = new QHBoxLayout;
    file->addWidget(m_file, 1);
    file->addWidget(m_browse);

    m_form = new QWidget;
    auto* form = new QFormLayout(m_form);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("View"), new QLabel(titleOf(view)));
    form->addRow(tr("Type"), m_type);
    form->addRow(tr("Size"), m_sizeRow);
    form->addRow(tr("Dots per inch"), m_dpi);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Ground"), m_background);
    form->addRow(tr("File"), file);

    m_problem = new QLabel;
    m_problem->setObjectName("problem");
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_progress = new QProgressBar;
    m_progress->setRange(0, 0);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(m_form);
    column->addWidget(m_problem);
    column->addWidget(m_progress);
    column->addStretch(1);
    column->addWidget(m_buttons);
    setMinimumWidth(460);
    suggestFile();
}

void ExportDialog::suggestFile()
{
    const QString pictures = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    m_suggested = freeFile(QDir(pictures).exists() ? pictures : QDir::homePath(), m_view, ending());
    m_file->setText(m_suggested);
}

void ExportDialog::connectControls()
{
    connect(m_type, &QComboBox::currentIndexChanged, this, &ExportDialog::typeChanged);
    connect(m_units, &QComboBox::currentIndexChanged, this, &ExportDialog::unitChanged);
    connect(m_browse, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ExportDialog::startExport);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
    connect(&m_process, &QProcess::finished, this, &ExportDialog::finished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            setBusy(false);
            showProblem(tr("%1 cannot be started: %2").arg(m_program, m_process.errorString()));
        }
    });
}

QString ExportDialog::ending() const { return m_type->currentData().toString(); }

void ExportDialog::setFile(const QString& file) { m_file->setText(file); }

void ExportDialog::typeChanged()
{
    const bool picture = !isTableEnding(ending());
    m_sizeRow->setEnabled(picture);
    m_theme->setEnabled(picture);
    m_background->setEnabled(picture);
    m_dpi->setEnabled(ending() == "png");
    if (m_file->text() == m_suggested)
        return suggestFile();
    const QFileInfo file(m_file->text());
    if (!m_file->text().isEmpty() && !file.completeBaseName().isEmpty())
        m_file->setText(QDir(file.path()).filePath(file.completeBaseName() + '.' + ending()));
}

/// The picture keeps its size: 1200 px are 12.5 inches.
void ExportDialog::unitChanged()
{
    const QString unit = m_units->currentData().toString();
    const double factor = pixelsPer(m_unit) / pixelsPer(unit);
    m_unit = unit;
    for (QDoubleSpinBox* box : { m_width, m_height }) {
        const double value = box->value() * factor;
        box->setDecimals(unit == "px" ? 0 : 2);
        box->setMinimum(unit == "px" ? 1 : 0.1);
        box->setValue(value);
    }
}

void ExportDialog::browse()
{
    const QString file = askFileToSave(
        this, windowTitle(), m_file->text(), tr("%1 (*.%2)").arg(m_type->currentText(), ending()), ending());
    if (file.isEmpty())
        return;
    m_file->setText(file);
    m_replaceable = file;
}

QStringList ExportDialog::arguments(const QString& exploration) const
{
    QStringList arguments { "export", "--exploration", exploration, "--view", m_view, "--out",
        m_file->text() };
    if (isTableEnding(ending()))
        return arguments;
    const QString unit = m_units->currentData().toString();
    const auto length = [&](const QDoubleSpinBox& box) {
        return QString::number(box.value(), 'f', box.decimals()) + (unit == "px" ? QString() : unit);
    };
    arguments << "--size" << length(*m_width) + 'x' + length(*m_height);
    if (ending() == "png")
        arguments << "--dpi" << QString::number(m_dpi->value(), 'f', 0);
    arguments << "--theme" << m_theme->currentData().toString();
    arguments << "--background" << m_background->currentData().toString();
    return arguments;
}

void ExportDialog::startExport()
{
    if (isBusy())
        return;
    if (QFileInfo(m_file->text()).suffix().toLower() != ending())
        return showProblem(tr("The file must end in .%1 for this type.").arg(ending()));
    if (QFileInfo(m_file->text()).isFile() && m_file->text() != m_replaceable)
        return askToReplace();
    run();
}

void ExportDialog::askToReplace()
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, windowTitle(),
        tr("Replace %1?").arg(QFileInfo(m_file->text()).fileName()), QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setDefaultButton(QMessageBox::Cancel);
    const QPushButton* replace = box->addButton(tr("Replace"), QMessageBox::AcceptRole);
    connect(replace, &QPushButton::clicked, this, [this] {
        m_replaceable = m_file->text();
        run();
    });
    box->open();
}

void ExportDialog::run()
{
    const QString exploration = m_folder.filePath("exploration.json");
    try {
        writeExploration(m_state, exploration);
    } catch (const ExplorationError& error) {
        return showProblem(error.message());
    }
    m_cancelled = false;
    setBusy(true);
    m_process.start(m_program, arguments(exploration));
}

void ExportDialog::reject()
{
    if (!isBusy())
        return QDialog::reject();
    m_cancelled = true;
    m_process.kill();
}

void ExportDialog::finished(int exitCode, QProcess::ExitStatus status)
{
    setBusy(false);
    if (m_cancelled)
        return;
    if (status == QProcess::NormalExit && exitCode == 0) {
        emit written(m_file->text());
        return accept();
    }
    QString sentence = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    if (const QString prefix = "encoding-explorer: "; sentence.startsWith(prefix))
        sentence.remove(0, prefix.size());
    showProblem(sentence.isEmpty() ? tr("The export stopped before it was finished; the file is as it was.")
                                   : sentence);
}

void ExportDialog::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->setVisible(true);
}

void ExportDialog::setBusy(bool busy)
{
    m_form->setEnabled(!busy);
    m_progress->setVisible(busy);
    if (busy)
        m_problem->hide();
    for (QAbstractButton* button : m_buttons->buttons()) {
        if (m_buttons->buttonRole(button) == QDialogButtonBox::AcceptRole)
            button->setEnabled(!busy);
    }
}
