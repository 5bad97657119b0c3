#include "app/export_study.h"

namespace headroom {

std::string wrongStudy(const Options &options)
{
    const Options fresh;
    const bool sweep = options.chart == "sweep", scaling = options.chart == "scaling", sensitivity = options.chart == "sensitivity";
    if (sweep && options.x.empty())
        return "--chart sweep needs --x KEY=VALUES";
    if (!sweep && !(options.x.empty() && options.y.empty()))
        return "--x and --y go with --chart sweep";
    if (!sensitivity && options.share != fresh.share)
        return "--share goes with --chart sensitivity";
    if (!sensitivity && options.numbersOnly)
        return "--numbers-only goes with --chart sensitivity";
    if (!sweep && !sensitivity && options.figure != fresh.figure)
        return "--figure goes with --chart sensitivity or sweep";
    const ScalingOptions &s = options.scaling;
    if (!scaling && (s.kind != fresh.scaling.kind || s.plan != fresh.scaling.plan || !s.devices.empty()))
        return "--scaling, --plans and --counts go with --chart scaling";
    return {};
}

Result<StudyContent> studyOf(const Scenario &scenario, const Options &options, const std::stop_token &stop)
{
    StudyContent out{.sensitivityFigure = options.figure, .sweepFigure = options.figure};
    const auto take = [](auto &to, auto found) -> Result<void> {
        if (!found)
            return tl::unexpected<Issues>(found.error());
        to = std::make_shared<const typename decltype(found)::value_type>(*std::move(found));
        return {};
    };
    Result<void> done;
    if (options.chart == "sensitivity")
        done = take(out.sensitivity, sensitivity(scenario, options.share, stop));
    if (options.chart == "scaling")
        done = take(out.scaling, scaling(scenario, options.scaling, stop));
    if (options.chart == "sweep") {
        const Result<SweepAxis> x = parseSweepAxis(options.x);
        const Result<SweepAxis> y = options.y.empty() ? x : parseSweepAxis(options.y);
        if (!x || !y)
            return tl::unexpected<Issues>(x ? y.error() : x.error());
        done = take(out.sweep, sweep(scenario, *x, options.y.empty() ? std::nullopt : std::optional(*y), stop));
    }
    return done ? Result<StudyContent>(std::move(out)) : tl::unexpected<Issues>(done.error());
}

} // namespace headroom
