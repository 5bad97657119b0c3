#pragma once
// A study on a thread of its own: starting it again stops the one before, and only the newest is delivered, on the thread of the
// context object.

#include <QMetaObject>
#include <QObject>

#include "base/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

namespace headroom {

template <class T> class Study
{
public:
    using Progress = std::function<void(std::size_t done, std::size_t total)>;
    using Work = std::function<Result<T>(const std::stop_token &, const Progress &)>;
    using Done = std::function<void(std::shared_ptr<const T>, const Issues &)>; // null with the reason

    // `context` outlives the study.
    Study(QObject &context, Done done, Progress progress) : m_context(context), m_done(std::move(done)), m_progress(std::move(progress)) { }
    ~Study() { forget(); }
    Study(const Study &) = delete;
    Study &operator=(const Study &) = delete;

    bool running() const { return m_running; }
    void start(Work work)
    {
        forget();
        m_running = true;
        const std::shared_ptr<bool> wanted = m_wanted = std::make_shared<bool>(true);
        m_worker = std::jthread([this, wanted, work = std::move(work)](const std::stop_token &stop) { run(wanted, work, stop); });
    }
    // Ends it early; what it found so far is delivered.
    void cancel() { m_worker.request_stop(); }
    // Ends it; nothing is delivered.
    void forget()
    {
        if (m_wanted)
            *m_wanted = false;
        m_worker = std::jthread(); // asks it to stop, and waits
        m_running = false;
    }

private:
    void run(const std::shared_ptr<bool> &wanted, const Work &work, const std::stop_token &stop)
    {
        using Clock = std::chrono::steady_clock;
        Clock::time_point last = Clock::now();
        const Result<T> found = work(stop, [&](std::size_t done, std::size_t total) {
            constexpr auto pause = std::chrono::milliseconds(50);
            if (Clock::now() - last < pause)
                return;
            last = Clock::now();
            post(wanted, [this, done, total] { m_progress(done, total); });
        });
        auto result = found ? std::make_shared<const T>(*found) : nullptr;
        const Issues issues = found ? Issues() : found.error();
        post(wanted, [this, result, issues] {
            m_running = false;
            m_done(result, issues);
        });
    }
    // `wanted` is read and written by the context's thread alone.
    template <class F> void post(const std::shared_ptr<bool> &wanted, F function)
    {
        QMetaObject::invokeMethod(
            &m_context,
            [wanted, function] {
                if (*wanted)
                    function();
            },
            Qt::QueuedConnection);
    }

    QObject &m_context;
    Done m_done;
    Progress m_progress;
    std::shared_ptr<bool> m_wanted;
    std::jthread m_worker;
    bool m_running = false;
};

} // namespace headroom
