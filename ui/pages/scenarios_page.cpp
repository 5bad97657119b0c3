#include "ui/pages/scenarios_page.h"

#include "ui/document/document.h"
#include "ui/models/scenario_columns.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr int margin = 6;
constexpr std::size_t remembered = 64; // evaluated scenarios
} // namespace

ScenariosPage::ScenariosPage(Document &document, QWidget *parent)
    : QWidget(parent)
    , m_document(document)
    , m_table(new QTableWidget)
    , m_notes(new QPlainTextEdit)
    , m_notesLabel(new QLabel(this))
    , m_duplicate(new QPushButton(this))
    , m_rename(new QPushButton(this))
    , m_remove(new QPushButton(this))
    , m_baseline(new QPushButton(this))
{
    setObjectName(QStringLiteral("scenariosPage"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeButtons();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_notesLabel->setBuddy(m_notes);
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    auto *notes = new QWidget(splitter);
    auto *notesColumn = new QVBoxLayout(notes);
    notesColumn->setContentsMargins(margin, 0, 0, 0);
    notesColumn->addWidget(m_notesLabel);
    notesColumn->addWidget(m_notes, 1);
    splitter->addWidget(m_table);
    splitter->addWidget(notes);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionDoubleClicked, this, [this](int section) { m_document.showScenario(static_cast<std::size_t>(section)); });
    m_table->setTabKeyNavigation(false); // Tab leaves both
    m_notes->setTabChangesFocus(true);
    connect(m_table, &QTableWidget::cellActivated, this, [this](int row, int section) {
        m_document.showScenario(static_cast<std::size_t>(section));
        if (const std::string field = m_fields.at(static_cast<std::size_t>(row)); !field.empty())
            emit fieldRequested(qs(field));
    });
    connect(m_notes, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_filling)
            m_document.setScenarioNotes(m_document.shownScenario(), m_notes->toPlainText());
    });
    connect(&m_document, &Document::scenariosChanged, this, &ScenariosPage::refresh);
    connect(&m_document, &Document::baselineChanged, this, &ScenariosPage::refresh);
    retranslate();
}

void ScenariosPage::makeButtons()
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(margin, margin / 2, margin, margin / 2);
    for (QPushButton *button : {m_duplicate, m_rename, m_remove, m_baseline})
        row->addWidget(button);
    row->addStretch(1);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
    connect(m_duplicate, &QPushButton::clicked, this, &ScenariosPage::duplicate);
    connect(m_rename, &QPushButton::clicked, this, &ScenariosPage::rename);
    connect(m_remove, &QPushButton::clicked, this, &ScenariosPage::remove);
    connect(m_baseline, &QPushButton::clicked, this, &ScenariosPage::useAsBaseline);
}

void ScenariosPage::setSnapshot(const SnapshotPtr &) { refresh(); }

void ScenariosPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

std::optional<Figures> ScenariosPage::figuresOfScenario(const Scenario &scenario)
{
    const auto known = std::ranges::find(m_known, scenario, &Known::scenario);
    if (known != m_known.end())
        return known->figures;
    const Result<Figures> figures = figuresOf(scenario);
    if (m_known.size() >= remembered)
        m_known.erase(m_known.begin());
    m_known.push_back({scenario, figures ? std::optional(*figures) : std::nullopt});
    return m_known.back().figures;
}

void ScenariosPage::refresh()
{
    if (!isVisible())
        return;
    fill();
    const std::size_t shown = m_document.shownScenario();
    const QString notes = qs(m_document.scenarios()[shown].notes);
    m_filling = true;
    if (m_notes->toPlainText() != notes)
        m_notes->setPlainText(notes);
    m_filling = false;
    m_remove->setEnabled(m_document.scenarios().size() > 1);
    m_baseline->setEnabled(m_document.baselineScenario() != shown);
}

void ScenariosPage::fill()
{
    const std::vector<NamedScenario> scenarios = m_document.scenarios();
    const std::optional<std::size_t> baseline = m_document.baselineScenario();
    std::vector<std::optional<Figures>> figures(scenarios.size());
    std::ranges::transform(scenarios, figures.begin(), [this](const NamedScenario &named) { return figuresOfScenario(named.scenario); });
    const std::vector<ComparedRow> rows = comparedRows(scenarios, figures, baseline);
    m_fields.clear();
    m_table->setRowCount(static_cast<int>(rows.size()));
    m_table->setColumnCount(static_cast<int>(scenarios.size()));
    for (std::size_t c = 0; c < scenarios.size(); ++c) {
        QString name = qs(scenarios[c].name);
        if (c == baseline)
            name += QStringLiteral(" ") + tr("(baseline)");
        auto *item = new QTableWidgetItem(c == m_document.shownScenario() ? QStringLiteral("▸ ") + name : name);
        QFont font = item->font();
        font.setBold(c == m_document.shownScenario());
        item->setFont(font);
        item->setToolTip(scenarios[c].notes.empty() ? tr("Double-click: show this scenario") : qs(scenarios[c].notes));
        m_table->setHorizontalHeaderItem(static_cast<int>(c), item);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        m_fields.push_back(rows[r].field);
        auto *name = new QTableWidgetItem(rows[r].name);
        QFont font = name->font();
        font.setBold(rows[r].heading);
        name->setFont(font);
        m_table->setVerticalHeaderItem(static_cast<int>(r), name);
        for (std::size_t c = 0; c < scenarios.size(); ++c) {
            auto *item = new QTableWidgetItem;
            if (c < rows[r].cells.size()) {
                const ComparedCell &cell = rows[r].cells[c];
                const QString arrow = cell.better == 0 ? QString() : cell.better > 0 ? QStringLiteral(" ▲") : QStringLiteral(" ▼");
                item->setText(cell.delta.isEmpty() ? cell.text : QStringLiteral("%1  (%2%3)").arg(cell.text, cell.delta, arrow));
                item->setToolTip(cell.text);
                QFont own = item->font();
                own.setBold(cell.differs);
                item->setFont(own);
            }
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_table->setItem(static_cast<int>(r), static_cast<int>(c), item);
        }
    }
    m_table->resizeColumnsToContents();
    constexpr int widest = 280;
    for (int c = 0; c < m_table->columnCount(); ++c)
        m_table->setColumnWidth(c, std::min(widest, m_table->columnWidth(c)));
}

QString ScenariosPage::askName(const QString &title, const QString &proposal)
{
    bool accepted = false;
    const QString name = QInputDialog::getText(this, title, tr("Name"), QLineEdit::Normal, proposal, &accepted).trimmed();
    return accepted ? name : QString();
}

void ScenariosPage::duplicate()
{
    const QString now = qs(m_document.scenarios()[m_document.shownScenario()].name);
    if (const QString name = askName(tr("Duplicate scenario"), m_document.freeScenarioName(now)); !name.isEmpty())
        m_document.duplicateScenario(m_document.freeScenarioName(name));
}

void ScenariosPage::rename()
{
    const std::size_t shown = m_document.shownScenario();
    const QString now = qs(m_document.scenarios()[shown].name);
    if (const QString name = askName(tr("Rename scenario"), now); !name.isEmpty() && name != now)
        m_document.renameScenario(shown, m_document.freeScenarioName(name));
}

void ScenariosPage::remove()
{
    const std::vector<NamedScenario> scenarios = m_document.scenarios();
    if (scenarios.size() < 2)
        return;
    const QString name = qs(scenarios[m_document.shownScenario()].name);
    if (QMessageBox::question(this, tr("Delete scenario"), tr("Delete the scenario “%1”, with its notes? This cannot be undone.").arg(name)) == QMessageBox::Yes)
        m_document.removeScenario(m_document.shownScenario());
}

void ScenariosPage::useAsBaseline() { m_document.chooseBaseline(m_document.shownScenario()); }

void ScenariosPage::retranslate()
{
    m_duplicate->setText(tr("Duplicate…"));
    m_rename->setText(tr("Rename…"));
    m_remove->setText(tr("Delete…"));
    m_baseline->setText(tr("Use as baseline"));
    m_baseline->setToolTip(tr("Compare the other scenarios, and the charts, with this one"));
    m_notesLabel->setText(tr("Notes of the scenario that is shown"));
    m_table->setAccessibleName(tr("Scenarios side by side"));
    m_notes->setAccessibleName(tr("Notes of the scenario"));
    refresh();
}

} // namespace headroom
