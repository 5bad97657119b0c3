<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Change</name>
    <message>
        <source>model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hardware %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calibration %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chart</name>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the peak goes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Roofline</name>
    <message>
        <source>Arithmetic intensity (FLOP/byte, HBM)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Performance per chip (FLOP/s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click: show only %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 FLOP/B at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 HBM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ridge %1 FLOP/B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No FLOPs: %1 of roofline time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of roofline time, no FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication of the plan: %1 of the step exposed, %2 hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the step exposed, %2 hidden</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>short by %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No other plan that fits has both a higher MFU and less memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert tp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor-parallel degree inside an expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences per rank and pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which activations are recomputed in the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU at the bound: critical path, ideal calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ to current</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU bound less that of the plan in the form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU with the chosen calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Executed FLOPs with recompute, over time × chips × peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time at the bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time with the chosen calibration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication that no compute hides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle time of the pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak of the worst pipeline stage, per chip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest part of the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s/chip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the expected step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dominant term</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest part of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feasible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the plan fits the memory, or what it is short by and its largest part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kind of layer the operator belongs to: attention + feed-forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many layers run it; the other columns are sums over them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline time on one chip for the whole global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the roofline step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step gain if 2× faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the bound step time of this plan would lose if the operator took half its time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Executed FLOPs per byte moved to or from HBM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attainable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The roof above the operator: min(peak, intensity × bandwidth)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the mathematics needs: the numerator of MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Executed FLOPs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the kernels issue: the numerator of HFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HBM traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes read and written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operators</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Step time (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the last bar&apos;s step time (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second and chip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU (% of the dense peak)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum check: %1 − %2 = %3 %; unaccounted %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⚑ Measured is above the bound “%1”: check step time, devices, batch, peak and FLOP convention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching the best plan for the System bar …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click: show each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s/chip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>16:9 slide</source>
        <translation>16:9 幻灯片</translation>
    </message>
    <message>
        <source>170 mm, two columns</source>
        <translation>170 mm，双栏</translation>
    </message>
    <message>
        <source>85 mm, one column</source>
        <translation>85 mm，单栏</translation>
    </message>
</context>
<context>
    <name>headroom::DerivationModel</name>
    <message>
        <source>Term</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headroom::FieldRow</name>
    <message>
        <source>Source: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not set</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>headroom::PresetCombo</name>
    <message>
        <source>%1 (%2 changed)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
