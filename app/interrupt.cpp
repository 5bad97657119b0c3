#include "app/interrupt.h"

#include <chrono>
#include <csignal>
#include <functional>

namespace headroom {

namespace {

// A signal handler may do no more than set a flag.
volatile std::sig_atomic_t interrupted = 0;

extern "C" void onInterrupt(int signal)
{
    interrupted = 1;
    std::signal(signal, SIG_DFL);
}

void watch(const std::stop_token &end, std::stop_source &stop)
{
    while (!end.stop_requested() && !stop.stop_requested()) {
        if (interrupted != 0)
            stop.request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

} // namespace

Interrupt::Interrupt()
{
    interrupted = 0;
    std::signal(SIGINT, onInterrupt);
    m_watch = std::jthread(watch, std::ref(m_stop));
}

Interrupt::~Interrupt() { std::signal(SIGINT, SIG_DFL); }

} // namespace headroom
