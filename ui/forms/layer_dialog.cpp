#include "ui/forms/layer_dialog.h"

#include "base/text.h"
#include "spec/layer_edit.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cstring>

namespace headroom {

namespace {

constexpr QSize startSize(420, 520);
constexpr int mostLayers = 4096;

template <class E> QComboBox *choices(QWidget *parent)
{
    auto *box = new QComboBox(parent);
    for (const EnumRow &row : rowsOf(E{})) {
        box->addItem(coreText(row.label), QString::fromUtf8(row.key));
        box->setItemData(box->count() - 1, coreText(row.help), Qt::ToolTipRole);
    }
    return box;
}

Scenario withOnly(Scenario scenario, const LayerGroup &group)
{
    scenario.model.layers = {group};
    scenario.model.name.clear(); // no preset to compare one group with
    return scenario;
}

// Sizes of a layer; what belongs to the whole model stays in the form behind.
bool isOfLayers(const Field &field)
{
    return std::strcmp(field.heading, CORE_TEXT("core", "Model")) != 0;
}

} // namespace

LayerDialog::LayerDialog(const Scenario &scenario, const LayerGroup &group, QWidget *parent)
    : QDialog(parent)
    , m_document(new Document(withOnly(scenario, group), this))
    , m_count(new QSpinBox(this))
    , m_attention(choices<AttentionChoice>(this))
    , m_feedForward(choices<FeedForwardKind>(this))
    , m_problem(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Group of layers"));
    m_count->setRange(1, mostLayers);
    m_problem->setProperty("role", QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    auto *top = new QFormLayout;
    top->addRow(tr("Layers in a row"), m_count);
    top->addRow(tr("Attention"), m_attention);
    top->addRow(tr("Feed-forward"), m_feedForward);
    auto *scroll = new QScrollArea(this);
    auto *sizes = new QWidget(scroll);
    auto *rows = new QVBoxLayout(sizes);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(new FieldForm("model", *m_document, sizes, isOfLayers));
    rows->addStretch(1);
    scroll->setWidget(sizes);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(scroll, 1);
    column->addWidget(m_problem);
    column->addWidget(m_buttons);
    resize(startSize);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_count, &QSpinBox::valueChanged, this, [this](int count) {
        LayerGroup next = this->group();
        next.count = count;
        replace(next);
    });
    connect(m_attention, &QComboBox::activated, this, &LayerDialog::chooseAttention);
    connect(m_feedForward, &QComboBox::activated, this, &LayerDialog::chooseFeedForward);
    connect(m_document, &Document::scenarioChanged, this, &LayerDialog::refresh);
    refresh();
}

LayerGroup LayerDialog::group() const
{
    return m_document->scenario().model.layers.front();
}

void LayerDialog::replace(const LayerGroup &group)
{
    m_document->setLayers({group}, "%1");
}

void LayerDialog::chooseAttention(int choice)
{
    LayerGroup next = group();
    next.layer.attention = withChoice(next.layer.attention, static_cast<AttentionChoice>(choice));
    replace(next);
}

void LayerDialog::chooseFeedForward(int kind)
{
    LayerGroup next = group();
    next.layer.feedForward = withKind(next.layer.feedForward, static_cast<FeedForwardKind>(kind));
    replace(next);
}

void LayerDialog::refresh()
{
    const LayerGroup now = group();
    m_count->setValue(static_cast<int>(now.count));
    m_attention->setCurrentIndex(static_cast<int>(choiceOf(now.layer.attention)));
    m_feedForward->setCurrentIndex(static_cast<int>(now.layer.feedForward.kind));
    QString problem;
    for (const Issue &issue : checkScenario(m_document->scenario()))
        if (problem.isEmpty() && issue.severity == Severity::error && issue.field.starts_with("model.")) {
            const Field *field = findField(issue.field);
            problem = (field ? coreText(field->label) + QStringLiteral(": ") : QString()) + issueText(issue);
        }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
}

} // namespace headroom
