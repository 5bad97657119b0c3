#pragma once
// Memory of a rank that serves: weights as stored, caches and states of its sequences, what a pass needs.

#include "serving/served_plan.h"

#include <array>

namespace headroom {

// Caches by what they hold: keys and values of all tokens, those of a window, latents (with what selects among them), states.
enum class ServedMemoryClass { weights, keyValues, windows, latents, states, activations, logits, workspace, fragmentation, reserved };
std::span<const EnumRow> rowsOf(ServedMemoryClass); // keys weights keyValues windows latents states activations …
inline constexpr std::size_t servedMemoryClasses = 10;

struct ServedMemory
{
    std::array<Derived<Bytes>, servedMemoryClasses> parts; // of the fullest stage; they sum to the total
    Derived<Bytes> total;
    Count stage = 0;
    Bytes of(ServedMemoryClass c) const { return parts[static_cast<std::size_t>(c)].value; }
};

// `batch` sequences over all replicas; `pass` is what a rank computes at a time.
ServedMemory servedMemory(Derivation &why, const ServedPlan &plan, Count batch, const GenerationPass &pass);

} // namespace headroom
