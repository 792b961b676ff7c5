// SPDX-License-Identifier: GPL-3.0-or-later
#include "parametercontrol.h"

#include "coretext.h"
#include "gesture.h"
#include "numberslider.h"
#include "numbertyping.h"
#include "theme.h"
#include "valuebox.h"

#include "encodings/parametererror.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

using encodings::Automatic;
using encodings::Kind;
using encodings::Value;

namespace {

constexpr int leastBoxWidth = 84;
constexpr int boxPadding = 20;

bool isNumber(Kind kind)
{
    return kind == Kind::Number || kind == Kind::Integer || kind == Kind::EvenInteger;
}

} // namespace

ParameterControl::ParameterControl(const encodings::Parameter& parameter, QWidget* parent)
    : QWidget(parent)
    , m_parameter(parameter)
    , m_name(new QWidget(this))
    , m_label(new QLabel(m_name))
    , m_symbol(new QLabel(m_name))
    , m_problem(new QLabel(this))
{
    // Plain texts: rich ones make the window's start slow.
    m_label->setTextFormat(Qt::PlainText);
    m_label->setText(coreText(parameter.label));
    m_label->installEventFilter(this);
    m_symbol->setTextFormat(Qt::PlainText);
    m_symbol->setText(QString::fromStdString(parameter.symbol));
    m_symbol->installEventFilter(this);
    updateFont();
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    auto* name = new QHBoxLayout;
    name->setSpacing(4);
    name->addWidget(m_label);
    name->addWidget(m_symbol);
    name->addStretch(1);
    m_name->setLayout(name);
    name->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_name);
    column->addLayout(row);
    column->addWidget(m_problem);
    if (isNumber(parameter.kind))
        addNumber(*row);
    else if (parameter.kind == Kind::Choice)
        addChoice(*row);
    else if (parameter.kind == Kind::Switch)
        addSwitch(*row);
    else if (parameter.kind == Kind::File)
        addFile(*row);
    else
        addText(*row);
    describe();
    updateColours();
}

void ParameterControl::addNumber(QHBoxLayout& row)
{
    if (m_parameter.sliderTop || m_parameter.sliderMaximum > m_parameter.sliderMinimum) {
        m_slider = new NumberSlider(this);
        row.addWidget(m_slider, 1);
        connect(m_slider, &NumberSlider::valueAsked, this, &ParameterControl::askNumber);
        connect(m_slider, &NumberSlider::resetAsked, this, &ParameterControl::askDefault);
    } else {
        row.addStretch(1);
    }
    addBox(row, 0);
    connect(m_box, &ValueBox::stepAsked, this, [this](int direction, ValueBox::Step step, quint64 gesture) {
        const auto* number = std::get_if<double>(&m_resolved);
        if (!number)
            return;
        const SliderScale scale(m_parameter, m_all);
        askNumber(step == ValueBox::Step::Page
                ? scale.paged(*number, direction)
                : scale.stepped(*number, direction, step == ValueBox::Step::Fine),
            gesture);
    });
}

void ParameterControl::addText(QHBoxLayout& row)
{
    addBox(row, 1);
    m_box->setAlignment(Qt::AlignLeft);
}

void ParameterControl::addFile(QHBoxLayout& row)
{
    addText(row);
    m_box->installEventFilter(this);
    m_open = new QToolButton(this);
    m_open->setText(tr("Open…"));
    m_open->setAccessibleName(tr("%1, open a file").arg(coreText(m_parameter.label)));
    row.addWidget(m_open);
    connect(m_open, &QToolButton::clicked, this, &ParameterControl::askFile);
}

void ParameterControl::addBox(QHBoxLayout& row, int stretch)
{
    m_box = new ValueBox(this);
    row.addWidget(m_box, stretch);
    if (!m_parameter.automaticWord.empty()) {
        const bool follows = m_parameter.automaticWord == "follow";
        m_box->addAutomatic(QString::fromStdString(m_parameter.automaticWord),
            follows                              ? tr("Follows another value while this is on")
                : m_parameter.kind == Kind::File ? tr("No file is used while this is on")
                                                 : tr("Computed while this is on"));
    }
    connect(m_box, &ValueBox::committed, this, &ParameterControl::askText);
    connect(m_box, &ValueBox::automaticAsked, this, &ParameterControl::askAutomatic);
    connect(m_box, &ValueBox::cancelled, this, &ParameterControl::hideProblem);
}

void ParameterControl::addChoice(QHBoxLayout& row)
{
    m_choice = new QComboBox(this);
    if (!m_parameter.automaticWord.empty())
        m_choice->addItem(
            coreText(m_parameter.automaticWord), QString::fromStdString(m_parameter.automaticWord));
    for (const std::string& choice : m_parameter.choices)
        m_choice->addItem(coreText(choice), QString::fromStdString(choice));
    m_choice->setFocusPolicy(Qt::StrongFocus);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(8);
    m_choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_choice->installEventFilter(this);
    row.addWidget(m_choice, 1);
    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        askText(m_choice->itemData(index).toString());
        showValue(true);
    });
}

void ParameterControl::addSwitch(QHBoxLayout& row)
{
    m_switch = new QCheckBox(this);
    row.addWidget(m_switch, 1);
    connect(m_switch, &QCheckBox::clicked, this, [this](bool on) {
        ask(on, newGesture());
        showValue(true);
    });
}

void ParameterControl::describe()
{
    const QString name = coreText(m_parameter.label);
    const QString key = QString::fromStdString(m_parameter.key);
    QString value;
    if (m_hasValue) {
        value = QString::fromStdString(encodings::formatValue(m_parameter, m_resolved));
        if (std::holds_alternative<Automatic>(m_value) && !std::holds_alternative<Automatic>(m_resolved))
            value += QStringLiteral(" (%1)").arg(QString::fromStdString(m_parameter.automaticWord));
        value = QStringLiteral("<p><b>%1</b></p>").arg(value.toHtmlEscaped());
    }
    setToolTip(QStringLiteral("%1<p>%2</p><p>%3<br>%4</p>")
                   .arg(value, coreText(m_parameter.help).toHtmlEscaped(),
                       tr("Allowed: %1").arg(coreText(encodings::allowedValues(m_parameter))).toHtmlEscaped(),
                       tr("Command line: %1").arg(key).toHtmlEscaped()));
    const QString help = coreText(m_parameter.help);
    for (QWidget* widget : std::initializer_list<QWidget*> { m_slider, m_box, m_choice, m_switch }) {
        if (!widget)
            continue;
        widget->setAccessibleName(widget == m_slider ? tr("%1, slider").arg(name) : name);
        widget->setAccessibleDescription(help);
    }
}

void ParameterControl::setValue(const Value& value, const encodings::Values& resolved)
{
    const bool computed = std::holds_alternative<Automatic>(value) && resolved.contains(m_parameter.key);
    const Value shown = computed ? resolved.at(m_parameter.key) : value;
    const bool same = m_hasValue && value == m_value && shown == m_resolved;
    m_value = value;
    m_resolved = shown;
    m_all = resolved;
    m_hasValue = true;
    showValue(!same);
}

/// `again`: also what was typed and is not accepted is replaced.
void ParameterControl::showValue(bool again)
{
    if (m_slider) {
        m_slider->setScale(SliderScale(m_parameter, m_all));
        if (const auto* number = std::get_if<double>(&m_resolved))
            m_slider->showValue(*number, std::holds_alternative<Automatic>(m_value));
    }
    if (m_box && (again || !m_box->isModified())) {
        hideProblem();
        if (again)
            showText();
    }
    if (!m_box)
        hideProblem();
    if (m_choice) {
        const std::string word = encodings::formatValue(m_parameter, m_value);
        m_choice->setCurrentIndex(m_choice->findData(QString::fromStdString(word)));
    }
    if (m_switch) {
        const auto* on = std::get_if<bool>(&m_resolved);
        m_switch->setChecked(on && *on);
    }
    if (again)
        describe();
}

void ParameterControl::showText()
{
    const bool automatic = std::holds_alternative<Automatic>(m_value);
    m_box->showText(readable(m_resolved),
        QString::fromStdString(encodings::formatValue(m_parameter, m_resolved)), automatic);
}

QString ParameterControl::readable(const Value& value) const
{
    if (const auto* number = std::get_if<double>(&value)) {
        return fittedNumber(*number, m_box->fontMetrics(), m_box->textWidth());
    }
    QString text = QString::fromStdString(encodings::formatValue(m_parameter, value));
    if (m_parameter.kind == Kind::File)
        return m_box->fontMetrics().elidedText(
            QFileInfo(text).fileName(), Qt::ElideMiddle, m_box->textWidth());
    if (encodings::isList(m_parameter))
        text.replace(QLatin1Char(','), QStringLiteral(", "));
    return text;
}

void ParameterControl::ask(const Value& next, quint64 gesture)
{
    if (next == m_value)
        return;
    hideProblem();
    emit edited(next, gesture);
}

void ParameterControl::askText(const QString& text)
{
    Value next;
    try {
        QString words = text;
        if (encodings::isList(m_parameter) || m_parameter.kind == Kind::Range)
            words.remove(QLatin1Char(' '));
        if (m_parameter.kind == Kind::File && !words.isEmpty()
            && words != QString::fromStdString(m_parameter.automaticWord))
            words = QFileInfo(words).absoluteFilePath();
        next = encodings::parseValue(
            m_parameter, isNumber(m_parameter.kind) ? typedNumber(words) : words.toStdString());
    } catch (const encodings::ParameterError& error) {
        showProblem(tr("Allowed: %1.").arg(coreText(error.allowed())));
        return;
    }
    hideProblem();
    ask(next, newGesture());
    if (m_box && m_problem->isHidden())
        showText();
}

void ParameterControl::askFile()
{
    const auto* path = std::get_if<std::string>(&m_resolved);
    auto* dialog = new QFileDialog(this, tr("Open %1").arg(coreText(m_parameter.label)),
        path ? QFileInfo(QString::fromStdString(*path)).path() : QString(),
        tr("Tables of numbers (*.npy *.csv);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ParameterControl::askText);
    dialog->open();
}

void ParameterControl::askAutomatic(bool automatic)
{
    if (automatic) {
        ask(Automatic {}, newGesture());
    } else if (!std::holds_alternative<Automatic>(m_resolved)) {
        ask(m_resolved, newGesture());
    } else if (m_open) {
        askFile();
    } else {
        // Only a person can say which range: the box waits for it.
        m_box->setFocus(Qt::TabFocusReason);
        m_box->selectAll();
    }
}

void ParameterControl::askNumber(double next, quint64 gesture)
{
    ask(std::clamp(next, m_parameter.minimum, m_parameter.maximum), gesture);
}

void ParameterControl::askDefault(quint64 gesture) { ask(m_parameter.defaultValue, gesture); }

void ParameterControl::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
    if (m_box) {
        m_box->setProblem(true);
        m_box->setToolTip(sentence);
    }
}

void ParameterControl::hideProblem()
{
    m_problem->hide();
    if (m_box) {
        m_box->setProblem(false);
        m_box->setToolTip({});
    }
}

int ParameterControl::labelWidth() const { return m_name->sizeHint().width(); }

void ParameterControl::setLabelWidth(int width) { m_name->setFixedWidth(width); }

void ParameterControl::updateFont()
{
    QFont italic = font();
    italic.setItalic(true);
    m_symbol->setFont(italic);
}

bool ParameterControl::eventFilter(QObject* watched, QEvent* event)
{
    if ((watched == m_label || watched == m_symbol) && event->type() == QEvent::MouseButtonDblClick
        && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        askDefault(newGesture());
        return true;
    }
    if (watched == m_box && event->type() == QEvent::Resize && m_hasValue && !m_box->isModified()
        && m_problem->isHidden())
        showText(); // the name of a file is cut to the room there is
    // A wheel over a closed list scrolls the panel instead of choosing by accident.
    if (watched == m_choice && event->type() == QEvent::Wheel) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ParameterControl::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateFont();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        updateColours();
}

void ParameterControl::updateColours()
{
    const Theme theme = Theme::of(palette());
    QPalette warning;
    const bool dark = theme.ground.lightness() < 128;
    warning.setColor(QPalette::WindowText, dark ? theme.unseen : theme.unseen.darker(125));
    m_problem->setPalette(warning);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    m_problem->setFont(small);
    if (m_box && isNumber(m_parameter.kind)) {
        const int million = QFontMetrics(font()).horizontalAdvance(QStringLiteral("1,000,000"));
        m_box->setFixedWidth(std::max(leastBoxWidth, million + boxPadding));
        if (m_hasValue && !m_box->isModified())
            showText();
    }
}
