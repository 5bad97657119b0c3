#include "ops/law_time.h"

#include "base/text.h"
#include "spec/run_spec.h"

#include <algorithm>

namespace headroom {

namespace {

// Input and weight gradients were not measured: the forward law, with a band 5 % wider.
constexpr double gradientDoubt = 1.05;
// A module of routed experts launches its kernels around two grouped products; each carries half of them.
constexpr double productsPerModule = 2.0;

double widening(Level level) { return level == Level::low ? gradientDoubt : level == Level::high ? 1.0 / gradientDoubt : 1.0; }

// Builds the laws of one level. A class that the chip has no law of falls back on a related one.
class LawBuilder
{
public:
    LawBuilder(Derivation &why, const Calibration &calibration, Level level) : m_why(why), m_calibration(calibration), m_level(level)
    {
        const MeasuredLaw *clock = find(LawClass::clock, "any");
        m_clock = clock ? lawShare(why, *clock, LawParameter::sustained, level) : why.given("clock under load: not measured, 1", 1.0);
        m_matrix = sustained(entry("calibration.matrixEfficiency", calibration.matrixEfficiency));
        m_attention = sustained(entry("calibration.attentionEfficiency", calibration.attentionEfficiency));
        m_hbm = entry("calibration.hbmEfficiency", calibration.hbmEfficiency);
    }

    KernelLaws build()
    {
        KernelLaws out;
        const MeasuredLaw *gemm = find(LawClass::gemm, computeDtype);
        const GemmLaw bf16{m_matrix, gemm ? lawShare(m_why, *gemm, LawParameter::eMemory, m_level) : m_hbm,
                           gemm ? lawSeconds(m_why, *gemm, LawParameter::launch, m_level) : none()};
        for (std::size_t d = 0; d < matrixDtypes; ++d)
            out.gemm[d] = products(d == 0 ? bf16 : gemmOf(static_cast<MatrixDtype>(d), bf16));
        out.attention = attention(LawClass::attentionForward, m_attention);
        out.latent = out.attention;
        if (const MeasuredLaw *latent = find(LawClass::attentionForwardMla, computeDtype))
            out.latent = attention(LawClass::attentionForwardMla, sustained(lawShare(m_why, *latent, LawParameter::eCompute, m_level)));
        out.attentionBackward = backward(out.attention);
        out.latentBackward = backward(out.latent);
        const MeasuredLaw *stream = find(LawClass::elementwise, computeDtype);
        out.elementwise = {m_hbm, stream ? lawSeconds(m_why, *stream, LawParameter::launch, m_level) : none()};
        if (const MeasuredLaw *cache = find(LawClass::decodeAttention, computeDtype))
            out.decode = StreamLaw{lawShare(m_why, *cache, LawParameter::eMemory, m_level), lawSeconds(m_why, *cache, LawParameter::launch, m_level)};
        if (const MeasuredLaw *linear = find(LawClass::linearAttention, computeDtype))
            out.linear = StreamLaw{lawShare(m_why, *linear, LawParameter::eMemory, m_level),
                                   lawSeconds(m_why, *linear, LawParameter::launch, m_level)};
        experts(out);
        return out;
    }

private:
    const MeasuredLaw *find(LawClass kind, const char *dtype) const { return findLaw(m_calibration.laws, kind, dtype); }
    Derived<Seconds> none() { return m_why.given("launch: not measured, 0", Seconds{}); }
    Derived<double> entry(const char *name, const CalibrationEntry &e) { return m_why.given(name, at(e.value, m_level, Faster::larger)); }

    Derived<double> sustained(const Derived<double> &share)
    {
        static const Formula formula{"kernel.sustained", CORE_TEXT("core", "Share of the peak under training's clocks"), "e * c", {"e", "c"},
                                     "Headroom calibration §5: calls over 10 ms"};
        return m_why.record(formula, share.value * m_clock.value, {share.term, m_clock.term});
    }

    Derived<double> wider(const Derived<double> &share)
    {
        static const Formula formula{"kernel.gradientShare", CORE_TEXT("core", "Share of a peak in gradients, with a wider band"),
                                     "min(1, e * w)", {"e", "w"}, "Headroom calibration §5: not measured"};
        const Derived<double> w = m_why.given("gradients 5 % less certain", widening(m_level));
        return m_why.record(formula, std::min(1.0, share.value * w.value), {share.term, w.term});
    }
    KernelLaws::Products products(const GemmLaw &law) { return {law, {wider(law.compute), wider(law.memory), law.launch}}; }
    // Of another dtype than the one the calibration's entries are of; not measured: the same shares.
    GemmLaw gemmOf(MatrixDtype dtype, const GemmLaw &otherwise)
    {
        const MeasuredLaw *law = find(LawClass::gemm, dtype == MatrixDtype::fp4 ? "nvfp4" : keyOf(dtype));
        if (law == nullptr)
            return otherwise;
        return {sustained(lawShare(m_why, *law, LawParameter::eCompute, m_level)), lawShare(m_why, *law, LawParameter::eMemory, m_level),
                lawSeconds(m_why, *law, LawParameter::launch, m_level)};
    }

    AttentionLaw attention(LawClass kind, const Derived<double> &compute)
    {
        const MeasuredLaw *law = find(kind, computeDtype);
        if (law == nullptr) {
            const Derived<double> zero = m_why.given("attention law: not measured, 0", 0.0);
            return {compute, zero, zero, zero, none()};
        }
        return {compute, lawShare(m_why, *law, LawParameter::dExp, m_level), lawShare(m_why, *law, LawParameter::keysHalf, m_level),
                lawShare(m_why, *law, LawParameter::tilesHalf, m_level), lawSeconds(m_why, *law, LawParameter::launch, m_level)};
    }

    AttentionLaw backward(const AttentionLaw &forward)
    {
        static const Formula formula{"kernel.attentionBackwardShare", CORE_TEXT("core", "Share of the peak in attention's backward"),
                                     "e * r", {"e", "r"}, "Headroom calibration §5"};
        const MeasuredLaw *law = find(LawClass::attentionBackward, "any");
        const Derived<double> rate = law ? lawShare(m_why, *law, LawParameter::rateOverForward, m_level)
                                         : m_why.given("backward rate: not measured, 1", 1.0);
        AttentionLaw out = forward;
        out.compute = m_why.record(formula, forward.compute.value * rate.value, {forward.compute.term, rate.term});
        return out;
    }

    // The module's eCompute is the dense one: its own fit had no weights to load (calibration §5).
    void experts(KernelLaws &out)
    {
        static const Formula formula{"kernel.launchPerProduct", CORE_TEXT("core", "Launch of the experts' module per grouped product"),
                                     "l / n", {"l", "n"}, "two grouped products a module"};
        out.experts = out.gemm;
        out.expertElementwise = out.elementwise;
        for (std::size_t d = 0; d < matrixDtypes; ++d)
            if (const MeasuredLaw *module = find(LawClass::groupedModule, keyOf(static_cast<MatrixDtype>(d)))) {
                const Derived<Seconds> launch = lawSeconds(m_why, *module, LawParameter::launch, m_level);
                const Derived<double> n = m_why.given("grouped products of a module", productsPerModule);
                out.experts[d] = products({out.gemm[d].forward.compute, lawShare(m_why, *module, LawParameter::eMemory, m_level),
                                           m_why.record(formula, launch.value / n.value, {launch.term, n.term})});
                if (d == 0)
                    out.expertElementwise = {lawShare(m_why, *module, LawParameter::eElementwise, m_level),
                                             m_why.given("launch: with the grouped products", Seconds{})};
            }
    }

    Derivation &m_why;
    const Calibration &m_calibration;
    Level m_level;
    Derived<double> m_clock, m_matrix, m_attention, m_hbm;
};

const GemmLaw &productLaw(const std::array<KernelLaws::Products, matrixDtypes> &laws, const Op &op)
{
    const KernelLaws::Products &products = laws[static_cast<std::size_t>(op.dtype)];
    return op.phase == Phase::backwardInput || op.phase == Phase::backwardWeight ? products.gradient : products.forward;
}

} // namespace

std::optional<KernelLaws> kernelLaws(Derivation &why, const Calibration &calibration, Level level)
{
    if (calibration.laws.empty())
        return std::nullopt;
    return LawBuilder(why, calibration, level).build();
}

LawClass lawClassOf(const Op &op)
{
    if (op.attention)
        return op.attention->latent ? LawClass::attentionForwardMla : LawClass::attentionForward;
    if (op.decodes)
        return LawClass::decodeAttention;
    const bool ofExperts = op.expertCompute || (op.category == OpCategory::experts && op.engine == Engine::vector);
    if (ofExperts)
        return LawClass::groupedModule;
    if (op.engine == Engine::vector)
        return LawClass::elementwise;
    return op.category == OpCategory::linearAttention ? LawClass::linearAttention : LawClass::gemm;
}

std::optional<Derived<Seconds>> lawTime(Derivation &why, const Op &op, const KernelWork &work, const KernelLaws &laws)
{
    const bool forward = op.phase == Phase::forward;
    switch (lawClassOf(op)) {
    case LawClass::attentionForward:
        return attentionTime(why, work, *op.attention, forward ? laws.attention : laws.attentionBackward, op.name);
    case LawClass::attentionForwardMla:
        return attentionTime(why, work, *op.attention, forward ? laws.latent : laws.latentBackward, op.name);
    case LawClass::groupedModule:
        if (op.engine == Engine::vector)
            return streamTime(why, work, laws.expertElementwise, op.name);
        return gemmTime(why, work, productLaw(laws.experts, op), op.name);
    case LawClass::elementwise: return streamTime(why, work, laws.elementwise, op.name);
    case LawClass::decodeAttention: return streamTime(why, work, laws.decode.value_or(laws.elementwise), op.name);
    case LawClass::linearAttention:
        if (laws.linear)
            return streamTime(why, work, *laws.linear, op.name);
        return std::nullopt;
    default: return gemmTime(why, work, productLaw(laws.gemm, op), op.name);
    }
}

} // namespace headroom
