#pragma once
// The help in a window of its own, beside the one it explains; Ctrl+F finds.

#include <QDialog>

class QLineEdit;
class QTextBrowser;

namespace headroom {

class HelpWindow : public QDialog
{
    Q_OBJECT

public:
    explicit HelpWindow(const QString &html, QWidget *parent = nullptr);

private:
    void find();

    QTextBrowser *m_text;
    QLineEdit *m_wanted;
};

} // namespace headroom
