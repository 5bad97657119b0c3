#include "ui/pages/filter_header.h"

#include <QEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyle>

namespace headroom {

FilterHeader::FilterHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setDefaultAlignment(Qt::AlignVCenter | Qt::AlignLeft);
    connect(this, &QHeaderView::sectionResized, this, &FilterHeader::placeEditors);
    connect(this, &QHeaderView::sectionMoved, this, &FilterHeader::placeEditors);
}

void FilterHeader::setEditors(int count)
{
    for (int section = 0; section < count; ++section) {
        auto *editor = new QLineEdit(this);
        editor->setClearButtonEnabled(false);
        editor->setFrame(true);
        editor->hide();
        connect(editor, &QLineEdit::textChanged, this,
                [this, section](const QString &text) { emit filterEdited(section, text); });
        m_editors.push_back(editor);
    }
    retranslate();
}

void FilterHeader::showFilters(bool shown)
{
    m_shown = shown;
    if (!shown)
        clearFilters();
    updateGeometries();
    if (auto *area = qobject_cast<QAbstractScrollArea *>(parentWidget()))
        QMetaObject::invokeMethod(area, "updateGeometries");
    placeEditors();
}

void FilterHeader::focusFilter(int section)
{
    showFilters(true);
    if (section >= 0 && section < static_cast<int>(m_editors.size()))
        m_editors[static_cast<std::size_t>(section)]->setFocus(Qt::ShortcutFocusReason);
}

void FilterHeader::clearFilters()
{
    for (QLineEdit *editor : m_editors)
        editor->clear();
}

void FilterHeader::setInvalid(int section, bool invalid)
{
    QLineEdit *editor = m_editors[static_cast<std::size_t>(section)];
    if (editor->property("invalid").toBool() == invalid)
        return;
    editor->setProperty("invalid", invalid);
    editor->style()->unpolish(editor);
    editor->style()->polish(editor);
}

QSize FilterHeader::sizeHint() const
{
    QSize size = QHeaderView::sizeHint();
    if (m_shown && !m_editors.empty())
        size.setHeight(size.height() + m_editors.front()->sizeHint().height() + 2);
    return size;
}

void FilterHeader::updateGeometries()
{
    const int below = m_shown && !m_editors.empty() ? m_editors.front()->sizeHint().height() + 2 : 0;
    setViewportMargins(0, 0, 0, below);
    QHeaderView::updateGeometries();
    placeEditors();
}

void FilterHeader::placeEditors()
{
    for (int section = 0; section < static_cast<int>(m_editors.size()); ++section) {
        QLineEdit *editor = m_editors[static_cast<std::size_t>(section)];
        const bool visible = m_shown && section < count() && !isSectionHidden(section);
        editor->setVisible(visible);
        if (visible)
            editor->setGeometry(sectionViewportPosition(section), height() - editor->sizeHint().height() - 1,
                                sectionSize(section) - 1, editor->sizeHint().height());
    }
}

void FilterHeader::retranslate()
{
    for (std::size_t section = 0; section < m_editors.size(); ++section) {
        m_editors[section]->setToolTip(tr("Filter: >0.4   8..64   =full   !text   text"));
        m_editors[section]->setAccessibleName(
            tr("Filter of %1").arg(model() ? model()->headerData(static_cast<int>(section), Qt::Horizontal).toString() : QString()));
    }
}

void FilterHeader::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QHeaderView::changeEvent(event);
}

} // namespace headroom
