#pragma once
// Ctrl-C as a stop token: the first one stops the search and keeps what it has found, the second ends the program.

#include <stop_token>
#include <thread>

namespace headroom {

class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_watch;
};

} // namespace headroom
