#pragma once
// Laws of measured kernels: time as a smooth function of size, each in one place. Efficiencies are shares of the peaks, so no law
// beats max(F / P, B / W). A launch is a saturation in other words: T = l + F / (P e) is the rate e F / (F + l P e).

#include "base/derivation.h"
#include "ops/op.h"
#include "spec/calibration.h"
#include "spec/hardware_spec.h"

#include <optional>

namespace headroom {

// What a kernel does, on which chip.
struct KernelWork
{
    Derived<Flops> flops;
    Derived<Bytes> bytes;
    Derived<FlopsPerSecond> peak;
    Derived<BytesPerSecond> hbm;
};

// Matrix products: F = 2 M N K, each operand and the output moved once; the soft maximum takes the cube where both matter.
struct GemmLaw
{
    Derived<double> compute, memory;
    Derived<Seconds> launch;
};
Derived<Seconds> gemmTime(Derivation &why, const KernelWork &work, const GemmLaw &law, Subject subject = {});
// The same with the activations quantised first: `quantised` bytes read and written.
Derived<Seconds> quantisedGemmTime(Derivation &why, const KernelWork &work, const GemmLaw &law, Derived<Bytes> quantised,
                                   Derived<double> quantise, Subject subject = {});

// Fused softmax attention: F = 2 A t keys (dq + dv) with the mean keys per query; in a window, the tiles at its edge come on top.
// FLOPs that hold masked keys of whole tiles already pay for a part of keysHalf.
struct AttentionLaw
{
    Derived<double> compute, exponentials, keysHalf, tilesHalf;
    Derived<Seconds> launch;
};
Derived<Seconds> attentionTime(Derivation &why, const KernelWork &work, const AttentionShape &shape, const AttentionLaw &law,
                               Subject subject = {});

// Kernels that move bytes: elementwise, norms, decode attention, linear attention; never faster than their FLOPs.
struct StreamLaw
{
    Derived<double> memory;
    Derived<Seconds> launch;
};
Derived<Seconds> streamTime(Derivation &why, const KernelWork &work, const StreamLaw &law, Subject subject = {});

// Routed experts of a layer: the products as one matrix product, then permutation, activation and combination.
struct ExpertsLaw
{
    GemmLaw products;            // launch: of the whole module
    Derived<double> elementwise;
};
Derived<Seconds> expertsTime(Derivation &why, const KernelWork &work, Derived<Bytes> elementwise, const ExpertsLaw &law,
                             Subject subject = {});

// A law's parameter at a level, as a leaf named after its entry ("calibration.gemm.bf16.launch").
Derived<double> lawShare(Derivation &why, const MeasuredLaw &law, LawParameter parameter, Level level);
Derived<Seconds> lawSeconds(Derivation &why, const MeasuredLaw &law, LawParameter parameter, Level level);

} // namespace headroom
