// SPDX-License-Identifier: GPL-3.0-or-later
#include "cataloguedelegate.h"

#include "cataloguemodel.h"
#include "entrydiagram.h"
#include "marks.h"

namespace {

constexpr double room = 6.0; ///< beside the diagram, in px
constexpr double dotSize = 10.0;
constexpr double diagramPart = 0.5; ///< of the height of a row

/// A + of two lines: the type's own is not in the middle of its box.
void drawPlus(QPainter& painter, const QPointF& middle, const QColor& color)
{
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(middle - QPointF(4, 0), middle + QPointF(4, 0));
    painter.drawLine(middle - QPointF(0, 4), middle + QPointF(0, 4));
}

} // namespace

void CatalogueDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == CatalogueModel::Enters)
        option->text.clear();
    if (index.column() == CatalogueModel::Name)
        option->font.setWeight(QFont::DemiBold);
}

QSize CatalogueDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() == CatalogueModel::Enters)
        size.setWidth(
            qRound(entrydiagram::widthFor(diagramPart * 1.7 * option.fontMetrics.height()) + 2 * room));
    return size;
}

void CatalogueDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != CatalogueModel::InUse && index.column() != CatalogueModel::Enters)
        return;
    const Theme theme = Theme::of(option.palette);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QColor plain
        = selected ? option.palette.color(QPalette::Active, QPalette::HighlightedText) : theme.text;
    const int series = index.data(CatalogueModel::SeriesRole).toInt();
    QColor color = plain;
    if (series >= 0 && !selected)
        color = theme.series(static_cast<std::size_t>(series));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF cell(option.rect);
    if (index.column() == CatalogueModel::Enters) {
        QColor outline = selected ? plain : theme.hairline;
        outline.setAlphaF(selected ? 0.6F : 1.0F);
        const double height = diagramPart * cell.height();
        entrydiagram::draw(*painter,
            { cell.left() + room, cell.center().y() - height / 2, cell.width() - 2 * room, height },
            CatalogueModel::encodingAt(index.data(CatalogueModel::RowRole).toInt()).enters, color, outline);
    } else if (series >= 0) {
        drawMark(*painter, cell.center(), 'd', dotSize, color);
    } else {
        drawPlus(*painter, cell.center(), selected ? plain : theme.mutedText);
    }
    painter->restore();
}
