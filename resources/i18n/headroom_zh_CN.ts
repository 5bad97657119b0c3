<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Change</name>
    <message>
        <source>model %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>hardware %1</source>
        <translation>硬件 %1</translation>
    </message>
    <message>
        <source>calibration %1</source>
        <translation>校准 %1</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>add layers %1</source>
        <translation>添加层 %1</translation>
    </message>
    <message>
        <source>duplicate layers %1</source>
        <translation>复制层 %1</translation>
    </message>
    <message>
        <source>remove layers %1</source>
        <translation>删除层 %1</translation>
    </message>
    <message>
        <source>move layers %1</source>
        <translation>移动层 %1</translation>
    </message>
    <message>
        <source>edit layers %1</source>
        <translation>编辑层 %1</translation>
    </message>
    <message>
        <source>launch flags of %1</source>
        <translation>%1 的启动参数</translation>
    </message>
    <message>
        <source>advice %1</source>
        <translation>建议 %1</translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation>变体 %1</translation>
    </message>
    <message>
        <source>annotation “%1”</source>
        <translation>批注“%1”</translation>
    </message>
    <message>
        <source>text of annotation “%1”</source>
        <translation>批注“%1”的文字</translation>
    </message>
    <message>
        <source>place of annotation “%1”</source>
        <translation>批注“%1”的位置</translation>
    </message>
    <message>
        <source>deleted annotation “%1”</source>
        <translation>删除批注“%1”</translation>
    </message>
    <message>
        <source>matches: %1</source>
        <translation>匹配：%1</translation>
    </message>
</context>
<context>
    <name>Chart</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线（Roofline）</translation>
    </message>
    <message>
        <source>Where the peak goes</source>
        <translation>算力去向（瀑布图）</translation>
    </message>
    <message>
        <source>Memory over the step</source>
        <translation>一步之内的显存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>MFU and memory of every plan</source>
        <translation>所有方案的 MFU 与显存</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Timeline of the step</source>
        <translation>一步的时间线</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>What moves it</source>
        <translation>影响因素</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Scaling efficiency</source>
        <translation>扩展效率</translation>
    </message>
    <message>
        <source>Memory over the batch</source>
        <translation>内存随批量的变化</translation>
    </message>
    <message>
        <source>Latency and throughput of every plan</source>
        <translation>每个方案的延迟与吞吐</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>One chip, unlimited memory, nothing recomputed: no plan is above it</source>
        <translation>单芯片、显存无限、不重计算：任何方案都不会超过它</translation>
    </message>
    <message>
        <source>The best plan that fits, at its bound</source>
        <translation>能放进显存的最优方案的上界</translation>
    </message>
    <message>
        <source>No plan of this many chips fits the memory</source>
        <translation>在此芯片数下没有方案能放进显存</translation>
    </message>
    <message>
        <source>not legal</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>The plan in the form, at its bound</source>
        <translation>当前方案的上界</translation>
    </message>
    <message>
        <source>This plan with the calibration %1</source>
        <translation>当前方案，采用校准“%1”</translation>
    </message>
    <message>
        <source>From the measured step time</source>
        <translation>由实测步时得出</translation>
    </message>
    <message>
        <source>Step time: floor %1, bound %2, expected %3, serial %4</source>
        <translation>步时：下限 %1，上界 %2，预期 %3，串行 %4</translation>
    </message>
    <message>
        <source>At the expected step time</source>
        <translation>按预期步时计算</translation>
    </message>
    <message>
        <source>%1 chip-hours for the token budget</source>
        <translation>完成 token 预算需 %1 芯片小时</translation>
    </message>
    <message>
        <source>Peak of the worst stage, of the capacity</source>
        <translation>最差流水级的峰值占用 / 容量</translation>
    </message>
    <message>
        <source>Short by %1, %2</source>
        <translation>还差 %1，主要是%2</translation>
    </message>
    <message>
        <source>The largest part of the step: %1</source>
        <translation>一步中占时最多的部分：%1</translation>
    </message>
    <message>
        <source>Roofline MFU</source>
        <translation>Roofline MFU</translation>
    </message>
    <message>
        <source>→ System</source>
        <translation>→ 系统</translation>
    </message>
    <message>
        <source>→ This plan</source>
        <translation>→ 当前方案</translation>
    </message>
    <message>
        <source>→ Expected</source>
        <translation>→ 预期</translation>
    </message>
    <message>
        <source>→ Measured</source>
        <translation>→ 实测</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步时</translation>
    </message>
    <message>
        <source>Tokens/s/chip</source>
        <translation>Token/秒/芯片</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Dominant term</source>
        <translation>主导项</translation>
    </message>
    <message>
        <source>From the measured time</source>
        <translation>由实测时间得出</translation>
    </message>
    <message>
        <source>%1: bound %2, expected %3</source>
        <translation>%1：界限 %2，预期 %3</translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation>首个词元的时间</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>每个输出词元的时间</translation>
    </message>
    <message>
        <source>A request from its start to its last token, half of all are faster</source>
        <translation>一个请求从开始到最后一个词元的时间，半数请求比它快</translation>
    </message>
    <message>
        <source>A request from its start to its last token, 99 of 100 are faster</source>
        <translation>一个请求从开始到最后一个词元的时间，100 个中有 99 个比它快</translation>
    </message>
    <message>
        <source>prompt tokens</source>
        <translation>提示词元</translation>
    </message>
    <message>
        <source>tokens of answers</source>
        <translation>回答词元</translation>
    </message>
    <message>
        <source>Of %1: bound %2, expected %3</source>
        <translation>%1：界限 %2，预期 %3</translation>
    </message>
    <message>
        <source>Tokens per second and chip of requests within the TTFT and TPOT limits: bound %1, expected %2</source>
        <translation>满足 TTFT 与 TPOT 限制的请求每秒每芯片的词元数：界限 %1，预期 %2</translation>
    </message>
    <message>
        <source>Sequences at a time that fit, over all devices; now %1</source>
        <translation>所有设备上能同时容纳的序列数；现为 %1</translation>
    </message>
    <message>
        <source>Not even one sequence for each replica fits</source>
        <translation>每个副本连一个序列也放不下</translation>
    </message>
    <message>
        <source>Of the fullest rank, of the capacity</source>
        <translation>占用最多的设备，相对于容量</translation>
    </message>
    <message>
        <source>Short by %1</source>
        <translation>差 %1</translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation>TTFT</translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation>TPOT</translation>
    </message>
    <message>
        <source>Request p50</source>
        <translation>请求 p50</translation>
    </message>
    <message>
        <source>Request p99</source>
        <translation>请求 p99</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效吞吐</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>最大批量</translation>
    </message>
    <message>
        <source>%1 tokens per parameter, %2 per active one</source>
        <translation>每参数 %1 个词元，每激活参数 %2 个</translation>
    </message>
    <message>
        <source>Failures included: %1 of the time is useful, %2 days</source>
        <translation>计入故障：有效时间占 %1，共 %2 天</translation>
    </message>
</context>
<context>
    <name>Footer</name>
    <message>
        <source>%1 · %2
dense peak · %3</source>
        <translation>%1 · %2
稠密算力峰值 · %3</translation>
    </message>
    <message>
        <source>MFU divides by the dense %1 peak, %2 per chip</source>
        <translation>MFU 的分母为 %1 稠密算力峰值，每芯片 %2</translation>
    </message>
    <message>
        <source>FLOP convention %1, multiply-add = 2</source>
        <translation>FLOP 口径 %1，乘加计 2</translation>
    </message>
    <message>
        <source>recomputation not counted</source>
        <translation>不计重计算</translation>
    </message>
    <message>
        <source>padding %1, counted</source>
        <translation>填充 %1，计入</translation>
    </message>
    <message>
        <source>no padding</source>
        <translation>无填充</translation>
    </message>
    <message>
        <source>Headroom %1, input %2</source>
        <translation>Headroom %1，输入 %2</translation>
    </message>
    <message>
        <source>causal pairs</source>
        <translation>因果对</translation>
    </message>
    <message>
        <source>model FLOPs of exact causal pairs, multiply-add = 2</source>
        <translation>模型 FLOPs 按精确的因果对计，乘加记 2 次</translation>
    </message>
    <message>
        <source>head on the tokens asked for</source>
        <translation>输出头只算被请求的词元</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>FLOPs, FLOP/s</source>
        <translation>FLOPs、FLOP/s</translation>
    </message>
    <message>
        <source>a count, a rate; a multiply-add is 2</source>
        <translation>次数与速率；一次乘加计 2</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>the model&apos;s own FLOPs, by the named convention, over time × chips × dense peak</source>
        <translation>按指定口径的模型自身 FLOPs，除以时间 × 芯片数 × 稠密峰值</translation>
    </message>
    <message>
        <source>HFU</source>
        <translation>HFU</translation>
    </message>
    <message>
        <source>the same with all FLOPs that are executed, recomputation included</source>
        <translation>同上，但计入所有执行的 FLOPs，含重计算</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>one chip with unlimited memory, every operator at its roof: no plan is faster</source>
        <translation>单芯片、显存无限、每个算子都达到屋顶：没有方案更快</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>the best plan that fits the memory, nothing lost in software</source>
        <translation>放得进显存的最佳方案，软件无损失</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>the critical path of a plan with the datasheet reached in full</source>
        <translation>完全达到规格时方案的关键路径</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>the same with the efficiencies of the calibration, as an interval</source>
        <translation>同上，采用校准的效率，以区间表示</translation>
    </message>
    <message>
        <source>Floor, serial</source>
        <translation>下限、串行</translation>
    </message>
    <message>
        <source>the busiest resource alone; everything one after another</source>
        <translation>仅最忙的资源；一切依次进行</translation>
    </message>
    <message>
        <source>Arithmetic intensity, ridge</source>
        <translation>算术强度、脊点</translation>
    </message>
    <message>
        <source>FLOPs per byte of memory traffic; peak over bandwidth, where the roof bends</source>
        <translation>每字节访存的 FLOPs；峰值除以带宽，即屋顶转折处</translation>
    </message>
    <message>
        <source>Exposed, hidden</source>
        <translation>暴露、隐藏</translation>
    </message>
    <message>
        <source>communication that no computation covers, and that which is covered</source>
        <translation>没有被计算掩盖的通信，以及被掩盖的通信</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>time that a pipeline&apos;s stages wait for each other</source>
        <translation>流水线各阶段相互等待的时间</translation>
    </message>
    <message>
        <source>Remat</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>activations that are dropped and computed again in the backward pass</source>
        <translation>丢弃并在反向时重新计算的激活</translation>
    </message>
    <message>
        <source>dp, fsdp, tp, ep, pp, cp</source>
        <translation>dp、fsdp、tp、ep、pp、cp</translation>
    </message>
    <message>
        <source>data, sharded-data, tensor, expert, pipeline and context parallelism</source>
        <translation>数据并行、分片数据并行、张量并行、专家并行、流水线并行与上下文并行</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>In five steps</source>
        <translation>五步上手</translation>
    </message>
    <message>
        <source>Drop a config.json on the window, or choose a model on the left; choose a chip and the number of devices.</source>
        <translation>将 config.json 拖到窗口上，或在左侧选择模型；再选择芯片与设备数。</translation>
    </message>
    <message>
        <source>The table Configurations lists every plan for these devices, best first. A double-click takes one.</source>
        <translation>“配置”表列出这些设备的所有方案，最佳在前；双击即采用。</translation>
    </message>
    <message>
        <source>The waterfall shows where the peak goes. A click on a loss filters the operators, and the panel Why derives any number.</source>
        <translation>瀑布图显示算力去向。点击某项损失可筛选算子；“为什么”面板推导任何数字。</translation>
    </message>
    <message>
        <source>Pin a baseline, change a field, and see what it gains.</source>
        <translation>固定基线，更改一个字段，看它带来多少提升。</translation>
    </message>
    <message>
        <source>File, Export report writes all of it as PDF, HTML or Markdown.</source>
        <translation>“文件”菜单的“导出报告”将全部内容写成 PDF、HTML 或 Markdown。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词汇</translation>
    </message>
    <message>
        <source>How the headline numbers come about</source>
        <translation>主要数字的由来</translation>
    </message>
    <message>
        <source>With the numbers of the scenario that is open.</source>
        <translation>采用当前打开场景的数字。</translation>
    </message>
    <message>
        <source>Every formula of this scenario</source>
        <translation>此场景的所有公式</translation>
    </message>
    <message>
        <source>Every input</source>
        <translation>所有输入</translation>
    </message>
</context>
<context>
    <name>Inputs</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
</context>
<context>
    <name>Issues</name>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>Go to the field</source>
        <translation>转到该字段</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Everywhere</source>
        <translation>任何位置</translation>
    </message>
    <message>
        <source>In a table</source>
        <translation>表格中</translation>
    </message>
    <message>
        <source>While presenting</source>
        <translation>演示时</translation>
    </message>
    <message>
        <source>Clear filters, stop the search, both charts again</source>
        <translation>清除筛选、停止搜索、恢复两个图表</translation>
    </message>
    <message>
        <source>Next control</source>
        <translation>下一个控件</translation>
    </message>
    <message>
        <source>Copy the selected rows</source>
        <translation>复制选中的行</translation>
    </message>
    <message>
        <source>Apply the plan of a configuration</source>
        <translation>应用该配置的方案</translation>
    </message>
    <message>
        <source>Next slide</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Previous slide</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Back to the window</source>
        <translation>返回窗口</translation>
    </message>
    <message>
        <source>In a chart</source>
        <translation>在图中</translation>
    </message>
    <message>
        <source>Next point</source>
        <translation>下一个点</translation>
    </message>
    <message>
        <source>Previous point</source>
        <translation>上一个点</translation>
    </message>
    <message>
        <source>Select the point</source>
        <translation>选择该点</translation>
    </message>
    <message>
        <source>Annotate the point, or edit its annotation</source>
        <translation>为该点添加批注，或编辑其批注</translation>
    </message>
    <message>
        <source>Delete the annotation</source>
        <translation>删除批注</translation>
    </message>
    <message>
        <source>Move the annotation</source>
        <translation>移动批注</translation>
    </message>
</context>
<context>
    <name>MeasuredMatches</name>
    <message>
        <source>%1, by %2; calls: %3 of %4</source>
        <translation>%1，依据：%2；调用 %3 次，模型中 %4 次</translation>
    </message>
    <message>
        <source>Matched operators: %1 (double-click says otherwise)</source>
        <translation>已匹配的算子：%1（双击可更改）</translation>
    </message>
    <message>
        <source>In the trace alone: %1 (double-click says what it is)</source>
        <translation>仅在 trace 中：%1（双击可指定）</translation>
    </message>
    <message>
        <source>%1; said by hand</source>
        <translation>%1；手动指定</translation>
    </message>
    <message>
        <source>In the model alone: %1</source>
        <translation>仅在模型中：%1</translation>
    </message>
    <message>
        <source>%1; calls: %2</source>
        <translation>%1；调用 %2 次</translation>
    </message>
</context>
<context>
    <name>MeasuredRanks</name>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rank %1：%2</translation>
    </message>
    <message>
        <source>no further call</source>
        <translation>没有更多调用</translation>
    </message>
    <message>
        <source>compute %1, exposed communication %2, idle %3</source>
        <translation>计算 %1，暴露通信 %2，空闲 %3</translation>
    </message>
    <message>
        <source>compared with the model; </source>
        <translation>与模型比较的 rank；</translation>
    </message>
    <message>
        <source>most on %1, least on %2</source>
        <translation>最多：rank %1，最少：rank %2</translation>
    </message>
    <message>
        <source>%1 calls in %2 groups compared</source>
        <translation>比较了 %2 个组中的 %1 次调用</translation>
    </message>
    <message>
        <source>All ranks call the same collectives in the same order: %1</source>
        <translation>所有 rank 以相同顺序调用相同的集合通信：%1</translation>
    </message>
    <message>
        <source>Ranks call different collectives: %1</source>
        <translation>各 rank 调用的集合通信不同：%1</translation>
    </message>
    <message>
        <source>Ranks %1 and %2, call %3</source>
        <translation>Rank %1 与 %2，第 %3 次调用</translation>
    </message>
    <message>
        <source>%1 against %2; group %3</source>
        <translation>%1 对 %2；组 %3</translation>
    </message>
    <message>
        <source>Ranks: %1 (double-click compares one with the model)</source>
        <translation>Rank 数：%1（双击可将其与模型比较）</translation>
    </message>
    <message>
        <source>Between ranks: most, least and what lies between</source>
        <translation>Rank 之间：最多、最少及其差值</translation>
    </message>
</context>
<context>
    <name>MeasuredTree</name>
    <message>
        <source>Lost against Expected</source>
        <translation>相对预期的损失</translation>
    </message>
    <message>
        <source>Waits found: the trace is longest in other work than predicted</source>
        <translation>发现的等待：trace 中耗时最长的工作与预测不同</translation>
    </message>
    <message>
        <source>What to change (double-click applies it)</source>
        <translation>可以改什么（双击即应用）</translation>
    </message>
    <message>
        <source>The step of median length: %1</source>
        <translation>中位长度的步：%1</translation>
    </message>
    <message>
        <source>Idle: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>Idle, of no known cause</source>
        <translation>空闲，原因不明</translation>
    </message>
    <message>
        <source>Communication that nothing hides</source>
        <translation>未被隐藏的通信</translation>
    </message>
    <message>
        <source>of %1 in all</source>
        <translation>总共 %1</translation>
    </message>
    <message>
        <source>Classes of operators against their bound</source>
        <translation>各类算子与其上界之比</translation>
    </message>
    <message>
        <source>%1 of the bound; %2 calls, %3 in the model</source>
        <translation>达到上界的 %1；调用 %2 次，模型中 %3 次</translation>
    </message>
    <message>
        <source>Collectives and links</source>
        <translation>集合通信与链路</translation>
    </message>
    <message>
        <source> (%1 sent by the model)</source>
        <translation>（按模型发送 %1）</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>未计入：%1</translation>
    </message>
    <message>
        <source>Ranges of the program</source>
        <translation>程序标记的区间</translation>
    </message>
    <message>
        <source>compute %1, communication %2, %3 of it hidden</source>
        <translation>计算 %1，通信 %2，其中被隐藏 %3</translation>
    </message>
    <message>
        <source>%1; calls: %2</source>
        <translation>%1；调用次数：%2</translation>
    </message>
    <message>
        <source>calls: %1</source>
        <translation>调用次数：%1</translation>
    </message>
    <message>
        <source>Steps: %1, %2; p50 %3, p90 %4, p99 %5</source>
        <translation>步数：%1，%2；p50 %3，p90 %4，p99 %5</translation>
    </message>
    <message>
        <source>Does not agree: one of the two is wrong</source>
        <translation>不一致：两者之一有误</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>Time in the step (s)</source>
        <translation>步内时间 (s)</translation>
    </message>
    <message>
        <source>Peak of each stage</source>
        <translation>各流水级的峰值</translation>
    </message>
    <message>
        <source>%1, %2 of the peak of stage %3</source>
        <translation>%1，占流水级 %3 峰值的 %2</translation>
    </message>
    <message>
        <source>The plan is illegal: it has no memory to show.</source>
        <translation>该方案不合法，没有显存可显示。</translation>
    </message>
    <message>
        <source>More than %1 passes: the peaks alone are shown.</source>
        <translation>前向与反向超过 %1 次：只显示峰值。</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>peak %1 · %2</source>
        <translation>峰值 %1 · %2</translation>
    </message>
    <message>
        <source>all together %1, %2 free</source>
        <translation>合计 %1，空余 %2</translation>
    </message>
    <message>
        <source>stage %1 at %2: %3</source>
        <translation>流水级 %1，%2 时：%3</translation>
    </message>
    <message>
        <source>&lt;b&gt;Stage %1&lt;/b&gt;: peak %2, %3 of the capacity</source>
        <translation>&lt;b&gt;流水级 %1&lt;/b&gt;：峰值 %2，占容量的 %3</translation>
    </message>
    <message>
        <source>Memory per chip (%1)</source>
        <translation>每芯片显存 (%1)</translation>
    </message>
    <message>
        <source>%1, %2 of the memory of the fullest rank</source>
        <translation>%1，占用最多的设备内存的 %2</translation>
    </message>
    <message>
        <source>Sequences at a time, over all devices</source>
        <translation>同时处理的序列数（所有设备）</translation>
    </message>
    <message>
        <source>now %1 · %2</source>
        <translation>现为 %1 · %2</translation>
    </message>
    <message>
        <source>largest batch %1</source>
        <translation>最大批量 %1</translation>
    </message>
    <message>
        <source>all together %1, %2 too much</source>
        <translation>共 %1，超出 %2</translation>
    </message>
    <message>
        <source>with %1 sequences at a time</source>
        <translation>同时处理 %1 个序列时</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;model config…</source>
        <translation>打开模型配置(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export chart…</source>
        <translation>导出图表(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copy chart</source>
        <translation>复制图表(&amp;C)</translation>
    </message>
    <message>
        <source>Find &amp;field</source>
        <translation>查找字段(&amp;F)</translation>
    </message>
    <message>
        <source>Filter &amp;table</source>
        <translation>筛选表格(&amp;T)</translation>
    </message>
    <message>
        <source>Pin as &amp;baseline</source>
        <translation>固定为基线(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Inputs</source>
        <translation>输入(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Roofline</source>
        <translation>屋顶线(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Waterfall</source>
        <translation>瀑布图(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Tables</source>
        <translation>表格(&amp;T)</translation>
    </message>
    <message>
        <source>W&amp;hy</source>
        <translation>依据(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Fit charts</source>
        <translation>图表适配(&amp;F)</translation>
    </message>
    <message>
        <source>Zoom &amp;back</source>
        <translation>返回上一视图(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Analyze</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>Why &amp;not a plan…</source>
        <translation>为何不选某方案(&amp;N)…</translation>
    </message>
    <message>
        <source>Open &amp;trace…</source>
        <translation>打开 trace(&amp;T)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Reset &amp;layout</source>
        <translation>重置布局(&amp;L)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>Th&amp;eme</source>
        <translation>主题(&amp;E)</translation>
    </message>
    <message>
        <source>Export ta&amp;ble…</source>
        <translation>导出表格(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Find action or field…</source>
        <translation>查找操作或字段(&amp;F)…</translation>
    </message>
    <message>
        <source>Keyboard &amp;shortcuts</source>
        <translation>键盘快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;About Headroom</source>
        <translation>关于 Headroom(&amp;A)</translation>
    </message>
    <message>
        <source>Prese&amp;nt</source>
        <translation>演示(&amp;N)</translation>
    </message>
    <message>
        <source>Export re&amp;port…</source>
        <translation>导出报告(&amp;P)…</translation>
    </message>
    <message>
        <source>Headroom &amp;help</source>
        <translation>Headroom 帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Scenario</source>
        <translation>场景(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Compare scenarios</source>
        <translation>比较场景(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Duplicate…</source>
        <translation>复制…(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名…(&amp;R)</translation>
    </message>
    <message>
        <source>D&amp;elete…</source>
        <translation>删除…(&amp;E)</translation>
    </message>
    <message>
        <source>Use as &amp;baseline</source>
        <translation>设为基线(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Sensitivity</source>
        <translation>敏感性(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;weep</source>
        <translation>扫描(&amp;W)</translation>
    </message>
    <message>
        <source>Sc&amp;aling over devices</source>
        <translation>设备数扩展(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Trend check</source>
        <translation>趋势检查(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Goal seek…</source>
        <translation>目标求解…(&amp;G)</translation>
    </message>
    <message>
        <source>Open trace &amp;folder…</source>
        <translation>打开 trace 文件夹(&amp;F)…</translation>
    </message>
</context>
<context>
    <name>Pareto</name>
    <message>
        <source>Expected MFU (%)</source>
        <translation>预期 MFU（%）</translation>
    </message>
    <message>
        <source>Expected MFU (% of the dense peak)</source>
        <translation>预期 MFU（占稠密峰值的 %）</translation>
    </message>
    <message>
        <source>MFU bound (%)</source>
        <translation>上界 MFU（%）</translation>
    </message>
    <message>
        <source>MFU at the bound (% of the dense peak)</source>
        <translation>上界 MFU（占稠密峰值的 %）</translation>
    </message>
    <message>
        <source>MFU at the bound %1, expected %2</source>
        <translation>上界 MFU %1，预期 %2</translation>
    </message>
    <message>
        <source>step %1, memory %2</source>
        <translation>单步 %1，显存 %2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>排名 %1</translation>
    </message>
    <message>
        <source>on the front</source>
        <translation>位于前沿</translation>
    </message>
    <message>
        <source>Double-click: apply</source>
        <translation>双击：应用</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>memory of a device</source>
        <translation>单设备显存</translation>
    </message>
    <message>
        <source>front: %1 plans</source>
        <translation>前沿：%1 个方案</translation>
    </message>
    <message>
        <source>plans that fit: %1</source>
        <translation>放得下的方案：%1</translation>
    </message>
    <message>
        <source>the best of %1 plans so far</source>
        <translation>目前已算 %1 个方案中的最佳</translation>
    </message>
    <message>
        <source>Memory per device, worst pipeline stage (%1)</source>
        <translation>每设备显存，最重的流水级（%1）</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>at the bound</source>
        <translation>按界限</translation>
    </message>
    <message>
        <source>TTFT, %1</source>
        <translation>TTFT（%1）</translation>
    </message>
    <message>
        <source>TPOT, %1</source>
        <translation>TPOT（%1）</translation>
    </message>
    <message>
        <source>Tokens/s/chip, %1</source>
        <translation>Token/秒/芯片（%1）</translation>
    </message>
    <message>
        <source>TPOT limit</source>
        <translation>TPOT 限制</translation>
    </message>
    <message>
        <source>bound %1, expected %2</source>
        <translation>界限 %1，预期 %2</translation>
    </message>
    <message>
        <source>%1 tokens/s/chip at the bound, %2 expected</source>
        <translation>每芯片每秒 %1 个词元（界限），预期 %2</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>beyond a limit of TTFT or TPOT</source>
        <translation>超出 TTFT 或 TPOT 限制</translation>
    </message>
    <message>
        <source>Tokens/s/chip</source>
        <translation>Token/秒/芯片</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>set %1 (%2): the expected step is %3 shorter, MFU %4 points</source>
        <translation>设置 %1（%2）：预期步时缩短 %3，MFU %4 点</translation>
    </message>
    <message>
        <source>%1 costs %2 points of MFU, %3 of a step</source>
        <translation>%1 损失 MFU %2 点，每步 %3</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>take the best plan: %1</source>
        <translation>采用最佳方案：%1</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>To gain: %1.</source>
        <translation>可获得提升：%1。</translation>
    </message>
    <message>
        <source>No single change of those that were tried gains anything.</source>
        <translation>所试的单项更改均无提升。</translation>
    </message>
    <message>
        <source>Sequence length %1, global batch %2; plan %3; calibration %4.</source>
        <translation>序列长度 %1，全局批量 %2；方案 %3；校准 %4。</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Headroom report: %1</source>
        <translation>Headroom 报告：%1</translation>
    </message>
    <message>
        <source>Largest losses and what to change</source>
        <translation>最大的损失及应更改之处</translation>
    </message>
    <message>
        <source>Appendix: everything as JSON, in SI base units</source>
        <translation>附录：全部结果的 JSON（SI 基本单位）</translation>
    </message>
    <message>
        <source>%1; plan %2; calibration %3.</source>
        <translation>%1；并行方案 %2；校准 %3。</translation>
    </message>
</context>
<context>
    <name>ReportPdf</name>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
</context>
<context>
    <name>Roofline</name>
    <message>
        <source>Performance per chip (FLOP/s)</source>
        <translation>单芯片性能（FLOP/s）</translation>
    </message>
    <message>
        <source>Click: show only %1</source>
        <translation>单击：只显示“%1”</translation>
    </message>
    <message>
        <source>%1 FLOP/B at %2</source>
        <translation>%1 FLOP/B，%2</translation>
    </message>
    <message>
        <source>%1, %2 of the time</source>
        <translation>%1，占时间 %2</translation>
    </message>
    <message>
        <source>%1 %2 dense</source>
        <translation>%1 %2 稠密</translation>
    </message>
    <message>
        <source>ridge %1 FLOP/B</source>
        <translation>拐点 %1 FLOP/B</translation>
    </message>
    <message>
        <source>No FLOPs: %1 of roofline time</source>
        <translation>无计算量：占屋顶线时间 %1</translation>
    </message>
    <message>
        <source>%1 of roofline time, no FLOPs</source>
        <translation>占屋顶线时间 %1，无计算量</translation>
    </message>
    <message>
        <source>Communication of the plan: %1 of the step exposed, %2 hidden</source>
        <translation>方案通信：暴露占步时 %1，隐藏 %2</translation>
    </message>
    <message>
        <source>%1 of the step exposed, %2 hidden</source>
        <translation>暴露占步时 %1，隐藏 %2</translation>
    </message>
    <message>
        <source>Area: share of time</source>
        <translation>面积：时间占比</translation>
    </message>
    <message>
        <source>bound by: %1</source>
        <translation>受限于：%1</translation>
    </message>
    <message>
        <source>No FLOPs: %1</source>
        <translation>无计算量：%1</translation>
    </message>
    <message>
        <source>Communication: %1 exposed, %2 hidden</source>
        <translation>通信：暴露 %1，隐藏 %2</translation>
    </message>
    <message>
        <source>Exposed: %1</source>
        <translation>暴露：%1</translation>
    </message>
    <message>
        <source>%1 dense</source>
        <translation>%1 稠密</translation>
    </message>
    <message>
        <source>Arithmetic intensity (FLOP/byte, %1)</source>
        <translation>算术强度（FLOP/字节，%1）</translation>
    </message>
    <message>
        <source>◇ measured %1, %2 of it</source>
        <translation>◇ 实测 %1，为其 %2</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>with %1 sequences at a time</source>
        <translation>同时处理 %1 个序列时</translation>
    </message>
    <message>
        <source>with %1 tokens of each sequence</source>
        <translation>每个序列 %1 个词元时</translation>
    </message>
</context>
<context>
    <name>SaveTable</name>
    <message>
        <source>Save table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
</context>
<context>
    <name>Scenarios</name>
    <message>
        <source>Runs</source>
        <translation>可运行</translation>
    </message>
    <message>
        <source>invalid input</source>
        <translation>输入无效</translation>
    </message>
    <message>
        <source>fits the memory</source>
        <translation>内存足够</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>No input differs</source>
        <translation>输入没有差异</translation>
    </message>
    <message>
        <source>Inputs that differ</source>
        <translation>有差异的输入</translation>
    </message>
</context>
<context>
    <name>SearchSettings</name>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>恰为</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>multiple of</source>
        <translation>倍数，基数</translation>
    </message>
    <message>
        <source>best %1 simulated</source>
        <translation>最优 %1 个经模拟</translation>
    </message>
</context>
<context>
    <name>Slides</name>
    <message>
        <source>Compared with the baseline</source>
        <translation>与基线比较</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Key figures and where the peak goes</source>
        <translation>关键指标与峰值去向</translation>
    </message>
    <message>
        <source>Best configurations</source>
        <translation>最佳配置</translation>
    </message>
</context>
<context>
    <name>Study</name>
    <message>
        <source>%1 · ×%2</source>
        <translation>%1 · ×%2</translation>
    </message>
    <message>
        <source>Devices (%1; %2)</source>
        <translation>设备数（%1；%2）</translation>
    </message>
    <message>
        <source>Tokens per device against the first (%)</source>
        <translation>每设备词元速率，相对第一个点 (%)</translation>
    </message>
    <message>
        <source>%1 devices, global batch %2</source>
        <translation>%1 个设备，全局批量 %2</translation>
    </message>
    <message>
        <source>expected MFU %1, step %2</source>
        <translation>预期 MFU %1，步时间 %2</translation>
    </message>
    <message>
        <source>upper half: +%1; lower half, hatched: −%1; crossed: does not fit the memory</source>
        <translation>上半：+%1；下半（斜线）：−%1；交叉线：内存不足</translation>
    </message>
    <message>
        <source>%1 fields move nothing</source>
        <translation>%1 个字段没有影响</translation>
    </message>
    <message>
        <source>%1: change in points</source>
        <translation>%1：变化（百分点）</translation>
    </message>
    <message>
        <source>%1: change in %</source>
        <translation>%1：变化（%）</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>略去：%1</translation>
    </message>
    <message>
        <source>%1: expected MFU %2, step %3</source>
        <translation>%1：预期 MFU %2，步时间 %3</translation>
    </message>
    <message>
        <source>does not fit the memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Double-click: go to the field</source>
        <translation>双击：转到该字段</translation>
    </message>
    <message>
        <source>expected MFU %1, bound %2</source>
        <translation>预期 MFU %1，上限 %2</translation>
    </message>
    <message>
        <source>step %1, memory %2</source>
        <translation>步时间 %1，内存 %2</translation>
    </message>
    <message>
        <source>Click: apply</source>
        <translation>单击：应用</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>edge of the memory</source>
        <translation>内存边界</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Efficiency (%)</source>
        <translation>效率 (%)</translation>
    </message>
    <message>
        <source>above +%1, below −%1 (hatched); crossed: too large</source>
        <translation>上：+%1，下（斜线）：−%1；交叉线：内存不足</translation>
    </message>
    <message>
        <source>above +%1, below −%1</source>
        <translation>上：+%1，下：−%1</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>百分点</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>fits</source>
        <translation>可行</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>No other plan that fits has both a higher MFU and less memory</source>
        <translation>没有其他可行方案同时具有更高的 MFU 和更少的显存占用</translation>
    </message>
    <message>
        <source>Expert tp</source>
        <translation>专家 tp</translation>
    </message>
    <message>
        <source>Tensor-parallel degree inside an expert</source>
        <translation>专家内部的张量并行度</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Sequences per rank and pass</source>
        <translation>每个 rank 每次前向/反向处理的序列数</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Sequences per step</source>
        <translation>每步序列数</translation>
    </message>
    <message>
        <source>Remat</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Which activations are recomputed in the backward pass</source>
        <translation>反向时重新计算哪些激活</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>MFU bound</source>
        <translation>MFU 上界</translation>
    </message>
    <message>
        <source>MFU at the bound: critical path, ideal calibration</source>
        <translation>上界 MFU：关键路径，理想校准</translation>
    </message>
    <message>
        <source>Δ to current</source>
        <translation>与当前之差</translation>
    </message>
    <message>
        <source>MFU bound less that of the plan in the form</source>
        <translation>MFU 上界与当前方案之差</translation>
    </message>
    <message>
        <source>MFU expected</source>
        <translation>预期 MFU</translation>
    </message>
    <message>
        <source>MFU with the chosen calibration</source>
        <translation>采用所选校准的 MFU</translation>
    </message>
    <message>
        <source>Executed FLOPs with recompute, over time × chips × peak</source>
        <translation>含重计算的实际执行 FLOPs ÷（时间 × 芯片数 × 峰值）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步时</translation>
    </message>
    <message>
        <source>Step time at the bound</source>
        <translation>上界步时</translation>
    </message>
    <message>
        <source>Step expected</source>
        <translation>预期步时</translation>
    </message>
    <message>
        <source>Step time with the chosen calibration</source>
        <translation>采用所选校准的步时</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation>暴露通信</translation>
    </message>
    <message>
        <source>Communication that no compute hides</source>
        <translation>没有被计算掩盖的通信</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Idle time of the pipeline</source>
        <translation>流水线空闲时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Peak of the worst pipeline stage, per chip</source>
        <translation>最差流水级的峰值，每芯片</translation>
    </message>
    <message>
        <source>Largest part</source>
        <translation>最大部分</translation>
    </message>
    <message>
        <source>The largest part of the memory</source>
        <translation>显存中占用最大的部分</translation>
    </message>
    <message>
        <source>Tokens/s/chip</source>
        <translation>Token/秒/芯片</translation>
    </message>
    <message>
        <source>At the expected step time</source>
        <translation>按预期步时计算</translation>
    </message>
    <message>
        <source>Dominant term</source>
        <translation>主导项</translation>
    </message>
    <message>
        <source>The largest part of the step</source>
        <translation>一步中占时最多的部分</translation>
    </message>
    <message>
        <source>Feasible</source>
        <translation>可行性</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The kind of layer the operator belongs to: attention + feed-forward</source>
        <translation>算子所属的层类型：注意力 + 前馈</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>How many layers run it; the other columns are sums over them</source>
        <translation>执行该算子的层数；其余各列为这些层之和</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Roofline time on one chip for the whole global batch</source>
        <translation>单芯片处理整个全局批量的屋顶线时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Share of the roofline step time</source>
        <translation>占屋顶线步时的比例</translation>
    </message>
    <message>
        <source>Step gain if 2× faster</source>
        <translation>提速 2 倍的步时收益</translation>
    </message>
    <message>
        <source>What the bound step time of this plan would lose if the operator took half its time</source>
        <translation>若该算子用时减半，当前方案的上界步时减少多少</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>算术强度</translation>
    </message>
    <message>
        <source>Executed FLOPs per byte moved to or from HBM</source>
        <translation>每读写一字节 HBM 所执行的 FLOPs</translation>
    </message>
    <message>
        <source>Attainable</source>
        <translation>可达性能</translation>
    </message>
    <message>
        <source>The roof above the operator: min(peak, intensity × bandwidth)</source>
        <translation>算子上方的屋顶：min(峰值, 强度 × 带宽)</translation>
    </message>
    <message>
        <source>Model FLOPs</source>
        <translation>模型 FLOPs</translation>
    </message>
    <message>
        <source>What the mathematics needs: the numerator of MFU</source>
        <translation>数学上必需的计算量：MFU 的分子</translation>
    </message>
    <message>
        <source>Executed FLOPs</source>
        <translation>执行 FLOPs</translation>
    </message>
    <message>
        <source>What the kernels issue: the numerator of HFU</source>
        <translation>内核实际执行的计算量：HFU 的分子</translation>
    </message>
    <message>
        <source>HBM traffic</source>
        <translation>HBM 访存量</translation>
    </message>
    <message>
        <source>Bytes read and written</source>
        <translation>读写字节数</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>What the tensor belongs to</source>
        <translation>张量所属部分</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The stored tensor against the one that the model should have</source>
        <translation>存储的张量与模型应有张量的比较</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Expected shape</source>
        <translation>预期形状</translation>
    </message>
    <message>
        <source>Stored shape</source>
        <translation>存储形状</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>Stored values; a byte of a quantised weight holds several</source>
        <translation>存储的值；量化权重的一个字节含多个值</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>short, %1</source>
        <translation>放不下，%1</translation>
    </message>
    <message>
        <source>Whether the plan fits the memory, or the largest part of what does not</source>
        <translation>方案是否放得下；放不下时给出最大的部分</translation>
    </message>
    <message>
        <source>Short by</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>What the worst pipeline stage needs beyond the memory of a chip</source>
        <translation>最重的流水级超出单芯片显存的量</translation>
    </message>
    <message>
        <source>Traced operator</source>
        <translation>trace 中的算子</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What the rules say it is</source>
        <translation>按规则判定的类别</translation>
    </message>
    <message>
        <source>Calls per step</source>
        <translation>每步调用次数</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>FLOPs that the record states, over the time</source>
        <translation>记录中给出的 FLOPs 除以时间</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Bytes that the record states, over the time</source>
        <translation>记录中给出的字节数除以时间</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Traced operators</source>
        <translation>trace 中的算子</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>MFU lost</source>
        <translation>损失的 MFU</translation>
    </message>
    <message>
        <source>Time added</source>
        <translation>增加的时间</translation>
    </message>
    <message>
        <source>Parts of the step</source>
        <translation>步的组成</translation>
    </message>
    <message>
        <source>At the bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Purpose</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Payload of a call</source>
        <translation>每次调用的载荷</translation>
    </message>
    <message>
        <source>Sent by a chip</source>
        <translation>每芯片发送</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Contract</source>
        <translation>约定</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>What holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>What is wrong or doubtful</source>
        <translation>错误或存疑之处</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Inputs that differ from presets</source>
        <translation>与预设不同的输入</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Residual: what the losses leave unexplained</source>
        <translation>残差：各项损失未能解释的部分</translation>
    </message>
    <message>
        <source>Total of the fullest stage</source>
        <translation>最满阶段合计</translation>
    </message>
    <message>
        <source>Capacity of a chip</source>
        <translation>每芯片容量</translation>
    </message>
    <message>
        <source>Definitions</source>
        <translation>定义</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Key figures</source>
        <translation>关键数字</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Against the baseline</source>
        <translation>与基线对比</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Operators that cost most</source>
        <translation>开销最大的算子</translation>
    </message>
    <message>
        <source>Best configurations</source>
        <translation>最佳配置</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>效率</translation>
    </message>
    <message>
        <source>Tokens per second and device over those of the first count that runs</source>
        <translation>每设备每秒词元数，与第一个可运行设备数之比</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Expected MFU</source>
        <translation>预期 MFU</translation>
    </message>
    <message>
        <source>Expected step</source>
        <translation>预期步时间</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>扩展</translation>
    </message>
    <message>
        <source>The field&apos;s name in files and on the command line</source>
        <translation>该字段在文件和命令行中的名称</translation>
    </message>
    <message>
        <source>Swing</source>
        <translation>摆幅</translation>
    </message>
    <message>
        <source>The larger change of the expected MFU, down or up</source>
        <translation>预期 MFU 的较大变化，向下或向上</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>减小</translation>
    </message>
    <message>
        <source>The value moved to, or why there is none; ⚠ does not fit the memory</source>
        <translation>变到的值，或没有的原因；⚠ 内存不足</translation>
    </message>
    <message>
        <source>Smaller: MFU</source>
        <translation>减小：MFU</translation>
    </message>
    <message>
        <source>Change of the expected MFU</source>
        <translation>预期 MFU 的变化</translation>
    </message>
    <message>
        <source>Smaller: step</source>
        <translation>减小：步时间</translation>
    </message>
    <message>
        <source>Change of the expected step time</source>
        <translation>预期步时间的变化</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>增大</translation>
    </message>
    <message>
        <source>Larger: MFU</source>
        <translation>增大：MFU</translation>
    </message>
    <message>
        <source>Larger: step</source>
        <translation>增大：步时间</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感性</translation>
    </message>
    <message>
        <source>Half, as it is, double; of a number format every one that the chip has</source>
        <translation>一半、原值、两倍；数字格式则为芯片支持的每一种</translation>
    </message>
    <message>
        <source>→ another one than at the value before</source>
        <translation>→ 与前一个值的不同</translation>
    </message>
    <message>
        <source>What follows, or why not</source>
        <translation>随之改变的量，或不可行的原因</translation>
    </message>
    <message>
        <source>Trend check</source>
        <translation>趋势检查</translation>
    </message>
    <message>
        <source>Total of the fullest rank</source>
        <translation>占用最多的设备合计</translation>
    </message>
    <message>
        <source>beyond a limit</source>
        <translation>超出限制</translation>
    </message>
    <message>
        <source>short of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>No other plan that fits has both more tokens per second and a shorter time per token</source>
        <translation>没有其他放得下的方案既有更多每秒词元又有更短的每词元时间</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>At a time, over all devices</source>
        <translation>同时处理，所有设备</translation>
    </message>
    <message>
        <source>Tokens/s/chip bound</source>
        <translation>Token/秒/芯片（界限）</translation>
    </message>
    <message>
        <source>Of answers, in prefill of prompts, at the bound</source>
        <translation>回答的词元（预填充时为提示词元），按界限</translation>
    </message>
    <message>
        <source>Tokens/s/chip expected</source>
        <translation>Token/秒/芯片（预期）</translation>
    </message>
    <message>
        <source>With the chosen calibration</source>
        <translation>按所选校准</translation>
    </message>
    <message>
        <source>Goodput expected</source>
        <translation>有效吞吐（预期）</translation>
    </message>
    <message>
        <source>Tokens per second and chip of requests within the limits</source>
        <translation>满足限制的请求每秒每芯片的词元数</translation>
    </message>
    <message>
        <source>TTFT bound</source>
        <translation>TTFT（界限）</translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation>首个词元的时间</translation>
    </message>
    <message>
        <source>TTFT expected</source>
        <translation>TTFT（预期）</translation>
    </message>
    <message>
        <source>TPOT bound</source>
        <translation>TPOT（界限）</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>每个输出词元的时间</translation>
    </message>
    <message>
        <source>TPOT expected</source>
        <translation>TPOT（预期）</translation>
    </message>
    <message>
        <source>Request p99 expected</source>
        <translation>请求 p99（预期）</translation>
    </message>
    <message>
        <source>A request from its start to its last token, 99 of 100 are faster</source>
        <translation>一个请求从开始到最后一个词元的时间，100 个中有 99 个比它快</translation>
    </message>
    <message>
        <source>Of the fullest rank</source>
        <translation>占用最多的设备</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Whether the plan fits the memory and keeps the limits of TTFT and TPOT</source>
        <translation>方案是否放得下并满足 TTFT 与 TPOT 限制</translation>
    </message>
    <message>
        <source>What the fullest rank needs beyond the memory of a chip</source>
        <translation>占用最多的设备超出芯片内存的部分</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 个序列</translation>
    </message>
    <message>
        <source>What moves the expected MFU most, a tenth less and a tenth more</source>
        <translation>最影响预期 MFU 的字段（减小一成、增大一成）</translation>
    </message>
    <message>
        <source>Step simulated</source>
        <translation>步时（模拟）</translation>
    </message>
    <message>
        <source>Expected step, pass by pass; of the best rows, as the search settings say</source>
        <translation>逐趟模拟的预期步时；只有搜索设置所要求的最优若干行才有</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>流水级</translation>
    </message>
    <message>
        <source>How the stages share the layers: equal numbers, or equal compute with the head counted</source>
        <translation>各流水级如何分担层：层数相等，或计入输出头后计算量相等</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>communication once a step</source>
        <translation>每步一次的通信</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>network busy</source>
        <translation>网络繁忙</translation>
    </message>
    <message>
        <source>run again (hatched)</source>
        <translation>重计算（斜线）</translation>
    </message>
    <message>
        <source>hidden: lower and paler</source>
        <translation>被隐藏：较矮较淡</translation>
    </message>
    <message>
        <source>The plan is illegal: it has no step to show.</source>
        <translation>方案不合法：没有可显示的训练步。</translation>
    </message>
    <message>
        <source>More than %1 passes: the step is not simulated.</source>
        <translation>流程超过 %1 个：不对该步做模拟。</translation>
    </message>
    <message>
        <source>from %1 to %2: %3</source>
        <translation>从 %1 到 %2：%3</translation>
    </message>
    <message>
        <source>layer %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
    <message>
        <source>waits for %1 of stage %2</source>
        <translation>等待流水级 %2 的 %1</translation>
    </message>
    <message>
        <source> and its transfer, %1</source>
        <translation>及其传输，%1</translation>
    </message>
    <message>
        <source>starts as soon as stage %1 is free</source>
        <translation>流水级 %1 一空闲即开始</translation>
    </message>
    <message>
        <source>Double-click: its operators</source>
        <translation>双击：查看其算子</translation>
    </message>
    <message>
        <source>Optimizer of stage %1</source>
        <translation>流水级 %1 的优化器</translation>
    </message>
    <message>
        <source>Fixed overhead</source>
        <translation>固定开销</translation>
    </message>
    <message>
        <source>%1 longer because of communication under it</source>
        <translation>因其下的通信延长 %1</translation>
    </message>
    <message>
        <source>run again: the remat policy does not keep what it makes</source>
        <translation>重新运行：重计算策略未保留其结果</translation>
    </message>
    <message>
        <source>lasts %1, of which the device waits %2</source>
        <translation>持续 %1，其中设备等待 %2</translation>
    </message>
    <message>
        <source>payload %1</source>
        <translation>载荷 %1</translation>
    </message>
    <message>
        <source>wait %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>流水级 %1</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>the work is done, but a network is not</source>
        <translation>计算已完成，但网络尚未完成</translation>
    </message>
    <message>
        <source>nothing left to do</source>
        <translation>已无事可做</translation>
    </message>
    <message>
        <source>Stage %1 is idle</source>
        <translation>流水级 %1 空闲</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Time in the pass (ms): %1 of stage %2, %3, %4</source>
        <translation>流程内时间（ms）：流水级 %2 的 %1，%3，%4</translation>
    </message>
    <message>
        <source>Time in the step (s): %1, stages %2, micro-batches %3, %4</source>
        <translation>步内时间（s）：%1，流水级 %2，微批 %3，%4</translation>
    </message>
    <message>
        <source>Time in the pass (ms)</source>
        <translation>流程内时间（ms）</translation>
    </message>
    <message>
        <source>Time in the step (s)</source>
        <translation>步内时间（s）</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Step time (ms)</source>
        <translation>步时（ms）</translation>
    </message>
    <message>
        <source>Share of the last bar&apos;s step time (%)</source>
        <translation>占末条步时的比例（%）</translation>
    </message>
    <message>
        <source>Tokens per second and chip</source>
        <translation>每芯片每秒 token 数</translation>
    </message>
    <message>
        <source>MFU (% of the dense peak)</source>
        <translation>MFU（稠密算力峰值的 %）</translation>
    </message>
    <message>
        <source>Sum check: %1 − %2 = %3 %; unaccounted %4</source>
        <translation>求和校验：%1 − %2 = %3 %；未归因 %4</translation>
    </message>
    <message>
        <source>Searching the best plan for the System bar …</source>
        <translation>正在搜索最优方案以得到系统上界……</translation>
    </message>
    <message>
        <source>Click: show each</source>
        <translation>单击：逐项显示</translation>
    </message>
    <message>
        <source>MFU points</source>
        <translation>MFU 百分点</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>% of step</source>
        <translation>步时占比 %</translation>
    </message>
    <message>
        <source>tokens/s/chip</source>
        <translation>token/秒/芯片</translation>
    </message>
    <message>
        <source>other (%1)</source>
        <translation>其他（%1 项）</translation>
    </message>
    <message>
        <source>⚑ Measured is above “%1”: check step time, devices, batch, peak and FLOP convention.</source>
        <translation>⚑ 实测超过“%1”：请检查步时、设备数、批量、峰值和 FLOP 口径。</translation>
    </message>
</context>
<context>
    <name>Xlsx</name>
    <message>
        <source>Notes</source>
        <translation>说明</translation>
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
    <message>
        <source>All-gather</source>
        <translation>All-gather（全收集）</translation>
    </message>
    <message>
        <source>Reduce-scatter</source>
        <translation>Reduce-scatter（归约散播）</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>All-reduce（全归约）</translation>
    </message>
    <message>
        <source>All-to-all</source>
        <translation>All-to-all（全交换）</translation>
    </message>
    <message>
        <source>Send and receive</source>
        <translation>点对点收发</translation>
    </message>
    <message>
        <source>Activations of tensor-parallel attention</source>
        <translation>张量并行注意力的激活</translation>
    </message>
    <message>
        <source>Activations of tensor-parallel feed-forward</source>
        <translation>张量并行前馈的激活</translation>
    </message>
    <message>
        <source>Inputs of weight gradients, gathered again</source>
        <translation>权重梯度的输入（再次收集）</translation>
    </message>
    <message>
        <source>Vocabulary-parallel embedding, head and loss</source>
        <translation>词表并行的嵌入、输出头和损失</translation>
    </message>
    <message>
        <source>Expert dispatch and combine</source>
        <translation>专家分发与合并</translation>
    </message>
    <message>
        <source>Keys, values and states of other sequence parts</source>
        <translation>其他序列段的键、值和状态</translation>
    </message>
    <message>
        <source>Sharded weights gathered</source>
        <translation>收集分片权重</translation>
    </message>
    <message>
        <source>Gradients of sharded weights</source>
        <translation>分片权重的梯度</translation>
    </message>
    <message>
        <source>Gradients of replicated weights</source>
        <translation>复制权重的梯度</translation>
    </message>
    <message>
        <source>Activations between pipeline stages</source>
        <translation>流水级之间的激活</translation>
    </message>
    <message>
        <source>Gradient of the tied embedding, first and last stage</source>
        <translation>共享嵌入的梯度（首级与末级）</translation>
    </message>
    <message>
        <source>Activation payload</source>
        <translation>激活载荷</translation>
    </message>
    <message>
        <source>Routed tokens a rank sends</source>
        <translation>每个 rank 发送的路由 token</translation>
    </message>
    <message>
        <source>a slice is {0} positive sizes joined by x, like 4x8x8, not &quot;{1}&quot;</source>
        <translation>切片应为 {0} 个以 x 连接的正整数，如 4x8x8，而不是“{1}”</translation>
    </message>
    <message>
        <source>a slice of {0} chips does not divide the {1} devices</source>
        <translation>{0} 芯片的切片不能整除 {1} 个设备</translation>
    </message>
    <message>
        <source>{0}: {1} parameters, {2} active; H {3}, V {4}, {5} layers, MTP modules {6}, tied embeddings: {7}</source>
        <translation>{0}：参数 {1}，激活 {2}；H {3}，V {4}，{5} 层，MTP 模块 {6}，共享嵌入：{7}</translation>
    </message>
    <message>
        <source>{0}: dense {1} peak {2}, HBM {3}, ridge {4}; sparse peaks are never used</source>
        <translation>{0}：{1} 稠密算力峰值 {2}，HBM {3}，拐点 {4}；从不使用稀疏峰值</translation>
    </message>
    <message>
        <source>{0} sequences of {1} tokens per step, padding share {2}, no packing</source>
        <translation>每步 {0} 条长 {1} token 的序列，填充占比 {2}，不打包</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Number formats</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>FLOP convention</source>
        <translation>FLOP 口径</translation>
    </message>
    <message>
        <source>{0}; one multiply-add = 2 FLOPs; MFU counts model FLOPs without recompute and padding, HFU what kernels execute</source>
        <translation>{0}；一次乘加 = 2 FLOPs；MFU 计不含重计算和填充的模型 FLOPs，HFU 计内核实际执行的 FLOPs</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>nominal bandwidth per direction, ring or torus algorithms, hierarchical across domains; lower bounds: no congestion, channels, NIC binding or neighbour jobs</source>
        <translation>单向标称带宽，环或环面算法，跨域分层；均为下限：不计拥塞、通道、网卡绑定和相邻作业</translation>
    </message>
    <message>
        <source>What is timed</source>
        <translation>计时范围</translation>
    </message>
    <message>
        <source>one steady training step; compilation, warm-up, input and checkpoints excluded</source>
        <translation>一个稳态训练步；不含编译、预热、数据输入和检查点</translation>
    </message>
    <message>
        <source>Tokens per second and chip</source>
        <translation>每芯片每秒 token 数</translation>
    </message>
    <message>
        <source>out of memory: {0} needed, {1} available, short by {2}; largest: {3}</source>
        <translation>显存不足：需要 {0}，可用 {1}，还差 {2}；最大项：{3}</translation>
    </message>
    <message>
        <source>the convention {0} counts more FLOPs than the operators execute: its MFU is inflated</source>
        <translation>口径 {0} 计入的 FLOPs 多于算子实际执行的：其 MFU 偏高</translation>
    </message>
    <message>
        <source>the hardware states no link latency: 0 is used, so small messages look too fast</source>
        <translation>硬件未给出链路时延：按 0 计算，小消息会显得过快</translation>
    </message>
    <message>
        <source>measured {0} is faster than this plan&apos;s bound {1}: check the peak (sparse?), the FLOP convention, the batch and what was timed</source>
        <translation>实测 {0} 快于当前方案的上界 {1}：请检查峰值（是否稀疏？）、FLOP 口径、批量和计时范围</translation>
    </message>
    <message>
        <source>Forward model FLOPs of a token</source>
        <translation>每 token 前向模型 FLOPs</translation>
    </message>
    <message>
        <source>Matrix FLOPs of a token</source>
        <translation>每 token 矩阵 FLOPs</translation>
    </message>
    <message>
        <source>Attention FLOPs of a token</source>
        <translation>每 token 注意力 FLOPs</translation>
    </message>
    <message>
        <source>Linear attention FLOPs of a token</source>
        <translation>每 token 线性注意力 FLOPs</translation>
    </message>
    <message>
        <source>Latent norms as the convention counts them</source>
        <translation>按口径计入的潜变量归一化</translation>
    </message>
    <message>
        <source>Useful FLOPs of a step</source>
        <translation>每步有效 FLOPs</translation>
    </message>
    <message>
        <source>Optimizer step: states read and written</source>
        <translation>优化器步：状态读写</translation>
    </message>
    <message>
        <source>Activations of a micro-batch between stages</source>
        <translation>流水级间一个微批的激活</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>模型 FLOPs 利用率</translation>
    </message>
    <message>
        <source>Operator time in all layers of a kind</source>
        <translation>某类层中算子的总时间</translation>
    </message>
    <message>
        <source>Ideal step time of one chip</source>
        <translation>单芯片理想步时</translation>
    </message>
    <message>
        <source>Ridge point</source>
        <translation>拐点</translation>
    </message>
    <message>
        <source>Attention projections</source>
        <translation>注意力投影</translation>
    </message>
    <message>
        <source>Attention core</source>
        <translation>注意力核</translation>
    </message>
    <message>
        <source>Linear attention core</source>
        <translation>线性注意力核</translation>
    </message>
    <message>
        <source>Dense feed-forward</source>
        <translation>稠密前馈</translation>
    </message>
    <message>
        <source>MoE experts and routing</source>
        <translation>MoE 专家与路由</translation>
    </message>
    <message>
        <source>Norms and elementwise</source>
        <translation>归一化与逐元素</translation>
    </message>
    <message>
        <source>Embedding, head and loss</source>
        <translation>嵌入、输出头与损失</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Compute slowed by communication under it</source>
        <translation>计算因并发通信变慢</translation>
    </message>
    <message>
        <source>Exposed communication, tp</source>
        <translation>暴露通信，tp</translation>
    </message>
    <message>
        <source>Exposed communication, ep</source>
        <translation>暴露通信，ep</translation>
    </message>
    <message>
        <source>Exposed communication, cp</source>
        <translation>暴露通信，cp</translation>
    </message>
    <message>
        <source>Exposed communication, fsdp</source>
        <translation>暴露通信，fsdp</translation>
    </message>
    <message>
        <source>Exposed communication, gradient reduction</source>
        <translation>暴露通信，梯度归约</translation>
    </message>
    <message>
        <source>Exposed communication, pp</source>
        <translation>暴露通信，pp</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Stage imbalance</source>
        <translation>流水级不均衡</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器步</translation>
    </message>
    <message>
        <source>Fixed overhead</source>
        <translation>固定开销</translation>
    </message>
    <message>
        <source>Time of a category in the step</source>
        <translation>一步中该类别的时间</translation>
    </message>
    <message>
        <source>Rule of thumb: max(compute, exposed communication) + bubble + overhead</source>
        <translation>经验法则：max(计算, 暴露通信) + 气泡 + 开销</translation>
    </message>
    <message>
        <source>Executed FLOPs over all peaks: a reference, never an MFU&apos;s time</source>
        <translation>执行 FLOPs ÷ 总峰值：仅供参考，从不用于 MFU</translation>
    </message>
    <message>
        <source>Step time at the peak</source>
        <translation>峰值下的步时</translation>
    </message>
    <message>
        <source>Step time with this loss</source>
        <translation>计入该损失后的步时</translation>
    </message>
    <message>
        <source>MFU points lost</source>
        <translation>损失的 MFU 百分点</translation>
    </message>
    <message>
        <source>Memory-bound attention projections</source>
        <translation>访存受限：注意力投影</translation>
    </message>
    <message>
        <source>Memory-bound attention core</source>
        <translation>访存受限：注意力核</translation>
    </message>
    <message>
        <source>Memory-bound linear attention core</source>
        <translation>访存受限：线性注意力核</translation>
    </message>
    <message>
        <source>Memory-bound dense feed-forward</source>
        <translation>访存受限：稠密前馈</translation>
    </message>
    <message>
        <source>Memory-bound MoE experts and routing</source>
        <translation>访存受限：MoE 专家与路由</translation>
    </message>
    <message>
        <source>Memory-bound norms and elementwise</source>
        <translation>访存受限：归一化与逐元素</translation>
    </message>
    <message>
        <source>Memory-bound embedding, head and loss</source>
        <translation>访存受限：嵌入、输出头与损失</translation>
    </message>
    <message>
        <source>Memory-bound optimizer</source>
        <translation>访存受限：优化器</translation>
    </message>
    <message>
        <source>FLOPs the convention counts otherwise</source>
        <translation>口径差异的 FLOPs</translation>
    </message>
    <message>
        <source>Padding tokens</source>
        <translation>填充 token</translation>
    </message>
    <message>
        <source>FLOPs that kernels add</source>
        <translation>内核额外 FLOPs</translation>
    </message>
    <message>
        <source>Roofline bound</source>
        <translation>屋顶线上界</translation>
    </message>
    <message>
        <source>Smaller shards</source>
        <translation>分片变小</translation>
    </message>
    <message>
        <source>Unequal stages</source>
        <translation>流水级不等</translation>
    </message>
    <message>
        <source>Operator efficiency</source>
        <translation>算子效率</translation>
    </message>
    <message>
        <source>Link efficiency</source>
        <translation>链路效率</translation>
    </message>
    <message>
        <source>Overlap and contention</source>
        <translation>重叠与争用</translation>
    </message>
    <message>
        <source>System bound</source>
        <translation>系统上界</translation>
    </message>
    <message>
        <source>Plan choice</source>
        <translation>方案选择</translation>
    </message>
    <message>
        <source>This plan</source>
        <translation>当前方案</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Unexplained</source>
        <translation>未解释</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Gathered weights and their gradient</source>
        <translation>收集的权重及其梯度</translation>
    </message>
    <message>
        <source>Recomputed activations of one layer</source>
        <translation>单层重计算的激活</translation>
    </message>
    <message>
        <source>Communication buffers</source>
        <translation>通信缓冲区</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>Reserved by the runtime</source>
        <translation>运行时保留</translation>
    </message>
    <message>
        <source>Parameters held, times bytes each</source>
        <translation>持有的参数 × 每参数字节</translation>
    </message>
    <message>
        <source>Kept by a kind of block per micro-batch</source>
        <translation>某类块每微批保留的激活</translation>
    </message>
    <message>
        <source>Kept by the stage per micro-batch</source>
        <translation>该级每微批保留的激活</translation>
    </message>
    <message>
        <source>Activations in flight</source>
        <translation>在途激活</translation>
    </message>
    <message>
        <source>Peak memory of a stage</source>
        <translation>流水级的显存峰值</translation>
    </message>
    <message>
        <source>attention norm</source>
        <translation>注意力归一化</translation>
    </message>
    <message>
        <source>attention residual add</source>
        <translation>注意力残差加</translation>
    </message>
    <message>
        <source>Mean keys per query, causal</source>
        <translation>每查询平均键数（因果）</translation>
    </message>
    <message>
        <source>Mean keys per query, causal window</source>
        <translation>每查询平均键数（因果滑窗）</translation>
    </message>
    <message>
        <source>FLOPs of the attention core</source>
        <translation>注意力核的 FLOPs</translation>
    </message>
    <message>
        <source>Model FLOPs of the core&apos;s backward</source>
        <translation>注意力核反向的模型 FLOPs</translation>
    </message>
    <message>
        <source>Executed FLOPs of the core&apos;s backward, 5 products</source>
        <translation>注意力核反向的执行 FLOPs（5 个乘积）</translation>
    </message>
    <message>
        <source>Executed FLOPs of the core&apos;s backward, 7 products</source>
        <translation>注意力核反向的执行 FLOPs（7 个乘积）</translation>
    </message>
    <message>
        <source>Bytes of the attention core</source>
        <translation>注意力核的字节</translation>
    </message>
    <message>
        <source>Bytes of the core&apos;s backward</source>
        <translation>注意力核反向的字节</translation>
    </message>
    <message>
        <source>attention core</source>
        <translation>注意力核</translation>
    </message>
    <message>
        <source>query, key, value projection</source>
        <translation>QKV 投影</translation>
    </message>
    <message>
        <source>query-key norm</source>
        <translation>QK 归一化</translation>
    </message>
    <message>
        <source>rotary embedding</source>
        <translation>旋转位置编码（RoPE）</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>FLOPs of the linear recurrence</source>
        <translation>线性递推的 FLOPs</translation>
    </message>
    <message>
        <source>FLOPs of the chunk-wise kernel</source>
        <translation>分块内核的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of the fused linear core</source>
        <translation>融合线性核的字节</translation>
    </message>
    <message>
        <source>Bytes of the two-kernel linear core</source>
        <translation>双内核线性核的字节</translation>
    </message>
    <message>
        <source>Model FLOPs of the recurrence&apos;s backward</source>
        <translation>线性递推反向的模型 FLOPs</translation>
    </message>
    <message>
        <source>Executed FLOPs of the chunk-wise backward</source>
        <translation>分块反向的执行 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of the fused linear core&apos;s backward</source>
        <translation>融合线性核反向的字节</translation>
    </message>
    <message>
        <source>Bytes of the linear core&apos;s backward</source>
        <translation>线性核反向的字节</translation>
    </message>
    <message>
        <source>linear attention core</source>
        <translation>线性注意力核</translation>
    </message>
    <message>
        <source>linear attention output norm</source>
        <translation>线性注意力输出归一化</translation>
    </message>
    <message>
        <source>output gate projection</source>
        <translation>输出门投影</translation>
    </message>
    <message>
        <source>output gating</source>
        <translation>输出门控</translation>
    </message>
    <message>
        <source>query projection</source>
        <translation>查询投影</translation>
    </message>
    <message>
        <source>query down-projection</source>
        <translation>查询降维投影</translation>
    </message>
    <message>
        <source>query latent norm</source>
        <translation>查询潜变量归一化</translation>
    </message>
    <message>
        <source>query up-projection</source>
        <translation>查询升维投影</translation>
    </message>
    <message>
        <source>key-value down-projection</source>
        <translation>键值降维投影</translation>
    </message>
    <message>
        <source>key-value latent norm</source>
        <translation>键值潜变量归一化</translation>
    </message>
    <message>
        <source>key-value up-projection</source>
        <translation>键值升维投影</translation>
    </message>
    <message>
        <source>key concatenation</source>
        <translation>键拼接</translation>
    </message>
    <message>
        <source>Bytes of the embedding lookup</source>
        <translation>嵌入查表的字节</translation>
    </message>
    <message>
        <source>Bytes of the embedding gradient</source>
        <translation>嵌入梯度的字节</translation>
    </message>
    <message>
        <source>embedding lookup</source>
        <translation>嵌入查表</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>最终归一化</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>cross-entropy loss</source>
        <translation>交叉熵损失</translation>
    </message>
    <message>
        <source>MTP hidden-state norm</source>
        <translation>MTP 隐状态归一化</translation>
    </message>
    <message>
        <source>MTP embedding norm</source>
        <translation>MTP 嵌入归一化</translation>
    </message>
    <message>
        <source>MTP input projection</source>
        <translation>MTP 输入投影</translation>
    </message>
    <message>
        <source>Local experts expected to be hit</source>
        <translation>预期命中的本地专家数</translation>
    </message>
    <message>
        <source>router</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>scores and top-k</source>
        <translation>打分与 top-k</translation>
    </message>
    <message>
        <source>token dispatch</source>
        <translation>token 分发</translation>
    </message>
    <message>
        <source>expert gate and up projection</source>
        <translation>专家 gate/up 投影</translation>
    </message>
    <message>
        <source>expert up projection</source>
        <translation>专家 up 投影</translation>
    </message>
    <message>
        <source>expert activation</source>
        <translation>专家激活函数</translation>
    </message>
    <message>
        <source>expert down projection</source>
        <translation>专家 down 投影</translation>
    </message>
    <message>
        <source>token combine</source>
        <translation>token 合并</translation>
    </message>
    <message>
        <source>shared expert gate</source>
        <translation>共享专家门</translation>
    </message>
    <message>
        <source>shared expert gate and up projection</source>
        <translation>共享专家 gate/up 投影</translation>
    </message>
    <message>
        <source>shared expert up projection</source>
        <translation>共享专家 up 投影</translation>
    </message>
    <message>
        <source>shared expert activation</source>
        <translation>共享专家激活函数</translation>
    </message>
    <message>
        <source>shared expert down projection</source>
        <translation>共享专家 down 投影</translation>
    </message>
    <message>
        <source>feed-forward norm</source>
        <translation>前馈归一化</translation>
    </message>
    <message>
        <source>gate and up projection</source>
        <translation>gate/up 投影</translation>
    </message>
    <message>
        <source>up projection</source>
        <translation>up 投影</translation>
    </message>
    <message>
        <source>SwiGLU</source>
        <translation>SwiGLU</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>down projection</source>
        <translation>down 投影</translation>
    </message>
    <message>
        <source>feed-forward residual add</source>
        <translation>前馈残差加</translation>
    </message>
    <message>
        <source>tp {0} does not divide the {1} attention heads</source>
        <translation>tp {0} 不能整除 {1} 个注意力头</translation>
    </message>
    <message>
        <source>tp {0} and the {1} key-value heads do not divide one another</source>
        <translation>tp {0} 与 {1} 个键值头互不整除</translation>
    </message>
    <message>
        <source>tp {0} does not divide the feed-forward width {1}</source>
        <translation>tp {0} 不能整除前馈宽度 {1}</translation>
    </message>
    <message>
        <source>tp {0} does not divide the expert width {1}</source>
        <translation>tp {0} 不能整除专家宽度 {1}</translation>
    </message>
    <message>
        <source>tp {0} does not divide the shared-expert width {1}</source>
        <translation>tp {0} 不能整除共享专家宽度 {1}</translation>
    </message>
    <message>
        <source>tp {0} does not divide the vocabulary {1}</source>
        <translation>tp {0} 不能整除词表 {1}</translation>
    </message>
    <message>
        <source>cp · tp = {0} does not divide the sequence length {1}</source>
        <translation>cp · tp = {0} 不能整除序列长度 {1}</translation>
    </message>
    <message>
        <source>2 · cp = {0} does not divide the sequence length {1} (balanced causal work)</source>
        <translation>2 · cp = {0} 不能整除序列长度 {1}（因果负载均衡）</translation>
    </message>
    <message>
        <source>dp · fsdp · ep · microBatch = {0} does not divide the global batch {1}</source>
        <translation>dp · fsdp · ep · microBatch = {0} 不能整除全局批量 {1}</translation>
    </message>
    <message>
        <source>pp {0} exceeds the {1} layers</source>
        <translation>pp {0} 超过 {1} 层</translation>
    </message>
    <message>
        <source>ep {0} does not divide the {1} experts</source>
        <translation>ep {0} 不能整除 {1} 个专家</translation>
    </message>
    <message>
        <source>cp · chunk = {0} does not divide the sequence length {1}</source>
        <translation>cp · chunk = {0} 不能整除序列长度 {1}</translation>
    </message>
    <message>
        <source>ep {0} needs experts; this model has {1}</source>
        <translation>ep {0} 需要专家；该模型有 {1} 个</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Backward, input gradient</source>
        <translation>反向，输入梯度</translation>
    </message>
    <message>
        <source>Backward, weight gradient</source>
        <translation>反向，权重梯度</translation>
    </message>
    <message>
        <source>Matrix unit</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>Vector unit</source>
        <translation>向量单元</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM 带宽</translation>
    </message>
    <message>
        <source>Tokens per device and pass</source>
        <translation>每设备每次前向/反向的 token 数</translation>
    </message>
    <message>
        <source>Product of sizes</source>
        <translation>尺寸之积</translation>
    </message>
    <message>
        <source>Sum of sizes</source>
        <translation>尺寸之和</translation>
    </message>
    <message>
        <source>Share of one rank</source>
        <translation>单个 rank 的份额</translation>
    </message>
    <message>
        <source>Key-value heads per rank, at least one</source>
        <translation>每 rank 键值头数（至少一个）</translation>
    </message>
    <message>
        <source>FLOPs of a matrix product</source>
        <translation>矩阵乘的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of a matrix product</source>
        <translation>矩阵乘的字节</translation>
    </message>
    <message>
        <source>Bytes of a weight gradient</source>
        <translation>权重梯度的字节</translation>
    </message>
    <message>
        <source>Bytes of a matrix product with fp32 output</source>
        <translation>fp32 输出矩阵乘的字节</translation>
    </message>
    <message>
        <source>Bytes of a weight gradient from fp32 output gradients</source>
        <translation>由 fp32 输出梯度求权重梯度的字节</translation>
    </message>
    <message>
        <source>Bytes of a grouped expert product</source>
        <translation>分组专家矩阵乘的字节</translation>
    </message>
    <message>
        <source>Bytes of the experts&apos; weight gradients</source>
        <translation>专家权重梯度的字节</translation>
    </message>
    <message>
        <source>Bytes of a vector operator</source>
        <translation>向量算子的字节</translation>
    </message>
    <message>
        <source>Roofline time of an operator</source>
        <translation>算子的屋顶线时间</translation>
    </message>
    <message>
        <source>no term is called &quot;{0}&quot;; near: {1}</source>
        <translation>没有名为“{0}”的项；相近的有：{1}</translation>
    </message>
    <message>
        <source>Operator times of a block</source>
        <translation>块内算子时间</translation>
    </message>
    <message>
        <source>Expert exchange not hidden by its experts</source>
        <translation>未被专家计算掩盖的专家交换</translation>
    </message>
    <message>
        <source>Context ring not hidden by the attention core</source>
        <translation>未被注意力核掩盖的上下文环</translation>
    </message>
    <message>
        <source>Background communication that does not hide</source>
        <translation>未能掩盖的后台通信</translation>
    </message>
    <message>
        <source>Waits of a pass for one axis</source>
        <translation>一次前向/反向中某轴的等待</translation>
    </message>
    <message>
        <source>Busy time of a network in a pass</source>
        <translation>一次前向/反向中网络的忙碌时间</translation>
    </message>
    <message>
        <source>Hidden part of a collective</source>
        <translation>集合通信被掩盖的部分</translation>
    </message>
    <message>
        <source>Communication under compute in a pass</source>
        <translation>一次前向/反向中与计算重叠的通信</translation>
    </message>
    <message>
        <source>Busy time of a network with the stage transfer</source>
        <translation>含级间传输的网络忙碌时间</translation>
    </message>
    <message>
        <source>Time of one pass of a stage</source>
        <translation>流水级一次前向/反向的时间</translation>
    </message>
    <message>
        <source>Once-a-step communication that outlasts the pass it runs under</source>
        <translation>每步一次、超出所重叠反向的通信</translation>
    </message>
    <message>
        <source>Once-a-step communication, nothing overlapped</source>
        <translation>每步一次的通信，无重叠</translation>
    </message>
    <message>
        <source>Busy time of a network in two calls</source>
        <translation>两次调用中网络的忙碌时间</translation>
    </message>
    <message>
        <source>Transfer between two stages</source>
        <translation>两级之间的传输</translation>
    </message>
    <message>
        <source>Transfers to and from the earlier stages</source>
        <translation>与前面各级的往返传输</translation>
    </message>
    <message>
        <source>Forward of the earlier stages with transfers</source>
        <translation>前面各级的前向（含传输）</translation>
    </message>
    <message>
        <source>Backward of the earlier stages with transfers</source>
        <translation>前面各级的反向（含传输）</translation>
    </message>
    <message>
        <source>Once-a-step communication left over</source>
        <translation>每步一次通信的剩余部分</translation>
    </message>
    <message>
        <source>Way through the pipeline by one stage</source>
        <translation>经过某一级的流水线路径</translation>
    </message>
    <message>
        <source>Slowest stage&apos;s optimizer step</source>
        <translation>最慢一级的优化器步</translation>
    </message>
    <message>
        <source>Both passes of all micro-batches</source>
        <translation>所有微批的前向与反向</translation>
    </message>
    <message>
        <source>Pass held up by a busy network</source>
        <translation>被忙碌网络拖住的前向/反向</translation>
    </message>
    <message>
        <source>Waiting for a slower stage&apos;s optimizer</source>
        <translation>等待较慢一级的优化器</translation>
    </message>
    <message>
        <source>Step time: longest way through the pipeline, then optimizer</source>
        <translation>步时：流水线最长路径，再加优化器</translation>
    </message>
    <message>
        <source>Compute of one stage in a step</source>
        <translation>一步中某一级的计算</translation>
    </message>
    <message>
        <source>Busy time of one network in a step</source>
        <translation>一步中某网络的忙碌时间</translation>
    </message>
    <message>
        <source>Busiest resource of any stage</source>
        <translation>各级中最忙的资源</translation>
    </message>
    <message>
        <source>Time of all blocks of a kind</source>
        <translation>某类块的总时间</translation>
    </message>
    <message>
        <source>Sum over the blocks of a stage</source>
        <translation>该级各块之和</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not in the catalog; near are {1}</source>
        <translation>目录中没有“{0}”；相近的有 {1}</translation>
    </message>
    <message>
        <source>must be between {0} and {1}, not {2}</source>
        <translation>须在 {0} 与 {1} 之间，而不是 {2}</translation>
    </message>
    <message>
        <source>must be a whole number</source>
        <translation>须为整数</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>须为数字</translation>
    </message>
    <message>
        <source>must be a number or a band low..expected..high</source>
        <translation>须为数字或区间 低..预期..高</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>须为 true 或 false</translation>
    </message>
    <message>
        <source>must be one of the choices</source>
        <translation>须为选项之一</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>须为文本</translation>
    </message>
    <message>
        <source>must be a number, not &quot;{0}&quot;</source>
        <translation>须为数字，而不是“{0}”</translation>
    </message>
    <message>
        <source>must be a number with a unit, such as {0}, not &quot;{1}&quot;</source>
        <translation>须为带单位的数字，如 {0}，而不是“{1}”</translation>
    </message>
    <message>
        <source>must be true or false, not &quot;{0}&quot;</source>
        <translation>须为 true 或 false，而不是“{0}”</translation>
    </message>
    <message>
        <source>must be a whole number, not {0}</source>
        <translation>须为整数，而不是 {0}</translation>
    </message>
    <message>
        <source>must be ordered low ≤ expected ≤ high, not {0}..{1}..{2}</source>
        <translation>须满足 低 ≤ 预期 ≤ 高，而不是 {0}..{1}..{2}</translation>
    </message>
    <message>
        <source>must be one of {0}, not &quot;{1}&quot;</source>
        <translation>须为 {0} 之一，而不是“{1}”</translation>
    </message>
    <message>
        <source>must have at most {0} characters, not {1}</source>
        <translation>最多 {0} 个字符，而不是 {1}</translation>
    </message>
    <message>
        <source>must not contain control characters</source>
        <translation>不得含控制字符</translation>
    </message>
    <message>
        <source>must have a value</source>
        <translation>必须有值</translation>
    </message>
    <message>
        <source>a setting is key=value, not &quot;{0}&quot;</source>
        <translation>设置的形式为 键=值，而不是“{0}”</translation>
    </message>
    <message>
        <source>is not a known field; near are {0}</source>
        <translation>不是已知字段；相近的有 {0}</translation>
    </message>
    <message>
        <source>Network and overlap</source>
        <translation>网络与重叠</translation>
    </message>
    <message>
        <source>Matrix efficiency</source>
        <translation>矩阵乘效率</translation>
    </message>
    <message>
        <source>Share of the dense peak that matrix products reach; a band gives the interval of the expected time.</source>
        <translation>矩阵乘达到的稠密峰值比例；填区间则预期时间也为区间。</translation>
    </message>
    <message>
        <source>Attention efficiency</source>
        <translation>注意力效率</translation>
    </message>
    <message>
        <source>Share of the dense peak that attention cores reach.</source>
        <translation>注意力核达到的稠密峰值比例。</translation>
    </message>
    <message>
        <source>HBM efficiency</source>
        <translation>HBM 效率</translation>
    </message>
    <message>
        <source>Share of the HBM bandwidth that memory-bound operators reach.</source>
        <translation>访存受限算子达到的 HBM 带宽比例。</translation>
    </message>
    <message>
        <source>Scale-up efficiency</source>
        <translation>域内网络效率</translation>
    </message>
    <message>
        <source>Scale-out efficiency</source>
        <translation>跨域网络效率</translation>
    </message>
    <message>
        <source>Share of the scale-out bandwidth that collectives reach.</source>
        <translation>集合通信达到的跨域带宽比例。</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Share of the communication that could hide under compute and does.</source>
        <translation>可被计算掩盖的通信中实际被掩盖的比例。</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>Factor by which compute slows down while communication runs under it; 1 is none.</source>
        <translation>并发通信时计算变慢的倍数；1 表示无影响。</translation>
    </message>
    <message>
        <source>Seconds of a step outside all operators and calls.</source>
        <translation>一步中所有算子和通信之外的秒数。</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Scale-up network</source>
        <translation>域内网络（scale-up）</translation>
    </message>
    <message>
        <source>Scale-out network</source>
        <translation>跨域网络（scale-out）</translation>
    </message>
    <message>
        <source>Peak (bf16, dense)</source>
        <translation>算力峰值（bf16，稠密）</translation>
    </message>
    <message>
        <source>Matrix FLOP/s of one chip in bf16 without sparsity; the roof of every matrix operator and the denominator of MFU.</source>
        <translation>单芯片 bf16 非稀疏矩阵 FLOP/s；所有矩阵算子的屋顶，也是 MFU 的分母。</translation>
    </message>
    <message>
        <source>Reserved memory</source>
        <translation>保留显存</translation>
    </message>
    <message>
        <source>Bytes of the capacity that the runtime keeps for itself; default 0.</source>
        <translation>容量中由运行时自留的字节；默认 0。</translation>
    </message>
    <message>
        <source>Domain size</source>
        <translation>域大小</translation>
    </message>
    <message>
        <source>Chips behind one scale-up switch; calls that leave it use the scale-out network.</source>
        <translation>同一域内交换机下的芯片数；超出该域的通信走跨域网络。</translation>
    </message>
    <message>
        <source>Bytes per second between a chip and its memory; the roof of every operator left of the ridge.</source>
        <translation>芯片与显存之间每秒的字节数；拐点左侧所有算子的屋顶。</translation>
    </message>
    <message>
        <source>HBM capacity</source>
        <translation>HBM 容量</translation>
    </message>
    <message>
        <source>Bytes of memory a chip offers; a plan whose peak is larger does not fit.</source>
        <translation>单芯片可用显存字节；峰值超过它的方案放不下。</translation>
    </message>
    <message>
        <source>Scale-up topology</source>
        <translation>域内拓扑</translation>
    </message>
    <message>
        <source>How the fast network connects chips: through a switch, or to neighbours in a torus.</source>
        <translation>高速网络的连接方式：经交换机，或在环面中与邻居相连。</translation>
    </message>
    <message>
        <source>Scale-up bandwidth</source>
        <translation>域内带宽</translation>
    </message>
    <message>
        <source>Bytes per second a chip sends into the switch, one direction.</source>
        <translation>单芯片向交换机发送的单向每秒字节数。</translation>
    </message>
    <message>
        <source>Scale-up latency</source>
        <translation>域内时延</translation>
    </message>
    <message>
        <source>Seconds per step of a collective inside a domain; counted as 0 and flagged when absent.</source>
        <translation>域内集合通信每一步的秒数；缺省时按 0 计并提示。</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Dimensions of the torus, as 4x8x8; empty takes the most cubic one for the devices.</source>
        <translation>环面各维大小，如 4x8x8；留空则取与设备数匹配的最接近立方的形状。</translation>
    </message>
    <message>
        <source>Wrap-around</source>
        <translation>环绕</translation>
    </message>
    <message>
        <source>Which dimensions of the torus close into rings; a ring has twice the links of a line.</source>
        <translation>环面的哪些维闭合成环；环的链路数是线的两倍。</translation>
    </message>
    <message>
        <source>Link bandwidth</source>
        <translation>链路带宽</translation>
    </message>
    <message>
        <source>Bytes per second of one torus link, one direction.</source>
        <translation>单条环面链路的单向每秒字节数。</translation>
    </message>
    <message>
        <source>Link latency</source>
        <translation>链路时延</translation>
    </message>
    <message>
        <source>Seconds per hop of the torus; counted as 0 and flagged when absent.</source>
        <translation>环面每跳的秒数；缺省时按 0 计并提示。</translation>
    </message>
    <message>
        <source>Scale-out bandwidth</source>
        <translation>跨域带宽</translation>
    </message>
    <message>
        <source>Bytes per second a chip sends to other domains, one direction.</source>
        <translation>单芯片向其他域发送的单向每秒字节数。</translation>
    </message>
    <message>
        <source>Scale-out latency</source>
        <translation>跨域时延</translation>
    </message>
    <message>
        <source>Seconds per step of a collective between domains; counted as 0 and flagged when absent.</source>
        <translation>跨域集合通信每一步的秒数；缺省时按 0 计并提示。</translation>
    </message>
    <message>
        <source>must be true or false, not {0}</source>
        <translation>须为 true 或 false，而不是 {0}</translation>
    </message>
    <message>
        <source>must be a text, not {0}</source>
        <translation>须为文本，而不是 {0}</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Decoder layers (L), without MTP modules; more repeat the last pattern of layers, fewer cut it off.</source>
        <translation>解码器层数（L），不含 MTP 模块；增大时重复最后的层模式，减小时截断。</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Query heads per layer (A), in every kind of attention but the gated delta rule.</source>
        <translation>每层查询头数（A），适用于除门控 delta 规则外的各种注意力。</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Size of a query and key head (d); also of the value head in softmax attention.</source>
        <translation>查询头和键头的大小（d）；在 softmax 注意力中也是值头的大小。</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Width of the residual stream (H).</source>
        <translation>残差流的宽度（H）。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Rows of the embedding table and the output head (V).</source>
        <translation>嵌入表和输出头的行数（V）。</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享嵌入</translation>
    </message>
    <message>
        <source>The output head uses the embedding table instead of weights of its own.</source>
        <translation>输出头使用嵌入表，没有自己的权重。</translation>
    </message>
    <message>
        <source>MTP modules</source>
        <translation>MTP 模块</translation>
    </message>
    <message>
        <source>Multi-token-prediction modules trained along: each a projection, a layer like the last one and the head again.</source>
        <translation>一同训练的多 token 预测模块：各含一个投影、一层与末层相同的层，并再用一次输出头。</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>Key and value heads per softmax layer (K); must divide the attention heads.</source>
        <translation>每个 softmax 层的键值头数（K）；须整除注意力头数。</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <source>Keys a query sees in softmax layers; empty: all earlier ones.</source>
        <translation>softmax 层中一个查询可见的键数；留空：之前的全部。</translation>
    </message>
    <message>
        <source>Query rank</source>
        <translation>查询秩</translation>
    </message>
    <message>
        <source>Size of the query latent; empty: queries come from the hidden state directly.</source>
        <translation>查询潜变量的大小；留空：查询直接由隐状态得到。</translation>
    </message>
    <message>
        <source>Key-value rank</source>
        <translation>键值秩</translation>
    </message>
    <message>
        <source>Size of the key-value latent; with the rotary key it is what decoding caches.</source>
        <translation>键值潜变量的大小；它与旋转键一起构成解码缓存。</translation>
    </message>
    <message>
        <source>Head dimension without RoPE</source>
        <translation>无 RoPE 头维度</translation>
    </message>
    <message>
        <source>Part of a query and key head that carries no position.</source>
        <translation>查询头和键头中不含位置的部分。</translation>
    </message>
    <message>
        <source>Head dimension with RoPE</source>
        <translation>RoPE 头维度</translation>
    </message>
    <message>
        <source>Part of a query head that is rotated; one key of this size is shared by all heads.</source>
        <translation>查询头中被旋转的部分；所有头共享一个此大小的键。</translation>
    </message>
    <message>
        <source>Value head dimension</source>
        <translation>值头维度</translation>
    </message>
    <message>
        <source>Size of a value head in latent and linear attention.</source>
        <translation>潜变量注意力和线性注意力中值头的大小。</translation>
    </message>
    <message>
        <source>Chunk length</source>
        <translation>分块长度</translation>
    </message>
    <message>
        <source>Tokens the linear kernel takes at once; longer moves fewer states and computes more pairs.</source>
        <translation>线性内核一次处理的 token 数；越长搬运的状态越少、计算的配对越多。</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>前馈宽度</translation>
    </message>
    <message>
        <source>Width of a dense feed-forward block (F).</source>
        <translation>稠密前馈块的宽度（F）。</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Routed experts per layer (E).</source>
        <translation>每层路由专家数（E）。</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>Routed experts each token meets (k); at most the number of experts.</source>
        <translation>每个 token 选中的路由专家数（k）；不超过专家数。</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>专家宽度</translation>
    </message>
    <message>
        <source>Width of one routed expert.</source>
        <translation>单个路由专家的宽度。</translation>
    </message>
    <message>
        <source>Shared expert width</source>
        <translation>共享专家宽度</translation>
    </message>
    <message>
        <source>Width of all shared experts together; 0: none.</source>
        <translation>所有共享专家的总宽度；0：没有。</translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation>并行度</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Data parallel (DP)</source>
        <translation>数据并行（DP）</translation>
    </message>
    <message>
        <source>Copies of the model that split the batch and add up gradients once a step; default 1.</source>
        <translation>各持一份模型、切分批量、每步汇总一次梯度的副本数；默认 1。</translation>
    </message>
    <message>
        <source>Fully sharded data parallel (FSDP)</source>
        <translation>全分片数据并行（FSDP）</translation>
    </message>
    <message>
        <source>Ranks that split the batch and the weights, gathered layer by layer; default all devices.</source>
        <translation>切分批量并切分权重（逐层收集）的 rank 数；默认全部设备。</translation>
    </message>
    <message>
        <source>Tensor parallel (TP)</source>
        <translation>张量并行（TP）</translation>
    </message>
    <message>
        <source>Ranks that split every layer&apos;s heads and widths; exchanges activations twice a layer; default 1.</source>
        <translation>切分每层的头和宽度的 rank 数；每层交换两次激活；默认 1。</translation>
    </message>
    <message>
        <source>Expert parallel (EP)</source>
        <translation>专家并行（EP）</translation>
    </message>
    <message>
        <source>Ranks that split the experts and, as a batch axis, the tokens; adds two all-to-alls a layer; default 1.</source>
        <translation>切分专家并作为批量轴切分 token 的 rank 数；每层增加两次 all-to-all；默认 1。</translation>
    </message>
    <message>
        <source>Pipeline parallel (PP)</source>
        <translation>流水线并行（PP）</translation>
    </message>
    <message>
        <source>Stages that split the layers; idles while the pipeline fills and drains; default 1.</source>
        <translation>切分各层的流水级数；流水线填充和排空时空闲；默认 1。</translation>
    </message>
    <message>
        <source>Context parallel (CP)</source>
        <translation>上下文并行（CP）</translation>
    </message>
    <message>
        <source>Ranks that split each sequence; exchanges keys and values; default 1.</source>
        <translation>切分每条序列的 rank 数；需交换键和值；默认 1。</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Sequences per rank and pass; larger keeps more activations, smaller gathers weights more often; default 1.</source>
        <translation>每个 rank 每次前向/反向的序列数；越大保留的激活越多，越小收集权重越频繁；默认 1。</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>Order of forward and backward passes on a stage; sets the bubble and the micro-batches in flight; default 1F1B.</source>
        <translation>流水级上前向与反向的次序；决定气泡和在途微批数；默认 1F1B。</translation>
    </message>
    <message>
        <source>Recompute (remat)</source>
        <translation>重计算（remat）</translation>
    </message>
    <message>
        <source>Which activations are dropped and computed again in backward: less memory, more FLOPs; default none.</source>
        <translation>丢弃哪些激活并在反向时重新计算：省显存、增 FLOPs；默认不重计算。</translation>
    </message>
    <message>
        <source>Expert all-to-all chunks</source>
        <translation>专家 all-to-all 分块数</translation>
    </message>
    <message>
        <source>Pieces an expert all-to-all is cut into to hide it under expert compute; the bound takes infinitely many; default 1.</source>
        <translation>为藏在专家计算之下而把 all-to-all 切成的块数；上界取无穷多；默认 1。</translation>
    </message>
    <message>
        <source>Weight gathering</source>
        <translation>权重收集</translation>
    </message>
    <message>
        <source>Whether sharded weights are gathered again in backward or kept for the whole step; default again.</source>
        <translation>分片权重在反向时再次收集，还是整步保留；默认再次收集。</translation>
    </message>
    <message>
        <source>Weight sharding</source>
        <translation>权重分片</translation>
    </message>
    <message>
        <source>Axes over which weights, gradients and optimizer state are split; default FSDP.</source>
        <translation>权重、梯度和优化器状态沿哪些轴切分；默认 FSDP。</translation>
    </message>
    <message>
        <source>State sharding (ZeRO)</source>
        <translation>状态分片（ZeRO）</translation>
    </message>
    <message>
        <source>What is additionally split over the data, expert and context axes; default none.</source>
        <translation>在数据、专家和上下文轴上额外切分什么；默认无。</translation>
    </message>
    <message>
        <source>Tensor parallel in experts</source>
        <translation>专家内张量并行</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Norms and residuals work on each tensor-parallel rank&apos;s share of the tokens; default on, matters when TP &gt; 1.</source>
        <translation>归一化和残差只处理各张量并行 rank 自己的 token；默认开启，TP &gt; 1 时有影响。</translation>
    </message>
    <message>
        <source>Counting and state</source>
        <translation>计数与状态</translation>
    </message>
    <message>
        <source>Budget and measurement</source>
        <translation>预算与实测</translation>
    </message>
    <message>
        <source>Padding share</source>
        <translation>填充占比</translation>
    </message>
    <message>
        <source>Share of positions that hold padding and train nothing, 0 to below 1; default 0.</source>
        <translation>填充位置所占比例（不参与训练），0 到小于 1；默认 0。</translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation>Token 预算</translation>
    </message>
    <message>
        <source>Tokens to train; gives days and chip-hours; optional.</source>
        <translation>要训练的 token 数；给出天数和芯片小时；可选。</translation>
    </message>
    <message>
        <source>Measured step time</source>
        <translation>实测步时</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>Chips in the run; must equal the product of the plan&apos;s degrees; default 1.</source>
        <translation>运行所用芯片数；须等于方案各并行度之积；默认 1。</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Tokens per sequence (S); attention grows with its square; default 4096.</source>
        <translation>每条序列的 token 数（S）；注意力按其平方增长；默认 4096。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批量</translation>
    </message>
    <message>
        <source>Sequences per step over all devices (B); tokens per step are B times S; default 512.</source>
        <translation>所有设备每步的序列数（B）；每步 token 数为 B × S；默认 512。</translation>
    </message>
    <message>
        <source>What counts as a model FLOP, the numerator of MFU; default headroom.</source>
        <translation>哪些计入模型 FLOP（MFU 的分子）；默认 headroom。</translation>
    </message>
    <message>
        <source>State recipe</source>
        <translation>状态方案</translation>
    </message>
    <message>
        <source>Bytes per parameter of weights, gradients and optimizer state; default mixed precision.</source>
        <translation>每参数的权重、梯度和优化器状态字节；默认混合精度。</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Which elementwise operators move bytes of their own; default standard.</source>
        <translation>哪些逐元素算子单独访存；默认 standard。</translation>
    </message>
    <message>
        <source>Attention kernel</source>
        <translation>注意力内核</translation>
    </message>
    <message>
        <source>Linear attention kernel</source>
        <translation>线性注意力内核</translation>
    </message>
    <message>
        <source>does not exist or cannot be reached</source>
        <translation>不存在或无法访问</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>是目录</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>is larger than {0}</source>
        <translation>大于 {0}</translation>
    </message>
    <message>
        <source>must be a list of objects; one item is {0}</source>
        <translation>须为对象列表；其中一项是 {0}</translation>
    </message>
    <message>
        <source>must state a {0} peak</source>
        <translation>须给出 {0} 峰值</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Every chip of a domain reaches every other at full bandwidth (NVLink).</source>
        <translation>域内任意两芯片以全带宽互通（NVLink）。</translation>
    </message>
    <message>
        <source>torus</source>
        <translation>环面（torus）</translation>
    </message>
    <message>
        <source>Chips are linked to their neighbours along two or three dimensions (ICI).</source>
        <translation>芯片沿两个或三个维度与邻居相连（ICI）。</translation>
    </message>
    <message>
        <source>all, when every dimension is a multiple of 4</source>
        <translation>每维都是 4 的倍数时全部环绕</translation>
    </message>
    <message>
        <source>a dimension of 16</source>
        <translation>长度为 16 的维</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>must be a list, not {0}</source>
        <translation>须为列表，而不是 {0}</translation>
    </message>
    <message>
        <source>must be a list of texts; one item is {0}</source>
        <translation>须为文本列表；其中一项是 {0}</translation>
    </message>
    <message>
        <source>is not stated; the default of {0} is {1}</source>
        <translation>未给出；{0} 的默认值为 {1}</translation>
    </message>
    <message>
        <source>is missing; {0} needs it</source>
        <translation>缺失；{0} 需要它</translation>
    </message>
    <message>
        <source>changes the cost and is understood only as {0}, not {1}</source>
        <translation>影响开销，只支持 {0}，不支持 {1}</translation>
    </message>
    <message>
        <source>is ignored: weights are counted without quantisation scales</source>
        <translation>已忽略：权重不计量化缩放因子</translation>
    </message>
    <message>
        <source>is not understood and may change the cost of {0}: {1}</source>
        <translation>无法识别，且可能影响 {0} 的开销：{1}</translation>
    </message>
    <message>
        <source>is missing; known are {0}</source>
        <translation>缺失；已知的有 {0}</translation>
    </message>
    <message>
        <source>{0} is unknown; known are {1}</source>
        <translation>未知的 {0}；已知的有 {1}</translation>
    </message>
    <message>
        <source>is not stated: no multi-token-prediction module counted</source>
        <translation>未给出：不计多 token 预测模块</translation>
    </message>
    <message>
        <source>must be head_dim {0} times partial_rotary_factor {1}, not {2}</source>
        <translation>须为 head_dim {0} × partial_rotary_factor {1}，而不是 {2}</translation>
    </message>
    <message>
        <source>is missing and hidden_size {0} is not a multiple of num_attention_heads {1}</source>
        <translation>缺失，且 hidden_size {0} 不是 num_attention_heads {1} 的倍数</translation>
    </message>
    <message>
        <source>must divide the heads&apos; width {0}, not {1}</source>
        <translation>须整除各头总宽 {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>the config states no chunk length for linear attention: {0} tokens taken</source>
        <translation>配置未给出线性注意力的分块长度：取 {0} token</translation>
    </message>
    <message>
        <source>must equal num_attention_heads {0}, not {1}</source>
        <translation>须等于 num_attention_heads {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>must list num_hidden_layers {0} layers, not {1}</source>
        <translation>须列出 num_hidden_layers {0} 层，而不是 {1} 层</translation>
    </message>
    <message>
        <source>must be full_attention or sliding_attention, not {0}</source>
        <translation>须为 full_attention 或 sliding_attention，而不是 {0}</translation>
    </message>
    <message>
        <source>is not in use, but layer_types names sliding_attention</source>
        <translation>未启用，但 layer_types 中有 sliding_attention</translation>
    </message>
    <message>
        <source>must divide num_attention_heads {0}, not {1}</source>
        <translation>须整除 num_attention_heads {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>must equal num_attention_heads {0} with latent attention, not {1}</source>
        <translation>潜变量注意力下须等于 num_attention_heads {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>must be qk_nope_head_dim + qk_rope_head_dim = {0}, not {1}</source>
        <translation>须为 qk_nope_head_dim + qk_rope_head_dim = {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>must be at most {0} {1}, not {2}</source>
        <translation>不得超过 {0} {1}，而不是 {2}</translation>
    </message>
    <message>
        <source>is larger than {0}: {1}</source>
        <translation>大于 {0}：{1}</translation>
    </message>
    <message>
        <source>is not text: byte {0} is zero</source>
        <translation>不是文本：第 {0} 字节为零</translation>
    </message>
    <message>
        <source>line {0}, column {1}: nested deeper than {2} levels</source>
        <translation>第 {0} 行第 {1} 列：嵌套超过 {2} 层</translation>
    </message>
    <message>
        <source>appears twice in one object</source>
        <translation>在同一对象中出现两次</translation>
    </message>
    <message>
        <source>must hold a JSON object, not {0}</source>
        <translation>须为 JSON 对象，而不是 {0}</translation>
    </message>
    <message>
        <source>line {0}, column {1}: not valid JSON ({2})</source>
        <translation>第 {0} 行第 {1} 列：不是有效的 JSON（{2}）</translation>
    </message>
    <message>
        <source>not valid JSON ({0})</source>
        <translation>不是有效的 JSON（{0}）</translation>
    </message>
    <message>
        <source>must be a number, not {0}</source>
        <translation>须为数字，而不是 {0}</translation>
    </message>
    <message>
        <source>must not be null</source>
        <translation>不得为 null</translation>
    </message>
    <message>
        <source>must have at most {0} bytes, not {1}</source>
        <translation>最多 {0} 字节，而不是 {1}</translation>
    </message>
    <message>
        <source>must be one of {0}, not {1}</source>
        <translation>须为 {0} 之一，而不是 {1}</translation>
    </message>
    <message>
        <source>must be an object, not {0}</source>
        <translation>须为对象，而不是 {0}</translation>
    </message>
    <message>
        <source>is not a unit of this quantity: {0}</source>
        <translation>不是该量的单位：{0}</translation>
    </message>
    <message>
        <source>must be ordered low ≤ value ≤ high</source>
        <translation>须满足 低 ≤ 值 ≤ 高</translation>
    </message>
    <message>
        <source>is not a known key</source>
        <translation>不是已知的键</translation>
    </message>
    <message>
        <source>must have at most {0} groups, not {1}</source>
        <translation>最多 {0} 组，而不是 {1}</translation>
    </message>
    <message>
        <source>softmax attention</source>
        <translation>softmax 注意力</translation>
    </message>
    <message>
        <source>Every query sees all earlier keys; fewer key-value heads make it grouped-query attention.</source>
        <translation>每个查询可见之前所有的键；键值头较少时即分组查询注意力。</translation>
    </message>
    <message>
        <source>multi-head latent attention</source>
        <translation>多头潜变量注意力（MLA）</translation>
    </message>
    <message>
        <source>Keys and values come from one low-rank latent per token.</source>
        <translation>键和值来自每 token 的一个低秩潜变量。</translation>
    </message>
    <message>
        <source>linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>A recurrent state of fixed size replaces the keys and values.</source>
        <translation>以固定大小的递推状态代替键和值。</translation>
    </message>
    <message>
        <source>no query-key norm</source>
        <translation>无 QK 归一化</translation>
    </message>
    <message>
        <source>per head</source>
        <translation>逐头</translation>
    </message>
    <message>
        <source>over all heads</source>
        <translation>所有头一起</translation>
    </message>
    <message>
        <source>lightning</source>
        <translation>lightning</translation>
    </message>
    <message>
        <source>One fixed decay per head.</source>
        <translation>每头一个固定衰减。</translation>
    </message>
    <message>
        <source>gated linear attention</source>
        <translation>门控线性注意力（GLA）</translation>
    </message>
    <message>
        <source>A decay per key dimension.</source>
        <translation>每个键维度一个衰减。</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>mixture of experts</source>
        <translation>混合专家（MoE）</translation>
    </message>
    <message>
        <source>data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>fully sharded data parallel</source>
        <translation>全分片数据并行</translation>
    </message>
    <message>
        <source>tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Every activation is kept; nothing is recomputed.</source>
        <translation>保留所有激活，不重计算。</translation>
    </message>
    <message>
        <source>save_dot_except_mlp</source>
        <translation>save_dot_except_mlp</translation>
    </message>
    <message>
        <source>Attention&apos;s matrix outputs are kept; the feed-forward runs again in backward.</source>
        <translation>保留注意力的矩阵输出；前馈在反向时重新执行。</translation>
    </message>
    <message>
        <source>full</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Only layer inputs are kept; every layer runs forward again in backward.</source>
        <translation>只保留各层输入；反向时每层重新前向。</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>One forward, one backward in turn; a stage holds at most as many micro-batches as stages follow.</source>
        <translation>一次前向、一次反向交替；一级持有的微批数不超过其后的级数。</translation>
    </message>
    <message>
        <source>gather again in backward</source>
        <translation>反向时再次收集</translation>
    </message>
    <message>
        <source>gather once a step and keep</source>
        <translation>每步收集一次并保留</translation>
    </message>
    <message>
        <source>over FSDP</source>
        <translation>沿 FSDP</translation>
    </message>
    <message>
        <source>over FSDP, EP and CP</source>
        <translation>沿 FSDP、EP 和 CP</translation>
    </message>
    <message>
        <source>optimizer (ZeRO-1)</source>
        <translation>优化器（ZeRO-1）</translation>
    </message>
    <message>
        <source>optimizer and gradients (ZeRO-2)</source>
        <translation>优化器和梯度（ZeRO-2）</translation>
    </message>
    <message>
        <source>must have at most {0} scenarios, not {1}</source>
        <translation>最多 {0} 个场景，而不是 {1}</translation>
    </message>
    <message>
        <source>must have at least one scenario</source>
        <translation>至少须有一个场景</translation>
    </message>
    <message>
        <source>is {0}; this program reads {1}: the file was written by a newer Headroom</source>
        <translation>为 {0}；本程序支持 {1}：该文件由更新版本的 Headroom 写成</translation>
    </message>
    <message>
        <source>must be &quot;{0}&quot;, not &quot;{1}&quot;: this is no Headroom project</source>
        <translation>须为“{0}”，而不是“{1}”：这不是 Headroom 项目</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>headroom</translation>
    </message>
    <message>
        <source>Exact causal pairs, router counted, linear attention at its recurrent minimum.</source>
        <translation>精确因果配对，计路由，线性注意力取递推最小值。</translation>
    </message>
    <message>
        <source>megatron</source>
        <translation>megatron</translation>
    </message>
    <message>
        <source>As Megatron-LM counts: half the square of the length, no router.</source>
        <translation>按 Megatron-LM：长度平方之半，不计路由。</translation>
    </message>
    <message>
        <source>maxtext</source>
        <translation>maxtext</translation>
    </message>
    <message>
        <source>As MaxText counts: half the square of the length, router counted.</source>
        <translation>按 MaxText：长度平方之半，计路由。</translation>
    </message>
    <message>
        <source>palm</source>
        <translation>palm</translation>
    </message>
    <message>
        <source>As the PaLM paper counts: the whole square of the length, no router.</source>
        <translation>按 PaLM 论文：长度的完整平方，不计路由。</translation>
    </message>
    <message>
        <source>full + router</source>
        <translation>full + router</translation>
    </message>
    <message>
        <source>As palm, with the router.</source>
        <translation>同 palm，另计路由。</translation>
    </message>
    <message>
        <source>6N</source>
        <translation>6N</translation>
    </message>
    <message>
        <source>Six FLOPs per active matrix parameter and token; attention pairs not counted.</source>
        <translation>每激活矩阵参数每 token 6 FLOPs；不计注意力配对。</translation>
    </message>
    <message>
        <source>Residual adds are operators of their own.</source>
        <translation>残差加是独立算子。</translation>
    </message>
    <message>
        <source>standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Residual adds are fused into the norms; rotary embedding is separate.</source>
        <translation>残差加融合进归一化；旋转位置编码独立。</translation>
    </message>
    <message>
        <source>No elementwise operator costs bytes: a limit no software passes.</source>
        <translation>逐元素算子不计字节：任何软件都无法超越的极限。</translation>
    </message>
    <message>
        <source>mixed precision</source>
        <translation>混合精度</translation>
    </message>
    <message>
        <source>bf16 weights, fp32 gradients, fp32 AdamW moments and master copy: 2 + 4 + 12 bytes per parameter.</source>
        <translation>bf16 权重、fp32 梯度、fp32 AdamW 动量和主副本：每参数 2 + 4 + 12 字节。</translation>
    </message>
    <message>
        <source>mixed, bf16 gradients</source>
        <translation>混合精度，bf16 梯度</translation>
    </message>
    <message>
        <source>As mixed with bf16 gradients: 2 + 2 + 12 bytes per parameter.</source>
        <translation>同混合精度，梯度为 bf16：每参数 2 + 2 + 12 字节。</translation>
    </message>
    <message>
        <source>fp32 (MaxText)</source>
        <translation>fp32（MaxText）</translation>
    </message>
    <message>
        <source>fp32 weights, gradients and AdamW moments: 4 + 4 + 8 bytes per parameter.</source>
        <translation>fp32 权重、梯度和 AdamW 动量：每参数 4 + 4 + 8 字节。</translation>
    </message>
    <message>
        <source>fused, 5-product backward</source>
        <translation>融合，反向 5 个乘积</translation>
    </message>
    <message>
        <source>One backward kernel computes the scores again once (FlashAttention).</source>
        <translation>单个反向内核重算一次分数（FlashAttention）。</translation>
    </message>
    <message>
        <source>fused, 7-product backward</source>
        <translation>融合，反向 7 个乘积</translation>
    </message>
    <message>
        <source>Separate query and key-value kernels compute the scores twice (splash attention).</source>
        <translation>查询与键值内核分开，分数重算两次（splash attention）。</translation>
    </message>
    <message>
        <source>two kernels, bf16 states</source>
        <translation>双内核，bf16 状态</translation>
    </message>
    <message>
        <source>States between chunks go through HBM as bf16.</source>
        <translation>块间状态以 bf16 经过 HBM。</translation>
    </message>
    <message>
        <source>two kernels, fp32 states</source>
        <translation>双内核，fp32 状态</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>States stay on the chip: a limit for chunk-wise kernels.</source>
        <translation>状态留在片上：分块内核的极限。</translation>
    </message>
    <message>
        <source>must divide the {0} attention heads, not {1}</source>
        <translation>须整除 {0} 个注意力头，而不是 {1}</translation>
    </message>
    <message>
        <source>must equal the {0} attention heads in latent and linear attention, not {1}</source>
        <translation>在潜变量和线性注意力中须等于 {0} 个注意力头，而不是 {1}</translation>
    </message>
    <message>
        <source>must be at most the {0} experts, not {1}</source>
        <translation>不得超过 {0} 个专家，而不是 {1}</translation>
    </message>
    <message>
        <source>must have at least one layer</source>
        <translation>至少须有一层</translation>
    </message>
    <message>
        <source>must be {0} sizes joined by x, as 4x8x8, not &quot;{1}&quot;</source>
        <translation>须为 {0} 个以 x 连接的尺寸，如 4x8x8，而不是“{1}”</translation>
    </message>
    <message>
        <source>{0} has {1} chips, which must divide the {2} devices</source>
        <translation>{0} 有 {1} 芯片，须整除 {2} 个设备</translation>
    </message>
    <message>
        <source>{0} has {1} chips; the largest slice of {2} has {3}</source>
        <translation>{0} 有 {1} 芯片；{2} 的最大切片为 {3}</translation>
    </message>
    <message>
        <source>the {0} peak must be a positive, ordered band</source>
        <translation>{0} 峰值须为正的有序区间</translation>
    </message>
    <message>
        <source>must be less than the capacity {0}, not {1}</source>
        <translation>须小于容量 {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>dp·fsdp·tp·ep·pp·cp = {0} must equal the {1} devices</source>
        <translation>dp·fsdp·tp·ep·pp·cp = {0} 须等于 {1} 个设备</translation>
    </message>
    <message>
        <source>there is no chart “{0}”</source>
        <translation>没有名为“{0}”的图表</translation>
    </message>
    <message>
        <source>there is no size “{0}”</source>
        <translation>没有名为“{0}”的尺寸</translation>
    </message>
    <message>
        <source>the file cannot be written</source>
        <translation>无法写入该文件</translation>
    </message>
    <message>
        <source>Exposed communication of one axis</source>
        <translation>某一轴的暴露通信</translation>
    </message>
    <message>
        <source>MTP embedding lookup</source>
        <translation>MTP 嵌入查表</translation>
    </message>
    <message>
        <source>Share of the link excess</source>
        <translation>链路超出部分的份额</translation>
    </message>
    <message>
        <source>Delta-rule FLOPs of a token</source>
        <translation>每 token 的 delta 规则 FLOPs</translation>
    </message>
    <message>
        <source>Gated delta FLOPs of a token, as the convention counts</source>
        <translation>每 token 的门控 delta FLOPs（按口径计）</translation>
    </message>
    <message>
        <source>Indexer FLOPs of a token</source>
        <translation>每 token 的索引器 FLOPs</translation>
    </message>
    <message>
        <source>attention post-norm</source>
        <translation>注意力后归一化</translation>
    </message>
    <message>
        <source>query, key, value and gate projection</source>
        <translation>查询、键、值与门投影</translation>
    </message>
    <message>
        <source>decay and beta projection</source>
        <translation>衰减与 beta 投影</translation>
    </message>
    <message>
        <source>decay gate down-projection</source>
        <translation>衰减门降维投影</translation>
    </message>
    <message>
        <source>decay gate projection</source>
        <translation>衰减门投影</translation>
    </message>
    <message>
        <source>beta projection</source>
        <translation>beta 投影</translation>
    </message>
    <message>
        <source>output gate down-projection</source>
        <translation>输出门降维投影</translation>
    </message>
    <message>
        <source>short convolution</source>
        <translation>短卷积</translation>
    </message>
    <message>
        <source>decay gate</source>
        <translation>衰减门</translation>
    </message>
    <message>
        <source>Bytes of the fused delta-rule core</source>
        <translation>融合 delta 规则核的字节</translation>
    </message>
    <message>
        <source>Bytes of the fused delta-rule core&apos;s backward</source>
        <translation>融合 delta 规则核反向的字节</translation>
    </message>
    <message>
        <source>Bytes of the chunk-wise delta-rule core</source>
        <translation>分块 delta 规则核的字节</translation>
    </message>
    <message>
        <source>Bytes of the chunk-wise delta-rule core&apos;s backward</source>
        <translation>分块 delta 规则核反向的字节</translation>
    </message>
    <message>
        <source>FLOPs of the delta rule</source>
        <translation>delta 规则的 FLOPs</translation>
    </message>
    <message>
        <source>FLOPs of the chunk-wise delta rule</source>
        <translation>分块 delta 规则的 FLOPs</translation>
    </message>
    <message>
        <source>Model FLOPs of the delta rule&apos;s backward</source>
        <translation>delta 规则反向的模型 FLOPs</translation>
    </message>
    <message>
        <source>Executed FLOPs of the gated delta rule&apos;s backward</source>
        <translation>门控 delta 规则反向的执行 FLOPs</translation>
    </message>
    <message>
        <source>Executed FLOPs of KDA&apos;s backward</source>
        <translation>KDA 反向的执行 FLOPs</translation>
    </message>
    <message>
        <source>delta rule core</source>
        <translation>delta 规则核</translation>
    </message>
    <message>
        <source>FLOPs of the indexer&apos;s scores</source>
        <translation>索引器打分的 FLOPs</translation>
    </message>
    <message>
        <source>Model FLOPs of the scores&apos; backward</source>
        <translation>打分反向的模型 FLOPs</translation>
    </message>
    <message>
        <source>Executed FLOPs of the scores&apos; backward</source>
        <translation>打分反向的执行 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of the indexer&apos;s scores</source>
        <translation>索引器打分的字节</translation>
    </message>
    <message>
        <source>Bytes of the scores&apos; backward</source>
        <translation>打分反向的字节</translation>
    </message>
    <message>
        <source>indexer scores</source>
        <translation>索引器打分</translation>
    </message>
    <message>
        <source>Keys chosen, at most all</source>
        <translation>选中的键数，至多全部</translation>
    </message>
    <message>
        <source>indexer query projection</source>
        <translation>索引器查询投影</translation>
    </message>
    <message>
        <source>indexer key projection</source>
        <translation>索引器键投影</translation>
    </message>
    <message>
        <source>indexer weight projection</source>
        <translation>索引器权重投影</translation>
    </message>
    <message>
        <source>indexer key norm</source>
        <translation>索引器键归一化</translation>
    </message>
    <message>
        <source>indexer rotary embedding</source>
        <translation>索引器旋转位置编码（RoPE）</translation>
    </message>
    <message>
        <source>query, key, value activation</source>
        <translation>查询、键、值激活</translation>
    </message>
    <message>
        <source>GeGLU</source>
        <translation>GeGLU</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>feed-forward post-norm</source>
        <translation>前馈后归一化</translation>
    </message>
    <message>
        <source>Keys chosen</source>
        <translation>选中的键数</translation>
    </message>
    <message>
        <source>Keys a query meets in sparse latent attention, chosen by the indexer&apos;s scores.</source>
        <translation>稀疏潜在注意力中一个查询所见的键数，由索引器打分选出。</translation>
    </message>
    <message>
        <source>Delta-rule heads</source>
        <translation>delta 规则头数</translation>
    </message>
    <message>
        <source>Value heads of the gated delta rule, each with a state of its own.</source>
        <translation>门控 delta 规则的值头数，每个头有自己的状态。</translation>
    </message>
    <message>
        <source>Delta-rule key heads</source>
        <translation>delta 规则键头数</translation>
    </message>
    <message>
        <source>Query and key heads of the gated delta rule; must divide its heads.</source>
        <translation>门控 delta 规则的查询头与键头数；须整除其头数。</translation>
    </message>
    <message>
        <source>Delta-rule key dimension</source>
        <translation>delta 规则键维度</translation>
    </message>
    <message>
        <source>Size of a query and key head of the gated delta rule.</source>
        <translation>门控 delta 规则中查询头与键头的大小。</translation>
    </message>
    <message>
        <source>must not be null: the indexer reads the query latent</source>
        <translation>不能为 null：索引器读取查询潜变量</translation>
    </message>
    <message>
        <source>must divide linear_num_value_heads {0}, not {1}</source>
        <translation>须整除 linear_num_value_heads {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>is not in the config: one module taken, as in the published weights</source>
        <translation>配置中没有：按已发布权重取一个模块</translation>
    </message>
    <message>
        <source>must equal num_experts_per_tok {0}, not {1}</source>
        <translation>须等于 num_experts_per_tok {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>layer {0} must be in one of kda_layers and full_attn_layers</source>
        <translation>第 {0} 层须恰好列于 kda_layers 与 full_attn_layers 之一</translation>
    </message>
    <message>
        <source>must equal qk_rope_head_dim {0}, not {1}</source>
        <translation>须等于 qk_rope_head_dim {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>must be at most head_dim {0}, not {1}</source>
        <translation>至多为 head_dim {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>names modules whose shapes the config does not state: none counted</source>
        <translation>所指模块的形状未在配置中给出：不计入</translation>
    </message>
    <message>
        <source>must be full_attention or {0}, not {1}</source>
        <translation>须为 full_attention 或 {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>is ignored: the language model alone is counted</source>
        <translation>已忽略：只计语言模型</translation>
    </message>
    <message>
        <source>gated delta rule</source>
        <translation>门控 delta 规则</translation>
    </message>
    <message>
        <source>A decay per head; each token first erases what its key holds.</source>
        <translation>每个头一个衰减；每个 token 先擦除其键上已存的内容。</translation>
    </message>
    <message>
        <source>Kimi delta attention</source>
        <translation>Kimi delta 注意力（KDA）</translation>
    </message>
    <message>
        <source>The delta rule with a decay per key dimension.</source>
        <translation>每个键维度各有衰减的 delta 规则。</translation>
    </message>
    <message>
        <source>no output gate</source>
        <translation>无输出门</translation>
    </message>
    <message>
        <source>one gate per head</source>
        <translation>每个头一个门</translation>
    </message>
    <message>
        <source>one gate per element</source>
        <translation>每个元素一个门</translation>
    </message>
    <message>
        <source>Measured law of matrix products</source>
        <translation>矩阵乘的实测规律</translation>
    </message>
    <message>
        <source>Measured law of matrix products with quantised activations</source>
        <translation>激活先量化的矩阵乘的实测规律</translation>
    </message>
    <message>
        <source>Measured law of fused attention</source>
        <translation>融合注意力的实测规律</translation>
    </message>
    <message>
        <source>Measured law of kernels that move bytes</source>
        <translation>访存型内核的实测规律</translation>
    </message>
    <message>
        <source>Measured law of a layer&apos;s routed experts</source>
        <translation>一层路由专家的实测规律</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Latent attention core</source>
        <translation>潜在注意力核心（MLA）</translation>
    </message>
    <message>
        <source>Attention core, backward</source>
        <translation>注意力核心，反向</translation>
    </message>
    <message>
        <source>Attention core, decode</source>
        <translation>注意力核心，解码</translation>
    </message>
    <message>
        <source>Grouped experts</source>
        <translation>分组专家</translation>
    </message>
    <message>
        <source>Clock under load</source>
        <translation>负载下的时钟频率</translation>
    </message>
    <message>
        <source>Collective across domains</source>
        <translation>跨域集合通信</translation>
    </message>
    <message>
        <source>Share of the dense peak</source>
        <translation>占稠密峰值的比例</translation>
    </message>
    <message>
        <source>Share of the HBM bandwidth</source>
        <translation>占 HBM 带宽的比例</translation>
    </message>
    <message>
        <source>Share of the HBM bandwidth in the elementwise parts</source>
        <translation>逐元素部分占 HBM 带宽的比例</translation>
    </message>
    <message>
        <source>Share of the HBM bandwidth while quantising</source>
        <translation>量化时占 HBM 带宽的比例</translation>
    </message>
    <message>
        <source>Head dims that cost as much as the exponentials</source>
        <translation>与指数运算开销相当的头维度</translation>
    </message>
    <message>
        <source>Keys at which the rate is half</source>
        <translation>速率减半处的键数</translation>
    </message>
    <message>
        <source>Tiles at which the rate is half</source>
        <translation>速率减半处的分块数</translation>
    </message>
    <message>
        <source>Share of the link bandwidth</source>
        <translation>占链路带宽的比例</translation>
    </message>
    <message>
        <source>Share of the link bandwidth with in-switch reduction</source>
        <translation>交换机内归约时占链路带宽的比例</translation>
    </message>
    <message>
        <source>Start of a collective</source>
        <translation>集合通信的启动时间</translation>
    </message>
    <message>
        <source>Start of a collective, per further rank</source>
        <translation>集合通信的启动时间，每增加一个 rank</translation>
    </message>
    <message>
        <source>Share of the scale-out bandwidth</source>
        <translation>占 scale-out 带宽的比例</translation>
    </message>
    <message>
        <source>Start of a collective, per further node</source>
        <translation>集合通信的启动时间，每增加一个节点</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>Backward rate over forward rate</source>
        <translation>反向速率与前向速率之比</translation>
    </message>
    <message>
        <source>Sustained over short-call clock</source>
        <translation>持续与短时调用的时钟之比</translation>
    </message>
    <message>
        <source>FLOPs of a call</source>
        <translation>一次调用的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of a call</source>
        <translation>一次调用的字节数</translation>
    </message>
    <message>
        <source>Head dim</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>Mean keys per query</source>
        <translation>每个查询的平均键数</translation>
    </message>
    <message>
        <source>Tiles of 128 queries</source>
        <translation>128 个查询的分块</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>rank 数</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>must be {0} numbers between 0 and {1} in ascending order, not {2}</source>
        <translation>必须是 {0} 个介于 0 和 {1} 之间的升序数字，而不是 {2}</translation>
    </message>
    <message>
        <source>must have at most {0} laws, not {1}</source>
        <translation>最多有 {0} 条规律，而不是 {1}</translation>
    </message>
    <message>
        <source>attention {0}, head dims to multiples of {1}, tile {2}, linear core {3}, fusion {4}, loss {5}, dispatch {6}, load balanced</source>
        <translation>注意力 {0}，头维度补齐到 {1} 的倍数，分块 {2}，线性核 {3}，融合 {4}，损失 {5}，分发 {6}，负载均衡</translation>
    </message>
    <message>
        <source>Bytes of the decays</source>
        <translation>衰减的字节数</translation>
    </message>
    <message>
        <source>Bytes of the decays and of the scores inside chunks</source>
        <translation>衰减与块内分数的字节数</translation>
    </message>
    <message>
        <source>Tile, at most the sequence</source>
        <translation>分块大小，至多为序列长度</translation>
    </message>
    <message>
        <source>Keys of the tiles that a window touches</source>
        <translation>窗口触及的分块所含的键数</translation>
    </message>
    <message>
        <source>Mean keys per query of whole tiles</source>
        <translation>按整块计算时每个查询的平均键数</translation>
    </message>
    <message>
        <source>Head dim as the matrix unit takes it</source>
        <translation>矩阵单元所用的头维度</translation>
    </message>
    <message>
        <source>FLOPs of one product of the unfused core</source>
        <translation>非融合核中一次乘积的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of a product of the unfused core</source>
        <translation>非融合核中一次乘积的字节数</translation>
    </message>
    <message>
        <source>Bytes of the backward of a product of the unfused core</source>
        <translation>非融合核中一次乘积的反向字节数</translation>
    </message>
    <message>
        <source>attention scores</source>
        <translation>注意力分数</translation>
    </message>
    <message>
        <source>attention softmax</source>
        <translation>注意力 softmax</translation>
    </message>
    <message>
        <source>attention context</source>
        <translation>注意力上下文</translation>
    </message>
    <message>
        <source>FLOPs of products with a one-hot mask</source>
        <translation>与独热掩码相乘的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of products with a one-hot mask</source>
        <translation>与独热掩码相乘的字节数</translation>
    </message>
    <message>
        <source>Slots of an expert for each sequence</source>
        <translation>每个序列中一个专家的槽位数</translation>
    </message>
    <message>
        <source>Slots of all experts for a rank&apos;s tokens</source>
        <translation>一个 rank 的 token 在所有专家中的槽位数</translation>
    </message>
    <message>
        <source>dispatch and combine masks</source>
        <translation>分发与合并掩码</translation>
    </message>
    <message>
        <source>Bytes of a product of the chunked head</source>
        <translation>分块输出头一次乘积的字节数</translation>
    </message>
    <message>
        <source>Bytes of the chunked head&apos;s weight gradient</source>
        <translation>分块输出头权重梯度的字节数</translation>
    </message>
    <message>
        <source>Chunks of a pass</source>
        <translation>一次计算的块数</translation>
    </message>
    <message>
        <source>Capacity factor</source>
        <translation>容量系数</translation>
    </message>
    <message>
        <source>Slots of each expert over the tokens it expects per sequence, 1 to 64; the rest is computed as padding; default 1.25.</source>
        <translation>每个专家的槽位数与其每个序列预期 token 数之比，1 到 64；多出的槽位按填充计算；默认 1.25。</translation>
    </message>
    <message>
        <source>Form of the softmax attention core; sets its scores&apos; bytes and the matrix products of its backward; default fused with 5.</source>
        <translation>softmax 注意力核的形式；决定分数的字节数和反向的矩阵乘积次数；默认融合、5 次。</translation>
    </message>
    <message>
        <source>Head dim multiple</source>
        <translation>头维度倍数</translation>
    </message>
    <message>
        <source>The attention core computes with head dims padded up to a multiple of this, 128 on a TPU&apos;s matrix unit; default 1, no padding.</source>
        <translation>注意力核按补齐到该值倍数的头维度计算，TPU 矩阵单元为 128；默认 1，不补齐。</translation>
    </message>
    <message>
        <source>Attention tile</source>
        <translation>注意力分块</translation>
    </message>
    <message>
        <source>Rows and columns of a fused kernel&apos;s tiles: the masked part of those on the diagonal is computed; default 1, nothing masked is.</source>
        <translation>融合内核分块的行数和列数：对角线分块中被掩盖的部分也会计算；默认 1，不计算被掩盖的部分。</translation>
    </message>
    <message>
        <source>Loss kernel</source>
        <translation>损失内核</translation>
    </message>
    <message>
        <source>How many tokens&apos; logits exist at a time; sets the bytes and memory of head and loss; default all, in fp32.</source>
        <translation>同时存在多少 token 的 logits；决定输出头与损失的字节数和显存；默认全部，fp32。</translation>
    </message>
    <message>
        <source>Loss chunk</source>
        <translation>损失块</translation>
    </message>
    <message>
        <source>Tokens whose logits exist at a time; the head&apos;s weights are read once for each chunk; default 1024.</source>
        <translation>同时存在 logits 的 token 数；每个块读取一次输出头权重；默认 1024。</translation>
    </message>
    <message>
        <source>Expert dispatch kernel</source>
        <translation>专家分发内核</translation>
    </message>
    <message>
        <source>How tokens reach their experts; capacity computes empty slots and one-hot products; default sorted.</source>
        <translation>token 到达专家的方式；容量方式会计算空槽位和独热乘积；默认排序。</translation>
    </message>
    <message>
        <source>Where the states between chunks live, and how precise the products are; default two kernels with bf16 states.</source>
        <translation>块间状态的存放位置以及乘积的精度；默认两个内核、bf16 状态。</translation>
    </message>
    <message>
        <source>unfused</source>
        <translation>非融合</translation>
    </message>
    <message>
        <source>Scores, softmax and context are kernels of their own; all scores, masked ones too, go through HBM and are kept for backward.</source>
        <translation>分数、softmax 与上下文各为一个内核；所有分数（包括被掩盖的）都经过 HBM，并为反向保留。</translation>
    </message>
    <message>
        <source>States between chunks are written as fp32 and read as bf16 operands.</source>
        <translation>块间状态以 fp32 写出，以 bf16 操作数读回。</translation>
    </message>
    <message>
        <source>two kernels, fp32 products</source>
        <translation>两个内核，fp32 乘积</translation>
    </message>
    <message>
        <source>fp32 states both ways, and products at highest precision: six bf16 matrix passes each (Pallas).</source>
        <translation>状态读写均为 fp32，乘积用最高精度：每次六遍 bf16 矩阵运算（Pallas）。</translation>
    </message>
    <message>
        <source>fp32 logits</source>
        <translation>fp32 logits</translation>
    </message>
    <message>
        <source>The logits of all tokens stand in HBM as fp32.</source>
        <translation>所有 token 的 logits 以 fp32 存放在 HBM 中。</translation>
    </message>
    <message>
        <source>chunked, gradient in forward</source>
        <translation>分块，前向中求梯度</translation>
    </message>
    <message>
        <source>Logits of one chunk of tokens at a time; their gradient is formed at once: 3 products.</source>
        <translation>每次只有一块 token 的 logits，并立即求其梯度：3 次乘积。</translation>
    </message>
    <message>
        <source>chunked, logits again in backward</source>
        <translation>分块，反向重算 logits</translation>
    </message>
    <message>
        <source>Logits of one chunk of tokens at a time, computed again in backward: 4 products.</source>
        <translation>每次只有一块 token 的 logits，反向时重新计算：4 次乘积。</translation>
    </message>
    <message>
        <source>sorted, dropless</source>
        <translation>排序，不丢弃</translation>
    </message>
    <message>
        <source>Tokens are sorted by expert into groups of any size; nothing is padded or dropped.</source>
        <translation>token 按专家排序为任意大小的组；不填充也不丢弃。</translation>
    </message>
    <message>
        <source>capacity, one-hot products</source>
        <translation>固定容量，独热乘积</translation>
    </message>
    <message>
        <source>Products with one-hot masks move tokens into slots of fixed capacity; empty slots are computed.</source>
        <translation>与独热掩码的乘积把 token 移入固定容量的槽位；空槽位也会计算。</translation>
    </message>
    <message>
        <source>Recurrent states passed on</source>
        <translation>传递的循环状态</translation>
    </message>
    <message>
        <source>Weights or gradients that a rank contributes to, per call</source>
        <translation>每次调用中一个 rank 参与的权重或梯度</translation>
    </message>
    <message>
        <source>Busy time of a network by a stage&apos;s weights</source>
        <translation>某个 stage 的权重占用网络的时间</translation>
    </message>
    <message>
        <source>Waits of a pass for its weights</source>
        <translation>一次 pass 等待权重的时间</translation>
    </message>
    <message>
        <source>Weights moved under a pass&apos;s compute</source>
        <translation>在一次 pass 的计算下移动的权重</translation>
    </message>
    <message>
        <source>Busy time of a network in a pass, weights included</source>
        <translation>一次 pass 中网络的忙碌时间，含权重</translation>
    </message>
    <message>
        <source>metadata.total_size {0} B is the size of all tensors</source>
        <translation>metadata.total_size {0} B 等于所有张量的大小</translation>
    </message>
    <message>
        <source>metadata.total_size {0} B is not the size of all tensors, {1} B</source>
        <translation>metadata.total_size {0} B 不等于所有张量的大小 {1} B</translation>
    </message>
    <message>
        <source>metadata.total_size {0} B is as the names tell: weights with a scale 1 B, scales and router biases 4 B, all others 2 B</source>
        <translation>metadata.total_size {0} B 与按名称推算一致：带缩放因子的权重 1 B，缩放因子和路由偏置 4 B，其余 2 B</translation>
    </message>
    <message>
        <source>metadata.total_size {0} B; the names tell {1} B: weights with a scale 1 B, scales and router biases 4 B, all others 2 B</source>
        <translation>metadata.total_size {0} B；按名称推算为 {1} B：带缩放因子的权重 1 B，缩放因子和路由偏置 4 B，其余 2 B</translation>
    </message>
    <message>
        <source>an index has no shapes: names and total_size are reconciled; {0} files without their header</source>
        <translation>索引不含形状：只核对名称和 total_size；{0} 个文件没有头部</translation>
    </message>
    <message>
        <source>{0} elements stored = {1} expected {2}: explained to the last element</source>
        <translation>存储 {0} 个元素 = 预期 {1} {2}：每个元素都已解释</translation>
    </message>
    <message>
        <source>{0} elements by their names = {1} expected {2}: every name explained</source>
        <translation>按名称共 {0} 个元素 = 预期 {1} {2}：每个名称都已解释</translation>
    </message>
    <message>
        <source>{0} elements stored, {1} expected, {2}: {3} tensors unexplained</source>
        <translation>存储 {0} 个元素，预期 {1} 个，{2}：{3} 个张量未能解释</translation>
    </message>
    <message>
        <source>is in the index, but not in this file</source>
        <translation>在索引中，但不在此文件中</translation>
    </message>
    <message>
        <source>is in this file, but not in the index</source>
        <translation>在此文件中，但不在索引中</translation>
    </message>
    <message>
        <source>is given twice: {0}</source>
        <translation>重复给出：{0}</translation>
    </message>
    <message>
        <source>is a second index beside {0}</source>
        <translation>是 {0} 之外的第二个索引</translation>
    </message>
    <message>
        <source>is in {0} already</source>
        <translation>已在 {0} 中</translation>
    </message>
    <message>
        <source>the checkpoint holds {0} tensors, at most {1} are read</source>
        <translation>检查点含 {0} 个张量，最多读取 {1} 个</translation>
    </message>
    <message>
        <source>has more tensors than the {0} that a checkpoint may have</source>
        <translation>张量数超过检查点允许的 {0} 个</translation>
    </message>
    <message>
        <source>{0} has no tensor names for these weights: {1}</source>
        <translation>{0} 没有以下权重的张量名称：{1}</translation>
    </message>
    <message>
        <source>is not known, and with it the names of the tensors: made by hand</source>
        <translation>未知，因此张量名称也未知：手工建立的模型</translation>
    </message>
    <message>
        <source>no tensor names are known for {0}</source>
        <translation>不知道 {0} 的张量名称</translation>
    </message>
    <message>
        <source>no tensor names of prediction modules are known for {0}</source>
        <translation>不知道 {0} 的预测模块的张量名称</translation>
    </message>
    <message>
        <source>{0} is no dtype of safetensors</source>
        <translation>{0} 不是 safetensors 的数据类型</translation>
    </message>
    <message>
        <source>has more than 2^53 bits</source>
        <translation>超过 2^53 位</translation>
    </message>
    <message>
        <source>must be [begin, end] with begin ≤ end</source>
        <translation>必须是 [begin, end]，且 begin ≤ end</translation>
    </message>
    <message>
        <source>spans {0} bytes, but {1} elements of {2} take {3} bits</source>
        <translation>跨 {0} 字节，但 {1} 个 {2} 元素占 {3} 位</translation>
    </message>
    <message>
        <source>must begin at {0}, where the tensor before it ends, not at {1}</source>
        <translation>必须从前一个张量的末尾 {0} 开始，而不是 {1}</translation>
    </message>
    <message>
        <source>holds {0} bytes of data, but its tensors end at {1}</source>
        <translation>含 {0} 字节数据，但张量在 {1} 处结束</translation>
    </message>
    <message>
        <source>is no safetensors file: {0} bytes</source>
        <translation>不是 safetensors 文件：{0} 字节</translation>
    </message>
    <message>
        <source>is no safetensors file: a header of {0} bytes, at most {1} are allowed</source>
        <translation>不是 safetensors 文件：头部 {0} 字节，最多允许 {1} 字节</translation>
    </message>
    <message>
        <source>ends inside its header: {0} bytes, the header needs {1}</source>
        <translation>在头部内结束：{0} 字节，头部需要 {1} 字节</translation>
    </message>
    <message>
        <source>must be a file name without a folder, not {0}</source>
        <translation>必须是不带文件夹的文件名，而不是 {0}</translation>
    </message>
    <message>
        <source>names more than {0} tensors: {1}</source>
        <translation>列出的张量超过 {0} 个：{1}</translation>
    </message>
    <message>
        <source>match</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>name only</source>
        <translation>仅名称</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>other shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>extra</source>
        <translation>多余</translation>
    </message>
    <message>
        <source>scale of a quantised weight</source>
        <translation>量化权重的缩放因子</translation>
    </message>
    <message>
        <source>quantised: several values to a byte</source>
        <translation>已量化：每字节含多个值</translation>
    </message>
    <message>
        <source>copy of the embedding or head in a prediction module</source>
        <translation>预测模块中的嵌入或输出头副本</translation>
    </message>
    <message>
        <source>copy of the tied embedding</source>
        <translation>共享嵌入的副本</translation>
    </message>
    <message>
        <source>the embedding is the head</source>
        <translation>嵌入即输出头</translation>
    </message>
    <message>
        <source>prediction module that the checkpoint leaves out</source>
        <translation>检查点未保存的预测模块</translation>
    </message>
    <message>
        <source>prediction module that the model does not count</source>
        <translation>模型未计入的预测模块</translation>
    </message>
    <message>
        <source>frequencies of RoPE: a buffer, no weight</source>
        <translation>RoPE 的频率：是缓冲区，不是权重</translation>
    </message>
    <message>
        <source>vision tower: the language model alone is counted</source>
        <translation>视觉塔：只计语言模型</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>dense feed-forward</source>
        <translation>稠密前馈</translation>
    </message>
    <message>
        <source>routers</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>router biases</source>
        <translation>路由偏置</translation>
    </message>
    <message>
        <source>routed experts</source>
        <translation>路由专家</translation>
    </message>
    <message>
        <source>shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>multi-token prediction</source>
        <translation>多 token 预测</translation>
    </message>
    <message>
        <source>quantisation scales</source>
        <translation>量化缩放因子</translation>
    </message>
    <message>
        <source>copies of embedding and head</source>
        <translation>嵌入和输出头的副本</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>vision tower</source>
        <translation>视觉塔</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>neither a Headroom project, a model&apos;s config.json, a hardware description nor a checkpoint&apos;s index or header</source>
        <translation>既不是 Headroom 项目、模型的 config.json、硬件描述，也不是检查点的索引或头部</translation>
    </message>
    <message>
        <source>must have at most {0} items, not {1}</source>
        <translation>最多 {0} 项，而不是 {1}</translation>
    </message>
    <message>
        <source>Start of a collective, growing with its ranks</source>
        <translation>集合通信的启动时间，随 rank 数增长</translation>
    </message>
    <message>
        <source>Bytes of a collective over a link</source>
        <translation>集合通信在链路上的字节</translation>
    </message>
    <message>
        <source>Bytes of an all-reduce in the switch</source>
        <translation>交换机内 all-reduce 的字节</translation>
    </message>
    <message>
        <source>{0}: shares of the peaks, the same at every size</source>
        <translation>{0}：占峰值的比例，在所有规模下相同</translation>
    </message>
    <message>
        <source>{0}: laws of the {1}, smooth in size; overlap, contention and overhead are judgement</source>
        <translation>{0}：{1} 的规律，随规模平滑变化；重叠、争用与开销为主观判断</translation>
    </message>
    <message>
        <source>{0}: laws of the {1}, smooth in size, off by {2} (median) on matrix products left out of their fit; overlap, contention and overhead are judgement</source>
        <translation>{0}：{1} 的规律，随规模平滑变化，在未参与拟合的矩阵乘上误差为 {2}（中位数）；重叠、争用与开销为主观判断</translation>
    </message>
    <message>
        <source>the law {0} {1} of the {2} was fitted for {3} from {4} to {5}; this plan uses it at {6}</source>
        <translation>{2} 的规律 {0} {1} 的拟合范围为 {3} 从 {4} 到 {5}；此方案用在 {6}</translation>
    </message>
    <message>
        <source>no kernel of {0} was measured: its laws are those of the {1}</source>
        <translation>没有 {0} 的内核实测：其规律取自 {1}</translation>
    </message>
    <message>
        <source>the laws were measured on {0}, not on {1}</source>
        <translation>规律是在 {0} 上实测的，而不是 {1}</translation>
    </message>
    <message>
        <source>no law {0} for {1}: shares of the peaks are used</source>
        <translation>{1} 没有规律 {0}：使用占峰值的比例</translation>
    </message>
    <message>
        <source>the law {0} is that of the {1}: {2} was not measured</source>
        <translation>规律 {0} 取自 {1}：{2} 没有实测</translation>
    </message>
    <message>
        <source>collectives on a torus were not measured: shares of the link bandwidth are used</source>
        <translation>环面上的集合通信没有实测：使用占链路带宽的比例</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Head dim of queries and values, mean</source>
        <translation>查询与值的头维度，平均</translation>
    </message>
    <message>
        <source>Masked keys per query that the FLOPs hold</source>
        <translation>FLOPs 中包含的每个查询的被掩蔽键数</translation>
    </message>
    <message>
        <source>Share of the peak under training&apos;s clocks</source>
        <translation>训练时钟下占峰值的比例</translation>
    </message>
    <message>
        <source>Share of a peak in gradients, with a wider band</source>
        <translation>梯度计算占峰值的比例，区间更宽</translation>
    </message>
    <message>
        <source>Share of the peak in attention&apos;s backward</source>
        <translation>注意力反向占峰值的比例</translation>
    </message>
    <message>
        <source>Launch of the experts&apos; module per grouped product</source>
        <translation>每个分组矩阵乘分摊的专家模块启动时间</translation>
    </message>
    <message>
        <source>Share of the scale-up bandwidth that collectives reach; with measured laws of collectives, that messages between stages reach.</source>
        <translation>集合通信达到的 scale-up 带宽比例；若有集合通信的实测规律，则为阶段间消息达到的比例。</translation>
    </message>
    <message>
        <source>{0} sequences of {1} tokens per step, padding share {2}, packed from documents of {3} tokens on average, {4} causal pairs per token</source>
        <translation>每步 {0} 个 {1} token 的序列，填充占比 {2}，由平均 {3} token 的文档打包而成，每个 token {4} 个因果对</translation>
    </message>
    <message>
        <source>Query-key pairs of the documents of one length</source>
        <translation>同一长度文档的查询-键对数</translation>
    </message>
    <message>
        <source>Tokens of the documents of one length</source>
        <translation>同一长度文档的 token 数</translation>
    </message>
    <message>
        <source>Sum over the documents</source>
        <translation>对各文档求和</translation>
    </message>
    <message>
        <source>Mean keys per query of packed documents</source>
        <translation>打包文档中每个查询的平均键数</translation>
    </message>
    <message>
        <source>Document lengths</source>
        <translation>文档长度</translation>
    </message>
    <message>
        <source>Tokens of the documents packed into the sequences, as 4096, 3x512: attention stays within each; default none, a sequence is one document.</source>
        <translation>打包进序列的各文档的 token 数，如 4096, 3x512：注意力限于文档之内；默认无，一个序列即一个文档。</translation>
    </message>
    <message>
        <source>must be lengths such as 4096, 3x512, not &quot;{0}&quot;</source>
        <translation>必须是长度，如 4096, 3x512，而不是“{0}”</translation>
    </message>
    <message>
        <source>a document of {0} tokens is longer than the sequence length {1}</source>
        <translation>{0} 个 token 的文档超过序列长度 {1}</translation>
    </message>
    <message>
        <source>layers&apos; matrix products {3}, other compute bf16, expert dispatch {4}, accumulation fp32; bytes per parameter: weights {0}, gradients {1}, optimizer {2} (AdamW)</source>
        <translation>各层矩阵乘 {3}，其余计算 bf16，专家分发 {4}，累加 fp32；每参数字节数：权重 {0}，梯度 {1}，优化器 {2}（AdamW）</translation>
    </message>
    <message>
        <source>Products below the named peak&apos;s precision</source>
        <translation>未用所标峰值精度的矩阵乘</translation>
    </message>
    <message>
        <source>attention operand quantisation</source>
        <translation>注意力操作数量化</translation>
    </message>
    <message>
        <source>feed-forward operand quantisation</source>
        <translation>前馈操作数量化</translation>
    </message>
    <message>
        <source>Bytes of an fp8 product</source>
        <translation>一次 fp8 矩阵乘的字节数</translation>
    </message>
    <message>
        <source>Bytes of an fp8 input gradient</source>
        <translation>一次 fp8 输入梯度的字节数</translation>
    </message>
    <message>
        <source>Bytes of an fp8 product&apos;s weight gradient</source>
        <translation>一次 fp8 矩阵乘的权重梯度的字节数</translation>
    </message>
    <message>
        <source>Elements to be quantised</source>
        <translation>需量化的元素</translation>
    </message>
    <message>
        <source>Matmul dtype</source>
        <translation>矩阵乘数据类型</translation>
    </message>
    <message>
        <source>Number format of the layers&apos; weight products, and of the peak that MFU divides by; attention cores, router and head stay bf16; default bf16.</source>
        <translation>各层权重矩阵乘的数值格式，也是 MFU 所除峰值的格式；注意力核、路由与输出头仍为 bf16；默认 bf16。</translation>
    </message>
    <message>
        <source>Dispatch dtype</source>
        <translation>分发数据类型</translation>
    </message>
    <message>
        <source>Number format of tokens and their gradients sent to experts on other ranks; results return as bf16; default bf16.</source>
        <translation>发往其他 rank 专家的 token 及其梯度的数值格式；结果以 bf16 返回；默认 bf16。</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>Two bytes an element.</source>
        <translation>每个元素两字节。</translation>
    </message>
    <message>
        <source>fp8</source>
        <translation>fp8</translation>
    </message>
    <message>
        <source>One byte an element; operands are quantised first, results are bf16, sums fp32.</source>
        <translation>每个元素一字节；操作数先量化，结果为 bf16，累加为 fp32。</translation>
    </message>
    <message>
        <source>{0} states no dense {1} peak</source>
        <translation>{0} 未给出稠密 {1} 峰值</translation>
    </message>
    <message>
        <source>Inputs or output gradients to be quantised</source>
        <translation>需量化的输入或输出梯度</translation>
    </message>
    <message>
        <source>Weights to be quantised</source>
        <translation>需量化的权重</translation>
    </message>
    <message>
        <source>Bytes of quantising inputs and weights</source>
        <translation>量化输入和权重的字节数</translation>
    </message>
    <message>
        <source>Bytes of quantising output gradients</source>
        <translation>量化输出梯度的字节数</translation>
    </message>
    <message>
        <source>Peak (bf16, 2:4 sparse)</source>
        <translation>峰值（bf16，2:4 稀疏）</translation>
    </message>
    <message>
        <source>Published bf16 FLOP/s with 2:4 sparsity, kept so that it is not taken for the dense peak; no bound uses it.</source>
        <translation>公开的带 2:4 稀疏的 bf16 FLOP/s，留在这里以免被当成稠密峰值；任何上界都不用它。</translation>
    </message>
    <message>
        <source>On-chip memory</source>
        <translation>片上存储</translation>
    </message>
    <message>
        <source>Name of the memory between HBM and the compute units, such as L2 or VMEM; the level that the roofline can show besides HBM.</source>
        <translation>HBM 与计算单元之间的存储的名称，如 L2 或 VMEM；屋顶线图除 HBM 外可显示的层级。</translation>
    </message>
    <message>
        <source>On-chip capacity</source>
        <translation>片上容量</translation>
    </message>
    <message>
        <source>Bytes of on-chip memory of a chip; the contract names it beside the tiles.</source>
        <translation>单芯片的片上存储字节数；约定页在分块旁给出它。</translation>
    </message>
    <message>
        <source>On-chip bandwidth</source>
        <translation>片上带宽</translation>
    </message>
    <message>
        <source>Bytes per second between on-chip memory and the compute units; the on-chip roofline needs it, no bound does.</source>
        <translation>片上存储与计算单元之间每秒字节数；片上屋顶线需要它，任何上界都不用它。</translation>
    </message>
    <message>
        <source>HBM</source>
        <translation>HBM</translation>
    </message>
    <message>
        <source>Bytes between a chip and its memory.</source>
        <translation>芯片与其显存之间的字节数。</translation>
    </message>
    <message>
        <source>Bytes between on-chip memory and the compute units, by tiles.</source>
        <translation>片上存储与计算单元之间按分块计的字节数。</translation>
    </message>
    <message>
        <source>On-chip roofline time of an operator</source>
        <translation>算子的片上屋顶线时间</translation>
    </message>
    <message>
        <source>Step time of one chip at its on-chip roofline</source>
        <translation>单芯片在片上屋顶线上的步时间</translation>
    </message>
    <message>
        <source>Ridge point of on-chip memory</source>
        <translation>片上存储的脊点</translation>
    </message>
    <message>
        <source>{0} states no on-chip bandwidth</source>
        <translation>{0} 没有给出片上带宽</translation>
    </message>
    <message>
        <source>Bytes of the attention core through on-chip memory</source>
        <translation>注意力核心经过片上存储的字节数</translation>
    </message>
    <message>
        <source>Bytes moved per element of an accumulated gradient</source>
        <translation>累加梯度每元素搬运的字节数</translation>
    </message>
    <message>
        <source>Bytes of a tiled matrix product through on-chip memory</source>
        <translation>分块矩阵乘经过片上存储的字节数</translation>
    </message>
    <message>
        <source>Tile rows</source>
        <translation>分块行数</translation>
    </message>
    <message>
        <source>Rows of the output tile of a matrix product and queries of an attention tile; sets the bytes of the on-chip roofline alone; default 128.</source>
        <translation>矩阵乘输出分块的行数，也是注意力分块的查询数；只决定片上屋顶线的字节数；默认 128。</translation>
    </message>
    <message>
        <source>Tile columns</source>
        <translation>分块列数</translation>
    </message>
    <message>
        <source>Columns of the output tile of a matrix product; sets the bytes of the on-chip roofline alone; default 256.</source>
        <translation>矩阵乘输出分块的列数；只决定片上屋顶线的字节数；默认 256。</translation>
    </message>
    <message>
        <source>Bytes of a product of the unfused core through on-chip memory</source>
        <translation>未融合注意力核心的一个乘积经过片上存储的字节数</translation>
    </message>
    <message>
        <source>Bytes of products with a one-hot mask through on-chip memory</source>
        <translation>与 one-hot 掩码的乘积经过片上存储的字节数</translation>
    </message>
    <message>
        <source>tiles of {0} x {1}; {2} states no on-chip bandwidth, so there is no on-chip roofline</source>
        <translation>分块 {0} x {1}；{2} 没有给出片上带宽，因此没有片上屋顶线</translation>
    </message>
    <message>
        <source>tiles of {0} x {1}; {2} {3}, ridge {4}; a view beside HBM that no bound uses</source>
        <translation>分块 {0} x {1}；{2} {3}，脊点 {4}；只是 HBM 之外的另一视图，任何上界都不用它</translation>
    </message>
    <message>
        <source>{0} per chip, {1} reserved; source: {2}</source>
        <translation>每芯片 {0}，保留 {1}；来源：{2}</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>none: weights, activations and gradients without scales or groups</source>
        <translation>无：权重、激活与梯度都没有缩放因子或分组</translation>
    </message>
    <message>
        <source>Memory capacity</source>
        <translation>显存容量</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>none on latency or quality: throughput of training alone</source>
        <translation>对时延与质量没有约束：只看训练吞吐</translation>
    </message>
    <message>
        <source>Dense weights</source>
        <translation>稠密权重</translation>
    </message>
    <message>
        <source>Weights no tp divides</source>
        <translation>不被 tp 切分的权重</translation>
    </message>
    <message>
        <source>Expert weights</source>
        <translation>专家权重</translation>
    </message>
    <message>
        <source>{0} in {1} layers, bf16; divided by {2}, {3} copies in a stage</source>
        <translation>{0}，共 {1} 层，bf16；按 {2} 切分，每个流水级 {3} 份</translation>
    </message>
    <message>
        <source>{0} elements; the largest tensor divided by {1}, {2} copies in a stage; stages {3}</source>
        <translation>{0} 个元素；最大的张量按 {1} 切分，每个流水级 {2} 份；流水级数 {3}</translation>
    </message>
    <message>
        <source>point to point</source>
        <translation>点对点</translation>
    </message>
    <message>
        <source>hierarchical</source>
        <translation>分层</translation>
    </message>
    <message>
        <source>torus rings</source>
        <translation>环面环</translation>
    </message>
    <message>
        <source>direct exchange</source>
        <translation>直接交换</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}; {3} calls of {4} a step, effective {5} per chip and direction</source>
        <translation>{0}：{1}，{2}；每步 {3} 次，每次 {4}，等效 {5}（每芯片每方向）</translation>
    </message>
    <message>
        <source>use {0}</source>
        <translation>用 {0}</translation>
    </message>
    <message>
        <source>{0} is the rate of {1} with 2:4 sparsity; its dense peak is {2}, and every bound and MFU need the dense one</source>
        <translation>{0} 是 {1} 带 2:4 稀疏的速率；它的稠密峰值是 {2}，所有上界与 MFU 都需要稠密峰值</translation>
    </message>
    <message>
        <source>{0} is {3} times the dense peak of {1}, {2}, as rates with 2:4 sparsity or of a smaller type are; every bound and MFU need the dense one</source>
        <translation>{0} 是 {1} 稠密峰值 {2} 的 {3} 倍，像是带 2:4 稀疏或更低精度的速率；所有上界与 MFU 都需要稠密峰值</translation>
    </message>
    <message>
        <source>it is dense: keep {0}</source>
        <translation>它就是稠密值：保留 {0}</translation>
    </message>
    <message>
        <source>{0} are {1} or {2}; the catalog has {3} for {4} ({5}): GB and GiB differ by 7 %</source>
        <translation>{0} 即 {1} 或 {2}；目录中 {4} 是 {3}（{5}）：GB 与 GiB 相差 7 %</translation>
    </message>
    <message>
        <source>it is meant as it stands: keep {0}</source>
        <translation>就是这个值：保留 {0}</translation>
    </message>
    <message>
        <source>{0} are 8 times the {1} of {2}: a rate in bits, such as 400 Gb/s, is an eighth in bytes</source>
        <translation>{0} 是 {2} 的 {1} 的 8 倍：以比特计的速率（如 400 Gb/s）换成字节只有八分之一</translation>
    </message>
    <message>
        <source>it is bytes: keep {0}</source>
        <translation>它就是字节：保留 {0}</translation>
    </message>
    <message>
        <source>{0} are all {3} links of {1} in both directions; one link sends {2}</source>
        <translation>{0} 是 {1} 全部 {3} 条链路双向之和；一条链路单向 {2}</translation>
    </message>
    <message>
        <source>{0} are both directions of {1} added up; one direction has {2}, and bandwidths here are per direction</source>
        <translation>{0} 是 {1} 双向之和；单向为 {2}，这里的带宽都按单向计</translation>
    </message>
    <message>
        <source>it is one direction: keep {0}</source>
        <translation>它就是单向：保留 {0}</translation>
    </message>
    <message>
        <source>sparse peak taken as dense</source>
        <translation>把稀疏峰值当成稠密</translation>
    </message>
    <message>
        <source>GB taken as GiB</source>
        <translation>把 GB 当成 GiB</translation>
    </message>
    <message>
        <source>both directions taken as one</source>
        <translation>把双向当成单向</translation>
    </message>
    <message>
        <source>bits taken as bytes</source>
        <translation>把比特当成字节</translation>
    </message>
    <message>
        <source>Softmax over all earlier keys; grouped queries share keys and values.</source>
        <translation>对所有更早的键做 softmax；分组的查询共享键与值。</translation>
    </message>
    <message>
        <source>sliding window</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <source>Softmax over the last keys alone.</source>
        <translation>只对最近的键做 softmax。</translation>
    </message>
    <message>
        <source>latent (MLA)</source>
        <translation>潜在（MLA）</translation>
    </message>
    <message>
        <source>Keys and values expanded from a latent of low rank.</source>
        <translation>键与值由低秩潜在向量展开。</translation>
    </message>
    <message>
        <source>linear: lightning</source>
        <translation>线性：lightning</translation>
    </message>
    <message>
        <source>Linear attention with one decay per head.</source>
        <translation>每个头一个衰减的线性注意力。</translation>
    </message>
    <message>
        <source>linear: GLA</source>
        <translation>线性：GLA</translation>
    </message>
    <message>
        <source>Linear attention with a decay per dimension.</source>
        <translation>每个维度一个衰减的线性注意力。</translation>
    </message>
    <message>
        <source>linear: gated delta</source>
        <translation>线性：gated delta</translation>
    </message>
    <message>
        <source>Delta rule with one decay per head.</source>
        <translation>每个头一个衰减的 delta 规则。</translation>
    </message>
    <message>
        <source>linear: KDA</source>
        <translation>线性：KDA</translation>
    </message>
    <message>
        <source>Delta rule with a decay per dimension.</source>
        <translation>每个维度一个衰减的 delta 规则。</translation>
    </message>
    <message>
        <source>has {0} files; the first {1} are read</source>
        <translation>有 {0} 个文件；只读前 {1} 个</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is taken by another entry of the catalog</source>
        <translation>“{0}”已被目录中的另一项占用</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>must have a name</source>
        <translation>必须有名称</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is a built-in entry</source>
        <translation>“{0}”是内置项</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is already in your catalog</source>
        <translation>“{0}”已在你的目录中</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not in your catalog</source>
        <translation>“{0}”不在你的目录中</translation>
    </message>
    <message>
        <source>the file cannot be removed</source>
        <translation>文件无法删除</translation>
    </message>
    <message>
        <source>dynamic, one scale per tensor: operands of the layers&apos; matrix products to {0}, dispatched tokens to {1}; finding the scale and converting count as elementwise bytes</source>
        <translation>动态，每张量一个缩放：各层矩阵乘的操作数转为 {0}，分发的 token 转为 {1}；求缩放与转换按逐元素字节计</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>DualPipe</source>
        <translation>DualPipe</translation>
    </message>
    <message>
        <source>{0} does not divide {1}</source>
        <translation>{0} 不能整除 {1}</translation>
    </message>
    <message>
        <source>flags that say nothing about the plan, left out: {0}</source>
        <translation>与方案无关、已略去的参数：{0}</translation>
    </message>
    <message>
        <source>has no counterpart here: the plan leaves it out</source>
        <translation>此处没有对应项：方案未包含它</translation>
    </message>
    <message>
        <source>some layers alone recomputed has no counterpart here: all of them are</source>
        <translation>只重算部分层在此没有对应项：按全部层重算</translation>
    </message>
    <message>
        <source>only one degree may be -1</source>
        <translation>只能有一个并行度为 -1</translation>
    </message>
    <message>
        <source>the degrees&apos; product {0} is not the number of devices {1}</source>
        <translation>各并行度之积 {0} 不等于设备数 {1}</translation>
    </message>
    <message>
        <source>gives {0} sequences a step: not a whole number</source>
        <translation>每步得到 {0} 条序列：不是整数</translation>
    </message>
    <message>
        <source>{0} sequences do not divide into {1} micro-batches of all ranks</source>
        <translation>{0} 条序列不能均分为所有 rank 的 {1} 个 micro-batch</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has no counterpart here: the plan keeps its policy</source>
        <translation>“{0}”在此没有对应项：方案保持原策略</translation>
    </message>
    <message>
        <source>no flags of Megatron-LM (--tensor-model-parallel-size 8 …) or MaxText (ici_fsdp_parallelism=32 …) found</source>
        <translation>未找到 Megatron-LM（--tensor-model-parallel-size 8 …）或 MaxText（ici_fsdp_parallelism=32 …）的参数</translation>
    </message>
    <message>
        <source>must be a number above 0, not &quot;{0}&quot;</source>
        <translation>必须是大于 0 的数，而不是“{0}”</translation>
    </message>
    <message>
        <source>the plan fits with {0} to spare, but with the most that workspace, fragmentation and runtime may take it is short by {1}</source>
        <translation>该方案放得下，余 {0}；但按工作区、碎片和运行时可能占用的最大值，还差 {1}</translation>
    </message>
    <message>
        <source>fp8 copies of weights</source>
        <translation>权重的 fp8 副本</translation>
    </message>
    <message>
        <source>Between passes</source>
        <translation>两次计算之间</translation>
    </message>
    <message>
        <source>Head and loss</source>
        <translation>输出头与损失</translation>
    </message>
    <message>
        <source>What the allocator gives out</source>
        <translation>分配器分出的显存</translation>
    </message>
    <message>
        <source>Memory lost between blocks</source>
        <translation>块与块之间损失的显存</translation>
    </message>
    <message>
        <source>attention output dropout</source>
        <translation>注意力输出 dropout</translation>
    </message>
    <message>
        <source>attention dropout</source>
        <translation>注意力 dropout</translation>
    </message>
    <message>
        <source>embedding dropout</source>
        <translation>嵌入 dropout</translation>
    </message>
    <message>
        <source>feed-forward dropout</source>
        <translation>前馈 dropout</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Bytes of scratch memory that kernel libraries hold; a row of the memory, whose high end a plan that barely fits is warned of.</source>
        <translation>计算库占用的临时显存字节数；是显存的一行，勉强放得下的方案会按其上限得到警告。</translation>
    </message>
    <message>
        <source>Memory lost between blocks, as a share of what the allocator gives out; a row of the memory, whose high end a plan that barely fits is warned of.</source>
        <translation>块与块之间损失的显存，以分配器分出显存的比例表示；是显存的一行，勉强放得下的方案会按其上限得到警告。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>After both halves of a layer, on the embedding, and on attention probabilities; adds masks of one byte, kept for backward, and their bytes; default off.</source>
        <translation>用于每层的两个部分之后、嵌入以及注意力概率；增加每元素一字节、为反向保留的掩码及其访存；默认关闭。</translation>
    </message>
    <message>
        <source>Tokens that pick one of the experts of a target</source>
        <translation>选中某目标所持专家之一的词元比例</translation>
    </message>
    <message>
        <source>Tokens that meet some groups of a target, but none of their experts</source>
        <translation>遇到某目标的若干组、却未选中其任何专家的词元比例</translation>
    </message>
    <message>
        <source>Tokens that miss a target</source>
        <translation>未选中某目标的词元比例</translation>
    </message>
    <message>
        <source>Copies of a token inside the domain, forwards included</source>
        <translation>每个词元在域内的副本数（含转发）</translation>
    </message>
    <message>
        <source>Copies of a token to other domains</source>
        <translation>每个词元发往其他域的副本数</translation>
    </message>
    <message>
        <source>every slot of an expert travels, the empty ones too</source>
        <translation>专家的每个槽位都会传输，空槽位也不例外</translation>
    </message>
    <message>
        <source>one copy of a token to each rank that holds one of its experts, across domains one to each such domain; the expected number of distinct targets</source>
        <translation>词元向每个持有其专家的 rank 只发一份副本，跨域时向每个这样的域只发一份；按不同目标的期望数计算</translation>
    </message>
    <message>
        <source>{0} of {1} routed experts of width {2} active per token, from {4} of {5} expert groups; shared expert width {3}; every expert equally loaded, no token dropped</source>
        <translation>每个词元激活 {1} 个路由专家中的 {0} 个（宽度 {2}），取自 {5} 个专家组中的 {4} 组；共享专家宽度 {3}；各专家负载均衡，不丢弃词元</translation>
    </message>
    <message>
        <source>Expert exchange</source>
        <translation>专家交换</translation>
    </message>
    <message>
        <source>Expert groups</source>
        <translation>专家组数</translation>
    </message>
    <message>
        <source>Equal groups of experts, of which a token may use some only; 1: all experts are open to it.</source>
        <translation>把专家等分成的组数，词元只能使用其中一部分；1：所有专家都可用。</translation>
    </message>
    <message>
        <source>Groups per token</source>
        <translation>每词元组数</translation>
    </message>
    <message>
        <source>Expert groups whose experts a token may use; fewer mean fewer domains that its copies go to.</source>
        <translation>词元可以使用其专家的组数；组数越少，副本要发往的域越少。</translation>
    </message>
    <message>
        <source>must divide the {0} experts, not {1}</source>
        <translation>必须整除 {0} 个专家，而不是 {1}</translation>
    </message>
    <message>
        <source>must be at most the {0} expert groups, not {1}</source>
        <translation>最多为 {0} 个专家组，而不是 {1}</translation>
    </message>
    <message>
        <source>must leave a token its {0} experts; {1} groups of {2} do not</source>
        <translation>必须让词元能选到 {0} 个专家；{1} 组、每组 {2} 个做不到</translation>
    </message>
    <message>
        <source>the degrees must multiply to the {0} devices, not to {1}</source>
        <translation>各并行度之积必须等于 {0} 个设备，而不是 {1}</translation>
    </message>
    <message>
        <source>must be ok or oom, not &quot;{0}&quot;</source>
        <translation>必须是 ok 或 oom，而不是“{0}”</translation>
    </message>
    <message>
        <source>must be A, B or C, not &quot;{0}&quot;</source>
        <translation>必须是 A、B 或 C，而不是“{0}”</translation>
    </message>
    <message>
        <source>Activations kept in the host&apos;s memory</source>
        <translation>保留在主机内存中的激活</translation>
    </message>
    <message>
        <source>names {0}, which no layer of this model has</source>
        <translation>列出了 {0}，但该模型没有任何层含有它</translation>
    </message>
    <message>
        <source>Exposed offload to the host</source>
        <translation>暴露的主机卸载</translation>
    </message>
    <message>
        <source>Offloaded activations on the host link, one direction</source>
        <translation>主机链路上卸载的激活，单向</translation>
    </message>
    <message>
        <source>Wait of a pass for the host link</source>
        <translation>一个流程等待主机链路的时间</translation>
    </message>
    <message>
        <source>Operators of a pass and its wait for the host link</source>
        <translation>一个流程的算子与其对主机链路的等待</translation>
    </message>
    <message>
        <source>Backward with parts of the forward run again</source>
        <translation>反向，含重新执行的部分前向</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Host bandwidth</source>
        <translation>主机带宽</translation>
    </message>
    <message>
        <source>Bytes per second between a chip and its host&apos;s memory, one direction; activations that a remat policy offloads move over it.</source>
        <translation>芯片与主机内存之间单向每秒字节数；重计算策略卸载的激活经由它传输。</translation>
    </message>
    <message>
        <source>Tensors kept</source>
        <translation>保留的张量</translation>
    </message>
    <message>
        <source>Activations that the custom policy keeps, by name, with :offload those in the host&apos;s memory: &quot;query, key, value, context:offload&quot;; the layer input is kept in any case.</source>
        <translation>custom 策略按名称保留的激活，带 :offload 的放在主机内存中：“query, key, value, context:offload”；层输入总会保留。</translation>
    </message>
    <message>
        <source>Recompute reaches</source>
        <translation>重计算范围</translation>
    </message>
    <message>
        <source>Whether what is dropped runs again up to the layer&apos;s end (Megatron-LM) or only as far as backward needs it (XLA); default to the end.</source>
        <translation>丢弃的部分重新执行到层末（Megatron-LM），还是只到反向所需为止（XLA）；默认到层末。</translation>
    </message>
    <message>
        <source>must be remat, device or offload, not &quot;{0}&quot;</source>
        <translation>必须是 remat、device 或 offload，而不是“{0}”</translation>
    </message>
    <message>
        <source>Layer input</source>
        <translation>层输入</translation>
    </message>
    <message>
        <source>The residual stream; kept in any case, on the device or the host.</source>
        <translation>残差流；总会保留，在设备上或主机内存中。</translation>
    </message>
    <message>
        <source>Attention norm output</source>
        <translation>注意力归一化输出</translation>
    </message>
    <message>
        <source>Query projection output</source>
        <translation>查询投影输出</translation>
    </message>
    <message>
        <source>Key projection output</source>
        <translation>键投影输出</translation>
    </message>
    <message>
        <source>In latent attention the keys&apos; part without rotation.</source>
        <translation>在潜变量注意力中为键的非旋转部分。</translation>
    </message>
    <message>
        <source>Value projection output</source>
        <translation>值投影输出</translation>
    </message>
    <message>
        <source>Output gate projection output</source>
        <translation>输出门投影输出</translation>
    </message>
    <message>
        <source>Query latent</source>
        <translation>查询潜变量</translation>
    </message>
    <message>
        <source>MaxText query_wa_proj.</source>
        <translation>MaxText 的 query_wa_proj。</translation>
    </message>
    <message>
        <source>Query latent after its norm</source>
        <translation>归一化后的查询潜变量</translation>
    </message>
    <message>
        <source>MaxText mla_q.</source>
        <translation>MaxText 的 mla_q。</translation>
    </message>
    <message>
        <source>Key-value latent and rotary key</source>
        <translation>键值潜变量与旋转键</translation>
    </message>
    <message>
        <source>MaxText kv_wa_proj.</source>
        <translation>MaxText 的 kv_wa_proj。</translation>
    </message>
    <message>
        <source>Key-value latent after its norm</source>
        <translation>归一化后的键值潜变量</translation>
    </message>
    <message>
        <source>MaxText mla_kv.</source>
        <translation>MaxText 的 mla_kv。</translation>
    </message>
    <message>
        <source>Indexer query projection output</source>
        <translation>索引器查询投影输出</translation>
    </message>
    <message>
        <source>Indexer key projection output</source>
        <translation>索引器键投影输出</translation>
    </message>
    <message>
        <source>Indexer head weights</source>
        <translation>索引器头权重</translation>
    </message>
    <message>
        <source>Indexer queries as scored</source>
        <translation>参与打分的索引器查询</translation>
    </message>
    <message>
        <source>Indexer keys as scored</source>
        <translation>参与打分的索引器键</translation>
    </message>
    <message>
        <source>Keys chosen by the indexer</source>
        <translation>索引器选出的键</translation>
    </message>
    <message>
        <source>Latents of decay and output gate</source>
        <translation>衰减与输出门的潜变量</translation>
    </message>
    <message>
        <source>Decay and beta projection output</source>
        <translation>衰减与 beta 投影输出</translation>
    </message>
    <message>
        <source>Decay and beta as the core reads them (fp32)</source>
        <translation>注意力核读取的衰减与 beta（fp32）</translation>
    </message>
    <message>
        <source>Queries and keys after the short convolution</source>
        <translation>短卷积后的查询与键</translation>
    </message>
    <message>
        <source>Queries as the core reads them</source>
        <translation>注意力核读取的查询</translation>
    </message>
    <message>
        <source>MaxText query_proj.</source>
        <translation>MaxText 的 query_proj。</translation>
    </message>
    <message>
        <source>Keys as the core reads them</source>
        <translation>注意力核读取的键</translation>
    </message>
    <message>
        <source>MaxText key_proj.</source>
        <translation>MaxText 的 key_proj。</translation>
    </message>
    <message>
        <source>Values as the core reads them</source>
        <translation>注意力核读取的值</translation>
    </message>
    <message>
        <source>MaxText value_proj.</source>
        <translation>MaxText 的 value_proj。</translation>
    </message>
    <message>
        <source>Chunk matrices of the delta rule</source>
        <translation>delta 规则的分块矩阵</translation>
    </message>
    <message>
        <source>Scores of an unfused core</source>
        <translation>未融合核的打分</translation>
    </message>
    <message>
        <source>Probabilities of an unfused core</source>
        <translation>未融合核的概率</translation>
    </message>
    <message>
        <source>Log-sum-exp of a fused core (fp32)</source>
        <translation>融合核的 log-sum-exp（fp32）</translation>
    </message>
    <message>
        <source>Where it is not kept, the core runs again even if its context is kept.</source>
        <translation>若不保留，即使保留了核输出，注意力核仍会重新执行。</translation>
    </message>
    <message>
        <source>Core output (context)</source>
        <translation>注意力核输出（context）</translation>
    </message>
    <message>
        <source>Normed core output</source>
        <translation>归一化后的核输出</translation>
    </message>
    <message>
        <source>Gated core output</source>
        <translation>门控后的核输出</translation>
    </message>
    <message>
        <source>Output projection output</source>
        <translation>输出投影的输出</translation>
    </message>
    <message>
        <source>Residual stream before the feed-forward</source>
        <translation>前馈之前的残差流</translation>
    </message>
    <message>
        <source>Feed-forward norm output</source>
        <translation>前馈归一化输出</translation>
    </message>
    <message>
        <source>Router scores and choices (fp32)</source>
        <translation>路由打分与选择（fp32）</translation>
    </message>
    <message>
        <source>Dispatch and combine masks</source>
        <translation>分发与合并掩码</translation>
    </message>
    <message>
        <source>Tokens at their experts</source>
        <translation>分发到专家的 token</translation>
    </message>
    <message>
        <source>Expert gate projection output</source>
        <translation>专家门投影输出</translation>
    </message>
    <message>
        <source>MaxText moe_mlpwi_0; without a gate the up projection&apos;s.</source>
        <translation>MaxText 的 moe_mlpwi_0；无门控时为上投影的输出。</translation>
    </message>
    <message>
        <source>Expert up projection output</source>
        <translation>专家上投影输出</translation>
    </message>
    <message>
        <source>MaxText moe_mlpwi_1.</source>
        <translation>MaxText 的 moe_mlpwi_1。</translation>
    </message>
    <message>
        <source>Expert activation output</source>
        <translation>专家激活函数输出</translation>
    </message>
    <message>
        <source>Expert down projection output</source>
        <translation>专家下投影输出</translation>
    </message>
    <message>
        <source>MaxText moe_mlpwo.</source>
        <translation>MaxText 的 moe_mlpwo。</translation>
    </message>
    <message>
        <source>Gate projection output</source>
        <translation>门投影输出</translation>
    </message>
    <message>
        <source>Of the dense feed-forward or the shared experts; MaxText mlpwi_0.</source>
        <translation>稠密前馈或共享专家的；MaxText 的 mlpwi_0。</translation>
    </message>
    <message>
        <source>Up projection output</source>
        <translation>上投影输出</translation>
    </message>
    <message>
        <source>Of the dense feed-forward or the shared experts; MaxText mlpwi_1.</source>
        <translation>稠密前馈或共享专家的；MaxText 的 mlpwi_1。</translation>
    </message>
    <message>
        <source>Activation output</source>
        <translation>激活函数输出</translation>
    </message>
    <message>
        <source>Down projection output</source>
        <translation>下投影输出</translation>
    </message>
    <message>
        <source>Of the dense feed-forward or the shared experts; MaxText mlpwo.</source>
        <translation>稠密前馈或共享专家的；MaxText 的 mlpwo。</translation>
    </message>
    <message>
        <source>Feed-forward output before its post-norm</source>
        <translation>后归一化之前的前馈输出</translation>
    </message>
    <message>
        <source>Dropout mask after attention</source>
        <translation>注意力之后的 dropout 掩码</translation>
    </message>
    <message>
        <source>Dropout mask after the feed-forward</source>
        <translation>前馈之后的 dropout 掩码</translation>
    </message>
    <message>
        <source>to the layer&apos;s end</source>
        <translation>直到层末</translation>
    </message>
    <message>
        <source>What is not kept runs again up to the layer&apos;s output, as Megatron-LM&apos;s checkpoints do.</source>
        <translation>未保留的部分重新执行到层输出为止，与 Megatron-LM 的检查点相同。</translation>
    </message>
    <message>
        <source>what backward needs</source>
        <translation>反向所需</translation>
    </message>
    <message>
        <source>An operator runs again only if backward needs what it makes, as XLA does.</source>
        <translation>仅当反向需要某算子的输出时才重新执行，与 XLA 相同。</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>selective</translation>
    </message>
    <message>
        <source>maxtext.minimal_with_context</source>
        <translation>maxtext.minimal_with_context</translation>
    </message>
    <message>
        <source>MaxText: queries, keys, values, context, all projections&apos; outputs are kept.</source>
        <translation>MaxText：保留查询、键、值、context 与所有投影输出。</translation>
    </message>
    <message>
        <source>maxtext.minimal</source>
        <translation>maxtext.minimal</translation>
    </message>
    <message>
        <source>MaxText: queries, keys, values and all projections&apos; outputs are kept; the core runs again.</source>
        <translation>MaxText：保留查询、键、值与所有投影输出；注意力核重新执行。</translation>
    </message>
    <message>
        <source>maxtext.save_dot_with_context_except_mlp</source>
        <translation>maxtext.save_dot_with_context_except_mlp</translation>
    </message>
    <message>
        <source>MaxText: queries, keys, values, context and output projection are kept.</source>
        <translation>MaxText：保留查询、键、值、context 与输出投影。</translation>
    </message>
    <message>
        <source>maxtext.save_dot_except_mlpwi</source>
        <translation>maxtext.save_dot_except_mlpwi</translation>
    </message>
    <message>
        <source>MaxText: queries, keys, values, output and down projection are kept; the core runs again.</source>
        <translation>MaxText：保留查询、键、值、输出投影与下投影；注意力核重新执行。</translation>
    </message>
    <message>
        <source>maxtext.save_dot_except_mlp</source>
        <translation>maxtext.save_dot_except_mlp</translation>
    </message>
    <message>
        <source>MaxText: queries, keys, values and output projection are kept; the core runs again.</source>
        <translation>MaxText：保留查询、键、值与输出投影；注意力核重新执行。</translation>
    </message>
    <message>
        <source>maxtext.save_qkv_proj</source>
        <translation>maxtext.save_qkv_proj</translation>
    </message>
    <message>
        <source>MaxText: queries, keys and values are kept.</source>
        <translation>MaxText：保留查询、键与值。</translation>
    </message>
    <message>
        <source>maxtext.qkv_proj_offloaded</source>
        <translation>maxtext.qkv_proj_offloaded</translation>
    </message>
    <message>
        <source>MaxText: queries, keys and values are kept in the host&apos;s memory.</source>
        <translation>MaxText：查询、键与值保留在主机内存中。</translation>
    </message>
    <message>
        <source>maxtext.minimal_offloaded</source>
        <translation>maxtext.minimal_offloaded</translation>
    </message>
    <message>
        <source>MaxText: what minimal keeps, in the host&apos;s memory.</source>
        <translation>MaxText：minimal 所保留的张量，放在主机内存中。</translation>
    </message>
    <message>
        <source>maxtext.save_out_proj</source>
        <translation>maxtext.save_out_proj</translation>
    </message>
    <message>
        <source>MaxText: the output projection alone is kept.</source>
        <translation>MaxText：只保留输出投影。</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>custom</translation>
    </message>
    <message>
        <source>The tensors of plan.keptTensors are kept.</source>
        <translation>保留 plan.keptTensors 中的张量。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; names no tensor of a layer; near are {1}</source>
        <translation>“{0}”不是层中任何张量的名称；相近的有 {1}</translation>
    </message>
    <message>
        <source>names {0} twice</source>
        <translation>重复列出 {0}</translation>
    </message>
    <message>
        <source>must be stated: the remat policy {0} keeps activations in the host&apos;s memory</source>
        <translation>必须给出：重计算策略 {0} 把激活保留在主机内存中</translation>
    </message>
    <message>
        <source>at least one micro-batch must be searched</source>
        <translation>至少要搜索一个微批</translation>
    </message>
    <message>
        <source>at least one remat policy must be searched</source>
        <translation>至少要搜索一种重计算策略</translation>
    </message>
    <message>
        <source>no divisor of the {0} devices is a degree of {1} from {2} to {3} in multiples of {4}</source>
        <translation>{0} 个设备没有约数可作为 {1} 的度：要求从 {2} 到 {3}，且为 {4} 的倍数</translation>
    </message>
    <message>
        <source>the search leaves {0} {1} out</source>
        <translation>搜索范围不含 {0} {1}</translation>
    </message>
    <message>
        <source>micro-batch {0} is not among those searched</source>
        <translation>搜索范围不含微批 {0}</translation>
    </message>
    <message>
        <source>remat {0} is not among those searched</source>
        <translation>搜索范围不含重计算策略 {0}</translation>
    </message>
    <message>
        <source>global batch {0} is not among those searched</source>
        <translation>搜索范围不含全局批 {0}</translation>
    </message>
    <message>
        <source>a plan is written as tp=8 pp=4 fsdp=2</source>
        <translation>方案的写法如 tp=8 pp=4 fsdp=2</translation>
    </message>
    <message>
        <source>a plan is written as tp=8 pp=4 fsdp=2, not &quot;{0}&quot;</source>
        <translation>方案的写法如 tp=8 pp=4 fsdp=2，而不是“{0}”</translation>
    </message>
    <message>
        <source>the chart “{0}” shows a search, and there is none</source>
        <translation>图表“{0}”显示搜索结果，而现在没有搜索</translation>
    </message>
    <message>
        <source>Gradients of weights that two stages hold</source>
        <translation>两个流水段共同持有的权重的梯度</translation>
    </message>
    <message>
        <source>pp · virtualStages = {0} exceeds the {1} layers</source>
        <translation>pp · virtualStages = {0} 超过层数 {1}</translation>
    </message>
    <message>
        <source>interleaved passes need at least {1} virtual stages per stage, not {0}</source>
        <translation>交错调度每段至少需要 {1} 个虚拟段,而不是 {0}</translation>
    </message>
    <message>
        <source>interleaved passes: pp {0} does not divide the {1} micro-batches</source>
        <translation>交错调度:pp {0} 不能整除 {1} 个微批次</translation>
    </message>
    <message>
        <source>only the interleaved schedule has virtual stages: {0} instead of {1}</source>
        <translation>只有交错调度才有虚拟段:应为 {1},而不是 {0}</translation>
    </message>
    <message>
        <source>DualPipe needs a number of stages that {1} divides, not {0}</source>
        <translation>DualPipe 的流水段数必须能被 {1} 整除,而不是 {0}</translation>
    </message>
    <message>
        <source>DualPipe needs an even number of micro-batches, at least {1}, not {0}</source>
        <translation>DualPipe 需要偶数个微批次且至少 {1} 个,而不是 {0}</translation>
    </message>
    <message>
        <source>Compute of all pieces slowed by communication</source>
        <translation>各分块计算因通信而变慢的部分</translation>
    </message>
    <message>
        <source>Forward and backward of other stages</source>
        <translation>其他流水段的前向与反向</translation>
    </message>
    <message>
        <source>Forward of the earlier stages, and input gradients but for busy networks</source>
        <translation>前面各段的前向与输入梯度(不计网络占用)</translation>
    </message>
    <message>
        <source>Forward and backward of all other stages</source>
        <translation>所有其他流水段的前向与反向</translation>
    </message>
    <message>
        <source>Idle time that weight gradients do not fill</source>
        <translation>权重梯度未能填满的空闲时间</translation>
    </message>
    <message>
        <source>Transfers from the earlier stages</source>
        <translation>来自前面各段的传输</translation>
    </message>
    <message>
        <source>Forward of the earlier stages</source>
        <translation>前面各段的前向</translation>
    </message>
    <message>
        <source>Idle time of a stage under DualPipe</source>
        <translation>DualPipe 下某一流水段的空闲时间</translation>
    </message>
    <message>
        <source>Backward without weight gradients</source>
        <translation>不含权重梯度的反向</translation>
    </message>
    <message>
        <source>Step of equal stages under DualPipe</source>
        <translation>DualPipe 下各段相等时的步时间</translation>
    </message>
    <message>
        <source>Lower bound of the step under DualPipe</source>
        <translation>DualPipe 下步时间的下界</translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation>在途微批次数</translation>
    </message>
    <message>
        <source>Operators and waits of a pass</source>
        <translation>一遍中的算子与等待</translation>
    </message>
    <message>
        <source>Forward and backward together</source>
        <translation>前向与反向合并执行</translation>
    </message>
    <message>
        <source>Waits that two overlapped passes do not hide</source>
        <translation>两遍重叠后仍未隐藏的等待</translation>
    </message>
    <message>
        <source>Communication under the compute of two overlapped passes</source>
        <translation>隐藏在两遍重叠计算之下的通信</translation>
    </message>
    <message>
        <source>Virtual stages</source>
        <translation>虚拟段数</translation>
    </message>
    <message>
        <source>Parts of a stage that the interleaved schedule runs one by one: idle time falls by this factor, transfers rise by it; 1 in other schedules.</source>
        <translation>交错调度逐个运行的流水段分块数:空闲时间按此倍数减少,传输按此倍数增加;其他调度为 1。</translation>
    </message>
    <message>
        <source>All forwards, then all backwards; a stage holds every micro-batch.</source>
        <translation>先做完全部前向,再做全部反向;每段保留所有微批次。</translation>
    </message>
    <message>
        <source>interleaved 1F1B</source>
        <translation>交错 1F1B</translation>
    </message>
    <message>
        <source>Each stage holds several parts of the model: less idle time, more transfers between stages.</source>
        <translation>每段持有模型的多个部分:空闲更少,段间传输更多。</translation>
    </message>
    <message>
        <source>zero bubble (ZB-H1)</source>
        <translation>零气泡(ZB-H1)</translation>
    </message>
    <message>
        <source>1F1B with weight gradients put off to fill the end of the step.</source>
        <translation>1F1B,推迟权重梯度以填满一步的末尾。</translation>
    </message>
    <message>
        <source>Micro-batches enter at both ends, and a forward of one hides the communication of another&apos;s backward; every weight is held twice.</source>
        <translation>微批次从两端进入,一个的前向隐藏另一个反向的通信;每份权重保留两份。</translation>
    </message>
    <message>
        <source>schedule {0} with {1} virtual stages is not among those searched</source>
        <translation>调度 {0}(虚拟段数 {1})不在搜索范围内</translation>
    </message>
    <message>
        <source>the search keeps the present plan&apos;s sharding, which differs</source>
        <translation>搜索沿用当前方案的切分方式,而此方案与之不同</translation>
    </message>
    <message>
        <source>Weights held whole, and a whole gradient</source>
        <translation>完整保存的权重，以及一份完整的梯度</translation>
    </message>
    <message>
        <source>What one layer makes again for its backward</source>
        <translation>一层为其反向重新计算的内容</translation>
    </message>
    <message>
        <source>Logits in fp32</source>
        <translation>fp32 的 logits</translation>
    </message>
    <message>
        <source>Tokens of the batch ranks that split an expert</source>
        <translation>切分同一专家的批次 rank 的 token</translation>
    </message>
    <message>
        <source>expertTensor {0} does not divide tp · fsdp · dp = {1}</source>
        <translation>expertTensor {0} 不能整除 tp · fsdp · dp = {1}</translation>
    </message>
    <message>
        <source>expertTensor {0} does not divide the expert width {1}</source>
        <translation>expertTensor {0} 不能整除专家宽度 {1}</translation>
    </message>
    <message>
        <source>Tokens of the ranks that split an expert</source>
        <translation>切分同一专家的各 rank 的 token</translation>
    </message>
    <message>
        <source>Ranks that split one expert&apos;s widths, and see one another&apos;s tokens: a divisor of TP · FSDP · DP, taken in this order; default 1.</source>
        <translation>切分单个专家宽度并共享彼此 token 的 rank 数：TP · FSDP · DP 的约数，按此顺序取用；默认 1。</translation>
    </message>
    <message>
        <source>Ring of sends and receives</source>
        <translation>环形收发</translation>
    </message>
    <message>
        <source>Scale-up time of a collective (lower bound: no congestion, topology, channels or neighbour jobs)</source>
        <translation>集合通信的域内时间（下界：不计拥塞、拓扑、通道或相邻作业）</translation>
    </message>
    <message>
        <source>Scale-out time of a collective (lower bound: no congestion, topology, NIC binding or neighbour jobs)</source>
        <translation>集合通信的域间时间（下界：不计拥塞、拓扑、网卡绑定或相邻作业）</translation>
    </message>
    <message>
        <source>Keys and values that windows reach in other sequence parts</source>
        <translation>窗口在其他序列段中触及的键和值</translation>
    </message>
    <message>
        <source>Measured law of a collective on an idle network (no congestion or neighbour jobs)</source>
        <translation>空闲网络上集合通信的实测规律（不计拥塞或相邻作业）</translation>
    </message>
    <message>
        <source>{0}, innermost first; dimensions of the torus given to axes: {1}; contextParallel {2}, asyncTensorParallel {3}, inNetworkReduction {4}</source>
        <translation>{0}，由内到外；指定给各轴的环面维度：{1}；contextParallel {2}，asyncTensorParallel {3}，inNetworkReduction {4}</translation>
    </message>
    <message>
        <source>Axes on the network</source>
        <translation>网络上的轴</translation>
    </message>
    <message>
        <source>asynchronous tensor parallel (tp {0}) needs sequence parallel</source>
        <translation>异步张量并行（tp {0}）需要序列并行</translation>
    </message>
    <message>
        <source>Time of a collective over both networks, pipelined or one after the other</source>
        <translation>跨越两个网络的集合通信时间，流水或先后进行</translation>
    </message>
    <message>
        <source>Tensor collective not hidden by the products beside it</source>
        <translation>未被相邻矩阵乘隐藏的张量集合通信</translation>
    </message>
    <message>
        <source>must name every axis once, innermost first, as tp-cp-ep-fsdp-pp-dp, not &quot;{0}&quot;</source>
        <translation>必须由内到外各列出每个轴一次，如 tp-cp-ep-fsdp-pp-dp，而不是“{0}”</translation>
    </message>
    <message>
        <source>must name dimensions of the torus, each once, by x, y, z; it has {0}: not &quot;{1}&quot;</source>
        <translation>必须用 x、y、z 各列出一次环面的维度；它有 {0} 维：不能是“{1}”</translation>
    </message>
    <message>
        <source>must give axes their dimensions, each axis once, as tp=x, ep=yz, not &quot;{0}&quot;</source>
        <translation>必须为各轴给出维度，每个轴一次，如 tp=x, ep=yz，而不是“{0}”</translation>
    </message>
    <message>
        <source>Pipelined hierarchy</source>
        <translation>分层流水</translation>
    </message>
    <message>
        <source>Of a collective over both networks, the share of the shorter one&apos;s time that runs under the longer&apos;s: 1 is pipelined, 0 one after the other.</source>
        <translation>对跨越两个网络的集合通信，较短部分在较长部分之下运行的比例：1 为流水，0 为先后进行。</translation>
    </message>
    <message>
        <source>In-network reduction</source>
        <translation>网络内归约</translation>
    </message>
    <message>
        <source>Whether the switch adds up what chips send: an all-reduce inside a domain then sends and receives every byte once instead of almost twice.</source>
        <translation>交换机是否对各芯片发送的数据求和：域内 all-reduce 的每个字节只收发一次，而不是近两次。</translation>
    </message>
    <message>
        <source>Wrapped dimensions</source>
        <translation>回绕的维度</translation>
    </message>
    <message>
        <source>Dimensions of the torus that close into rings, as xz for the first and third; empty is none.</source>
        <translation>闭合成环的环面维度，如 xz 表示第一和第三维；留空表示没有。</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Context exchange</source>
        <translation>上下文交换</translation>
    </message>
    <message>
        <source>How the parts of a sequence exchange keys and values: a ring hides under attention, an all-gather does not; default ring, matters when CP &gt; 1.</source>
        <translation>序列各段如何交换键和值：环可隐藏在注意力之下，all-gather 不能；默认环，CP &gt; 1 时有影响。</translation>
    </message>
    <message>
        <source>Asynchronous tensor parallel</source>
        <translation>异步张量并行</translation>
    </message>
    <message>
        <source>Tensor-parallel collectives go in pieces under the matrix products beside them; needs sequence parallel; default off, matters when TP &gt; 1.</source>
        <translation>张量并行的集合通信分块隐藏在相邻矩阵乘之下；需要序列并行；默认关闭，TP &gt; 1 时有影响。</translation>
    </message>
    <message>
        <source>Order of axes</source>
        <translation>轴的顺序</translation>
    </message>
    <message>
        <source>Which axes lie closest together on the network, innermost first; empty is tp-cp-ep-fsdp-pp-dp.</source>
        <translation>哪些轴在网络上靠得最近，由内到外；留空为 tp-cp-ep-fsdp-pp-dp。</translation>
    </message>
    <message>
        <source>Axes on torus dimensions</source>
        <translation>轴到环面维度</translation>
    </message>
    <message>
        <source>Dimensions that an axis takes first, as tp=x, ep=yz; the others follow the order of axes; empty leaves all to it.</source>
        <translation>某轴首先占用的维度，如 tp=x, ep=yz；其余按轴的顺序；留空则全部按顺序。</translation>
    </message>
    <message>
        <source>the dimensions named</source>
        <translation>列出的维度</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has no counterpart here: the plan takes a ring</source>
        <translation>“{0}”在此没有对应项：方案采用环</translation>
    </message>
    <message>
        <source>Keys and values go round; each part travels under the attention of the part before.</source>
        <translation>键和值沿环传递；每一段在前一段的注意力计算下传输。</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>all-gather</translation>
    </message>
    <message>
        <source>Keys and values are gathered whole before attention begins; nothing hides that.</source>
        <translation>注意力开始前先收集全部键和值；这段通信无法隐藏。</translation>
    </message>
    <message>
        <source>Operators and waits of a pass beside the host link</source>
        <translation>一个流程在主机链路之外的算子与等待</translation>
    </message>
    <message>
        <source>What a backward gets shorter by without its weight gradients, under the host link</source>
        <translation>受主机链路限制时，反向去掉权重梯度后缩短的时间</translation>
    </message>
    <message>
        <source>Tensor ranks</source>
        <translation>张量并行组</translation>
    </message>
    <message>
        <source>Context ranks</source>
        <translation>上下文并行组</translation>
    </message>
    <message>
        <source>Weights and their gradients</source>
        <translation>权重及其梯度</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>Copies to the host</source>
        <translation>拷贝到主机</translation>
    </message>
    <message>
        <source>Stage transfer</source>
        <translation>流水级间传输</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>unpacks to more than {0} times its size: no profiler&apos;s record does</source>
        <translation>解压后超过其大小的 {0} 倍：没有性能分析记录会这样</translation>
    </message>
    <message>
        <source>the gzip data ends before it is complete: the file was cut short, or is still being written</source>
        <translation>gzip 数据未完整就结束：文件被截断，或仍在写入</translation>
    </message>
    <message>
        <source>the gzip data is broken: {0}</source>
        <translation>gzip 数据已损坏：{0}</translation>
    </message>
    <message>
        <source>JSON within JSON more than {0} levels deep</source>
        <translation>JSON 嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>{0} events of phases that take no time (samples, objects, asynchronous ones) are left out</source>
        <translation>略去 {0} 个不占时间的事件（采样、对象、异步事件）</translation>
    </message>
    <message>
        <source>{0} names of processes and threads beyond a million are left out</source>
        <translation>略去一百万个之外的 {0} 个进程和线程名称</translation>
    </message>
    <message>
        <source>{0} events whose ts or dur is no time are left out</source>
        <translation>略去 {0} 个 ts 或 dur 不是时间的事件</translation>
    </message>
    <message>
        <source>{0} ends without a beginning are left out</source>
        <translation>略去 {0} 个没有开始的结束</translation>
    </message>
    <message>
        <source>is JSON without an array of trace events: no profiler&apos;s record</source>
        <translation>是没有跟踪事件数组的 JSON：不是性能分析记录</translation>
    </message>
    <message>
        <source>holds {0} ranges of counters, whose kernels were run again and whose times are made up: record without experimental_config to get kernels</source>
        <translation>含 {0} 个计数器区间，其内核被重复运行，时间是虚构的：请去掉 experimental_config 重新记录以获得内核</translation>
    </message>
    <message>
        <source>holds no kernel or copy of a device, only the host: record with ProfilerActivity.CUDA among the activities</source>
        <translation>没有设备的内核或拷贝，只有主机：记录时请在 activities 中加入 ProfilerActivity.CUDA</translation>
    </message>
    <message>
        <source>no row is a device&apos;s: none has a category kernel or gpu_memcpy (PyTorch) or a process /device:TPU:0 (JAX)</source>
        <translation>没有属于设备的行：没有类别为 kernel 或 gpu_memcpy（PyTorch）的行，也没有进程 /device:TPU:0（JAX）</translation>
    </message>
    <message>
        <source>{0} beginnings without an end are left out</source>
        <translation>略去 {0} 个没有结束的开始</translation>
    </message>
    <message>
        <source>PyTorch profiler (JSON)</source>
        <translation>PyTorch 性能分析器（JSON）</translation>
    </message>
    <message>
        <source>JAX / TensorBoard profiler (JSON)</source>
        <translation>JAX / TensorBoard 性能分析器（JSON）</translation>
    </message>
    <message>
        <source>Chrome trace (JSON)</source>
        <translation>Chrome 跟踪（JSON）</translation>
    </message>
    <message>
        <source>is no profiler&apos;s record that is known here</source>
        <translation>不是此处已知的性能分析记录</translation>
    </message>
    <message>
        <source>is empty: 0 bytes</source>
        <translation>为空：0 字节</translation>
    </message>
    <message>
        <source>reading was stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>one value has more than {0} bytes</source>
        <translation>一个值超过 {0} 字节</translation>
    </message>
    <message>
        <source>the JSON ends before it is complete: the file was cut short, or is still being written</source>
        <translation>JSON 未完整就结束：文件被截断，或仍在写入</translation>
    </message>
    <message>
        <source>not valid JSON: {0}</source>
        <translation>不是有效的 JSON：{0}</translation>
    </message>
    <message>
        <source>holds more than {0} B of names and shapes</source>
        <translation>名称和形状超过 {0} B</translation>
    </message>
    <message>
        <source>{0} events of negative duration are left out</source>
        <translation>略去 {0} 个时长为负的事件</translation>
    </message>
    <message>
        <source>{0} events more than 53 days from the first one are left out</source>
        <translation>略去 {0} 个距第一个事件超过 53 天的事件</translation>
    </message>
    <message>
        <source>holds more than {0} events</source>
        <translation>事件超过 {0} 个</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Grouped expert products</source>
        <translation>分组专家矩阵乘</translation>
    </message>
    <message>
        <source>Embedding and loss</source>
        <translation>嵌入与损失</translation>
    </message>
    <message>
        <source>Computation of no known class</source>
        <translation>类别未知的计算</translation>
    </message>
    <message>
        <source>Expert dispatch</source>
        <translation>专家分发</translation>
    </message>
    <message>
        <source>Expert combine</source>
        <translation>专家合并</translation>
    </message>
    <message>
        <source>Broadcast</source>
        <translation>广播</translation>
    </message>
    <message>
        <source>Collective of no known kind</source>
        <translation>种类未知的集合通信</translation>
    </message>
    <message>
        <source>Copy from host to device</source>
        <translation>主机到设备的拷贝</translation>
    </message>
    <message>
        <source>Copy from device to host</source>
        <translation>设备到主机的拷贝</translation>
    </message>
    <message>
        <source>Copy on the device</source>
        <translation>设备内拷贝</translation>
    </message>
    <message>
        <source>Copy between devices</source>
        <translation>设备间拷贝</translation>
    </message>
    <message>
        <source>Memory set</source>
        <translation>内存置值</translation>
    </message>
    <message>
        <source>Data input</source>
        <translation>数据输入</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Memory allocation</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>Host waits for the device</source>
        <translation>主机等待设备</translation>
    </message>
    <message>
        <source>Launches from the host</source>
        <translation>主机启动核函数</translation>
    </message>
    <message>
        <source>Work of the host</source>
        <translation>主机工作</translation>
    </message>
    <message>
        <source>Holds other events</source>
        <translation>包含其他事件</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>No time of its own</source>
        <translation>自身不占时间</translation>
    </message>
    <message>
        <source>as the program marked them</source>
        <translation>按程序的标记</translation>
    </message>
    <message>
        <source>runs of the longest module</source>
        <translation>按最长模块的各次运行</translation>
    </message>
    <message>
        <source>found by what repeats</source>
        <translation>按重复规律找出</translation>
    </message>
    <message>
        <source>none found: the whole record</source>
        <translation>未找到步：取整个记录</translation>
    </message>
    <message>
        <source>the record ends within it</source>
        <translation>记录在其中途结束</translation>
    </message>
    <message>
        <source>the record begins within it</source>
        <translation>记录从其中途开始</translation>
    </message>
    <message>
        <source>warm-up: {0} % of the median step</source>
        <translation>预热：为中位步时间的 {0} %</translation>
    </message>
    <message>
        <source>no work of the device</source>
        <translation>设备上没有工作</translation>
    </message>
    <message>
        <source>the record holds no work of a device: there is nothing to time</source>
        <translation>记录中没有设备工作：无从计时</translation>
    </message>
    <message>
        <source>{0} passes what the device can do: its bytes or FLOPs are not what the chip moved or computed</source>
        <translation>{0} 超过设备能力：其字节数或 FLOPs 并非芯片实际搬运或计算的量</translation>
    </message>
    <message>
        <source>a text that is not empty is needed here</source>
        <translation>此处需要非空文本</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is none of {1}</source>
        <translation>“{0}”不属于 {1}</translation>
    </message>
    <message>
        <source>a rule is an object</source>
        <translation>一条规则是一个对象</translation>
    </message>
    <message>
        <source>there is no such key</source>
        <translation>没有这个键</translation>
    </message>
    <message>
        <source>an alternative between &apos;|&apos; is empty</source>
        <translation>“|”之间有一个空的备选项</translation>
    </message>
    <message>
        <source>true or false is needed here</source>
        <translation>此处需要 true 或 false</translation>
    </message>
    <message>
        <source>must hold a JSON object with the list &quot;rules&quot; and nothing else</source>
        <translation>必须是只含列表 &quot;rules&quot; 的 JSON 对象</translation>
    </message>
    <message>
        <source>SQLite cannot read this table: {0}</source>
        <translation>SQLite 无法读取此表：{0}</translation>
    </message>
    <message>
        <source>JAX / XLA profiler (protobuf)</source>
        <translation>JAX / XLA 性能分析器（protobuf）</translation>
    </message>
    <message>
        <source>Perfetto (protobuf)</source>
        <translation>Perfetto（protobuf）</translation>
    </message>
    <message>
        <source>Nsight Systems (SQLite export)</source>
        <translation>Nsight Systems（SQLite 导出）</translation>
    </message>
    <message>
        <source>rocprofv3 (JSON)</source>
        <translation>rocprofv3（JSON）</translation>
    </message>
    <message>
        <source>kernels of a GPU (CSV of nsys stats)</source>
        <translation>GPU 内核（nsys stats 的 CSV）</translation>
    </message>
    <message>
        <source>nccl-tests (text)</source>
        <translation>nccl-tests（文本）</translation>
    </message>
    <message>
        <source>times of steps (CSV)</source>
        <translation>步时间（CSV）</translation>
    </message>
    <message>
        <source>the line has more than {0} bytes</source>
        <translation>该行超过 {0} 字节</translation>
    </message>
    <message>
        <source>the collective&apos;s time is no number of microseconds: {0}</source>
        <translation>集合通信的时间不是微秒数：{0}</translation>
    </message>
    <message>
        <source>no row of sizes and times follows the heading</source>
        <translation>表头之后没有大小与时间的行</translation>
    </message>
    <message>
        <source>does not say which collective it measured: keep the line of the command</source>
        <translation>未说明测量的是哪种集合通信：请保留命令所在的行</translation>
    </message>
    <message>
        <source>the time&apos;s unit is not given: {0}</source>
        <translation>未给出时间的单位：{0}</translation>
    </message>
    <message>
        <source>the table has no row of a kernel or copy</source>
        <translation>表中没有内核或拷贝的行</translation>
    </message>
    <message>
        <source>{0} rows without a time or a name are left out</source>
        <translation>略去 {0} 个没有时间或名称的行</translation>
    </message>
    <message>
        <source>holds no kernel and no copy: record with nsys profile --trace=cuda,nvtx</source>
        <translation>没有内核也没有拷贝：请用 nsys profile --trace=cuda,nvtx 记录</translation>
    </message>
    <message>
        <source>is an export of Nsight Systems without activities of a GPU: record with nsys profile --trace=cuda,nvtx</source>
        <translation>是没有 GPU 活动的 Nsight Systems 导出：请用 nsys profile --trace=cuda,nvtx 记录</translation>
    </message>
    <message>
        <source>is a database, but no export of Nsight Systems; its tables: {0}</source>
        <translation>是数据库，但不是 Nsight Systems 的导出；其中的表：{0}</translation>
    </message>
    <message>
        <source>{0} marks and open ranges are left out</source>
        <translation>略去 {0} 个标记和未结束的区间</translation>
    </message>
    <message>
        <source>is a packed database, which cannot be read in pieces: unpack it with gunzip</source>
        <translation>是压缩的数据库，无法分段读取：请先用 gunzip 解压</translation>
    </message>
    <message>
        <source>{0} packets of more than a million sequences are left out</source>
        <translation>略去超过一百万个序列的 {0} 个数据包</translation>
    </message>
    <message>
        <source>{0} events without a timestamp of their packet are left out</source>
        <translation>略去 {0} 个数据包没有时间戳的事件</translation>
    </message>
    <message>
        <source>no slice is a device&apos;s: none has a category kernel, kernel_dispatch or memory_copy, or a process /device:TPU:0</source>
        <translation>没有属于设备的区间：没有类别 kernel、kernel_dispatch 或 memory_copy，也没有进程 /device:TPU:0</translation>
    </message>
    <message>
        <source>is a report of Nsight Systems, which its own program alone can read: run nsys export --type sqlite on it and take the .sqlite file</source>
        <translation>是 Nsight Systems 的报告，只有其自身程序能读取：请对它运行 nsys export --type sqlite，并使用 .sqlite 文件</translation>
    </message>
    <message>
        <source>is a report of Nsight Compute, which measures single kernels: record the run with nsys or the PyTorch profiler</source>
        <translation>是 Nsight Compute 的报告，它测量单个内核：请用 nsys 或 PyTorch 性能分析器记录该运行</translation>
    </message>
    <message>
        <source>holds Chakra execution traces, graphs without a timeline: take the profiler&apos;s record of the same run (Kineto&apos;s JSON)</source>
        <translation>含 Chakra 执行跟踪，即没有时间线的图：请使用同一次运行的性能分析记录（Kineto 的 JSON）</translation>
    </message>
    <message>
        <source>is a Chakra execution trace, a graph without a timeline: take the profiler&apos;s record of the same run (Kineto&apos;s JSON)</source>
        <translation>是 Chakra 执行跟踪，即没有时间线的图：请使用同一次运行的性能分析记录（Kineto 的 JSON）</translation>
    </message>
    <message>
        <source>is a tar archive: unpack it and take the files within</source>
        <translation>是 tar 归档：请解包并使用其中的文件</translation>
    </message>
    <message>
        <source>is a zip archive: unpack it and take the files within</source>
        <translation>是 zip 归档：请解包并使用其中的文件</translation>
    </message>
    <message>
        <source>is packed with zstd, xz or bzip2: unpack it first; gzip is read as it is</source>
        <translation>以 zstd、xz 或 bzip2 压缩：请先解压；gzip 可直接读取</translation>
    </message>
    <message>
        <source>is a table in Parquet, HDF5 or Arrow: run nsys export --type sqlite on the report instead</source>
        <translation>是 Parquet、HDF5 或 Arrow 表：请改为对报告运行 nsys export --type sqlite</translation>
    </message>
    <message>
        <source>holds no kernel and no copy: record with rocprofv3 --kernel-trace --memory-copy-trace</source>
        <translation>没有内核也没有拷贝：请用 rocprofv3 --kernel-trace --memory-copy-trace 记录</translation>
    </message>
    <message>
        <source>the step&apos;s time is no number from 0 to 53 days: {0}</source>
        <translation>步时间不是 0 到 53 天之间的数：{0}</translation>
    </message>
    <message>
        <source>the steps together take more than 64 bits hold</source>
        <translation>各步合计超出 64 位的范围</translation>
    </message>
    <message>
        <source>no step follows the heading</source>
        <translation>表头之后没有步</translation>
    </message>
    <message>
        <source>no protobuf field starts here: tag {0}</source>
        <translation>此处不是 protobuf 字段的开头：标签 {0}</translation>
    </message>
    <message>
        <source>a protobuf field has the wrong type or starts in the middle of another: {0}</source>
        <translation>protobuf 字段类型有误，或始于另一字段中间：{0}</translation>
    </message>
    <message>
        <source>the protobuf data ends within field {0}</source>
        <translation>protobuf 数据在字段 {0} 内结束</translation>
    </message>
    <message>
        <source>a protobuf field claims more bytes than are left: {0}</source>
        <translation>protobuf 字段声称的字节多于剩余字节：{0}</translation>
    </message>
    <message>
        <source>a text or an event has more than 64 MiB: {0}</source>
        <translation>一个文本或事件超过 64 MiB：{0}</translation>
    </message>
    <message>
        <source>the fields of a protobuf message do not fit its length: {0}</source>
        <translation>protobuf 消息的字段与其长度不符：{0}</translation>
    </message>
    <message>
        <source>no plane /device:TPU or /device:GPU has operators, only the host&apos;s threads: record on an accelerator</source>
        <translation>没有平面 /device:TPU 或 /device:GPU 含算子，只有主机线程：请在加速器上记录</translation>
    </message>
    <message>
        <source>more than {0} planes</source>
        <translation>超过 {0} 个平面</translation>
    </message>
    <message>
        <source>{0} events have no name in their plane</source>
        <translation>{0} 个事件在其平面中没有名称</translation>
    </message>
    <message>
        <source>products in pieces hide the collectives of tensor parallelism</source>
        <translation>分块的矩阵乘掩盖张量并行的集合通信</translation>
    </message>
    <message>
        <source>norms and residual on a share of the tokens</source>
        <translation>归一化与残差只处理部分 token</translation>
    </message>
    <message>
        <source>the experts&apos; exchange in pieces runs under their products</source>
        <translation>专家交换分块后在其矩阵乘下进行</translation>
    </message>
    <message>
        <source>another way to exchange keys and values</source>
        <translation>换一种方式交换键和值</translation>
    </message>
    <message>
        <source>weights gathered once a step, if the memory holds them</source>
        <translation>每步只聚集一次权重（若显存放得下）</translation>
    </message>
    <message>
        <source>fewer, larger micro-batches gather weights less often</source>
        <translation>更少更大的微批次减少权重聚集</translation>
    </message>
    <message>
        <source>gradients reduced without sharding their states</source>
        <translation>归约梯度而不切分其状态</translation>
    </message>
    <message>
        <source>weight gradients put off fill the pipeline&apos;s bubble</source>
        <translation>推迟的权重梯度填补流水线气泡</translation>
    </message>
    <message>
        <source>more micro-batches shorten the bubble</source>
        <translation>更多微批次缩短气泡</translation>
    </message>
    <message>
        <source>nothing runs again, if the memory holds it</source>
        <translation>不再重计算（若显存放得下）</translation>
    </message>
    <message>
        <source>less runs again, if the memory holds it</source>
        <translation>减少重计算（若显存放得下）</translation>
    </message>
    <message>
        <source>only what the backward pass reads runs again</source>
        <translation>只重计算反向所需的部分</translation>
    </message>
    <message>
        <source>elementwise operators fused into their neighbours</source>
        <translation>逐元素算子融合到相邻算子</translation>
    </message>
    <message>
        <source>residual adds fused into norms</source>
        <translation>残差加法融合到归一化</translation>
    </message>
    <message>
        <source>scores stay on the chip</source>
        <translation>注意力分数留在片上</translation>
    </message>
    <message>
        <source>states stay on the chip</source>
        <translation>状态留在片上</translation>
    </message>
    <message>
        <source>logits in pieces</source>
        <translation>logits 分块计算</translation>
    </message>
    <message>
        <source>matrix kernels at the expected share of the peak: libraries, tuning, shapes, clocks</source>
        <translation>矩阵核函数达到预期的峰值占比：库、调优、形状、频率</translation>
    </message>
    <message>
        <source>grouped products at the expected share of the peak</source>
        <translation>分组矩阵乘达到预期的峰值占比</translation>
    </message>
    <message>
        <source>the attention kernel at the expected share of the peak</source>
        <translation>注意力核函数达到预期的峰值占比</translation>
    </message>
    <message>
        <source>the linear attention kernel at the expected share of the peak</source>
        <translation>线性注意力核函数达到预期的峰值占比</translation>
    </message>
    <message>
        <source>fewer or fused elementwise kernels at the expected bandwidth</source>
        <translation>更少或融合的逐元素核函数，达到预期带宽</translation>
    </message>
    <message>
        <source>a fused optimizer at the expected bandwidth</source>
        <translation>融合的优化器，达到预期带宽</translation>
    </message>
    <message>
        <source>embedding and loss kernels at the expected bandwidth</source>
        <translation>嵌入与损失核函数达到预期带宽</translation>
    </message>
    <message>
        <source>communication under computation as expected: streams, priorities, prefetch</source>
        <translation>通信按预期在计算下进行：流、优先级、预取</translation>
    </message>
    <message>
        <source>the links of the domain as fast as expected</source>
        <translation>域内链路达到预期速度</translation>
    </message>
    <message>
        <source>the network between domains as fast as expected</source>
        <translation>域间网络达到预期速度</translation>
    </message>
    <message>
        <source>input prepared ahead of the step: more workers, prefetch</source>
        <translation>提前准备输入：更多工作进程、预取</translation>
    </message>
    <message>
        <source>no compilation within the step: constant shapes</source>
        <translation>步内不编译：形状固定</translation>
    </message>
    <message>
        <source>memory kept by the allocator: no allocation within the step</source>
        <translation>分配器保留内存：步内不分配</translation>
    </message>
    <message>
        <source>no wait of the host for the device within the step</source>
        <translation>步内主机不等待设备</translation>
    </message>
    <message>
        <source>launches ahead of the device: graphs, fewer and larger kernels</source>
        <translation>启动先于设备：图、更少更大的核函数</translation>
    </message>
    <message>
        <source>no gaps between operators</source>
        <translation>算子之间没有空隙</translation>
    </message>
    <message>
        <source>operators of no known class, and the measured step against the traced one</source>
        <translation>类别未知的算子，以及实测步与记录步之差</translation>
    </message>
    <message>
        <source>measured {0} is below the bound of {1}. Usual causes: a sparse peak or another data type than stated, a smaller batch, shorter or packed sequences, other FLOPs than the convention counts, less recompute than the policy states, a step time that is no whole step</source>
        <translation>实测 {0} 低于上界对应的 {1}。常见原因：稀疏峰值或与所述不同的数据类型、批次更小、序列更短或打包、FLOPs 口径不同、重计算少于策略所述、步时间不是完整的一步</translation>
    </message>
    <message>
        <source>{0}: measured {1} is below the bound of {2} ({3} calls traced, {4} modelled)</source>
        <translation>{0}：实测 {1} 低于下限 {2}（记录 {3} 次调用，模型 {4} 次）</translation>
    </message>
    <message>
        <source>{0}: measured {1} is less than the network&apos;s bound of {2}</source>
        <translation>{0}：实测 {1} 低于网络下限 {2}</translation>
    </message>
    <message>
        <source>an illegal plan has no expected step to compare with</source>
        <translation>不合法的方案没有可供比较的预期步</translation>
    </message>
    <message>
        <source>there is no measured step: give its time, or a trace with work of a device</source>
        <translation>没有实测步：请给出其时间，或含设备工作的记录</translation>
    </message>
    <message>
        <source>the model has no such operators</source>
        <translation>模型中没有这类算子</translation>
    </message>
    <message>
        <source>{0} of the expected time</source>
        <translation>为预期时间的 {0}</translation>
    </message>
    <message>
        <source>Waits for input</source>
        <translation>等待输入</translation>
    </message>
    <message>
        <source>Waits for compilation</source>
        <translation>等待编译</translation>
    </message>
    <message>
        <source>Waits for memory allocation</source>
        <translation>等待内存分配</translation>
    </message>
    <message>
        <source>Idle after the host waited for the device</source>
        <translation>主机等待设备之后的空闲</translation>
    </message>
    <message>
        <source>Idle before late launches</source>
        <translation>启动过晚之前的空闲</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>暴露的通信</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>暴露的拷贝</translation>
    </message>
    <message>
        <source>copies and memory sets that nothing hides</source>
        <translation>未被掩盖的拷贝与内存置值</translation>
    </message>
    <message>
        <source>the device had nothing to do meanwhile</source>
        <translation>其间设备无事可做</translation>
    </message>
    <message>
        <source>Idle, and waits of the pipeline</source>
        <translation>空闲与流水线等待</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>nothing runs, and the record does not say why</source>
        <translation>无任何运行，记录未说明原因</translation>
    </message>
    <message>
        <source>said by hand</source>
        <translation>人工指定</translation>
    </message>
    <message>
        <source>the FLOPs that the record states</source>
        <translation>记录所述的 FLOPs</translation>
    </message>
    <message>
        <source>the shapes of its operands</source>
        <translation>操作数的形状</translation>
    </message>
    <message>
        <source>its place in the order: the class runs as often as modelled</source>
        <translation>次序：该类运行次数与模型一致</translation>
    </message>
    <message>
        <source>class and number of calls</source>
        <translation>类别与调用次数</translation>
    </message>
    <message>
        <source>the plan&apos;s critical stage runs no operator &quot;{0}&quot;</source>
        <translation>方案的关键级不运行算子“{0}”</translation>
    </message>
    <message>
        <source>the record&apos;s device {0} states {1}, the scenario&apos;s {2} has {3}</source>
        <translation>记录中的设备 {0} 标明 {1}，而场景的 {2} 为 {3}</translation>
    </message>
    <message>
        <source>the record is of a run on {0} ranks, the scenario has {1} devices</source>
        <translation>记录来自 {0} 个 rank 的运行，而场景有 {1} 个设备</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>{0} events that begin while a million others are open are left out</source>
        <translation>略去 {0} 个在一百万个其他事件未结束时开始的事件</translation>
    </message>
    <message>
        <source>must be training for a training step, not {0}</source>
        <translation>训练步必须处于 training 阶段，而不是 {0}</translation>
    </message>
    <message>
        <source>Cached tokens of equal sequences</source>
        <translation>相同序列的缓存 token</translation>
    </message>
    <message>
        <source>Cached tokens of equal sequences in a window</source>
        <translation>相同序列窗口内的缓存 token</translation>
    </message>
    <message>
        <source>Cached tokens of all sequences</source>
        <translation>所有序列的缓存 token</translation>
    </message>
    <message>
        <source>Cache of equal layers</source>
        <translation>相同层的缓存</translation>
    </message>
    <message>
        <source>Cache of all layers</source>
        <translation>所有层的缓存</translation>
    </message>
    <message>
        <source>States of equal layers</source>
        <translation>相同层的状态</translation>
    </message>
    <message>
        <source>States of all layers</source>
        <translation>所有层的状态</translation>
    </message>
    <message>
        <source>FLOPs of an attention core over a cache</source>
        <translation>读取缓存的注意力核心的 FLOPs</translation>
    </message>
    <message>
        <source>Mean keys per new token</source>
        <translation>每个新 token 的平均键数</translation>
    </message>
    <message>
        <source>Bytes of an attention core over a cache</source>
        <translation>读取缓存的注意力核心的字节数</translation>
    </message>
    <message>
        <source>Bytes of an attention core with expanded keys and values</source>
        <translation>展开键和值的注意力核心的字节数</translation>
    </message>
    <message>
        <source>decode attention core</source>
        <translation>解码注意力核心</translation>
    </message>
    <message>
        <source>FLOPs of an absorbed up-projection</source>
        <translation>被吸收的升维投影的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of an absorbed up-projection</source>
        <translation>被吸收的升维投影的字节数</translation>
    </message>
    <message>
        <source>FLOPs of the core in the latent space</source>
        <translation>潜空间中注意力核心的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of the core in the latent space</source>
        <translation>潜空间中注意力核心的字节数</translation>
    </message>
    <message>
        <source>query absorption</source>
        <translation>查询吸收</translation>
    </message>
    <message>
        <source>value up-projection</source>
        <translation>值升维投影</translation>
    </message>
    <message>
        <source>FLOPs of the indexer&apos;s scores over a cache</source>
        <translation>索引器对缓存打分的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of the indexer&apos;s scores over a cache</source>
        <translation>索引器对缓存打分的字节数</translation>
    </message>
    <message>
        <source>FLOPs of the recurrence, token by token</source>
        <translation>逐 token 递推的 FLOPs</translation>
    </message>
    <message>
        <source>Bytes of the recurrence</source>
        <translation>递推的字节数</translation>
    </message>
    <message>
        <source>States that prompts leave</source>
        <translation>提示留下的状态</translation>
    </message>
    <message>
        <source>linear attention recurrence</source>
        <translation>线性注意力递推</translation>
    </message>
    <message>
        <source>linear attention states</source>
        <translation>线性注意力状态</translation>
    </message>
    <message>
        <source>Tokens of equal sequences</source>
        <translation>相同序列的 token</translation>
    </message>
    <message>
        <source>Sum over the sequences of a pass</source>
        <translation>对一次前向的序列求和</translation>
    </message>
    <message>
        <source>Query-key pairs of equal sequences, causal</source>
        <translation>相同序列的查询-键配对数（因果）</translation>
    </message>
    <message>
        <source>New tokens with fewer keys than the limit</source>
        <translation>键数少于上限的新 token</translation>
    </message>
    <message>
        <source>Query-key pairs of equal sequences, at most a limit each</source>
        <translation>相同序列的查询-键配对数，每个查询有上限</translation>
    </message>
    <message>
        <source>Cached tokens in reach of a window</source>
        <translation>窗口可及的缓存 token</translation>
    </message>
    <message>
        <source>Cached tokens that an indexer chooses</source>
        <translation>索引器选中的缓存 token</translation>
    </message>
    <message>
        <source>Cache of a token in a layer: keys and values</source>
        <translation>一层中一个 token 的缓存：键和值</translation>
    </message>
    <message>
        <source>Cache of a token in a layer: latent, rotary and indexer key</source>
        <translation>一层中一个 token 的缓存：潜向量、旋转键和索引键</translation>
    </message>
    <message>
        <source>State of a sequence in a layer of linear attention</source>
        <translation>一层线性注意力中一个序列的状态</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>New tokens of equal sequences</source>
        <translation>相同序列的新 token</translation>
    </message>
    <message>
        <source>New tokens of a device and pass</source>
        <translation>每设备每次前向的新 token</translation>
    </message>
    <message>
        <source>Bytes of a product that serves</source>
        <translation>推理中一个矩阵乘的字节数</translation>
    </message>
    <message>
        <source>Inputs to be quantised</source>
        <translation>待量化的输入</translation>
    </message>
    <message>
        <source>Bytes of quantising inputs</source>
        <translation>量化输入的字节数</translation>
    </message>
    <message>
        <source>Sum over layers or sequences</source>
        <translation>对层或序列求和</translation>
    </message>
    <message>
        <source>Matrix parameters of equal layers</source>
        <translation>相同层的矩阵参数</translation>
    </message>
    <message>
        <source>Attention width of equal layers</source>
        <translation>相同层的注意力宽度</translation>
    </message>
    <message>
        <source>Pairs of equal sequences, full mask</source>
        <translation>相同序列的配对数（全掩码）</translation>
    </message>
    <message>
        <source>Linear layers of a prefill</source>
        <translation>预填充的线性层</translation>
    </message>
    <message>
        <source>Attention of a prefill, full mask</source>
        <translation>预填充的注意力（全掩码）</translation>
    </message>
    <message>
        <source>Linear layers, 2 B S P</source>
        <translation>线性层，2 B S P</translation>
    </message>
    <message>
        <source>Attention, 4 B S² H, full mask</source>
        <translation>注意力，4 B S² H，全掩码</translation>
    </message>
    <message>
        <source>Linear layers of a decode step</source>
        <translation>解码一步的线性层</translation>
    </message>
    <message>
        <source>Attention of a decode step</source>
        <translation>解码一步的注意力</translation>
    </message>
    <message>
        <source>Head of a decode step</source>
        <translation>解码一步的输出头</translation>
    </message>
    <message>
        <source>Linear layers, 2 B P</source>
        <translation>线性层，2 B P</translation>
    </message>
    <message>
        <source>Attention, 4 B L T H</source>
        <translation>注意力，4 B L T H</translation>
    </message>
    <message>
        <source>Head, 2 B H V</source>
        <translation>输出头，2 B H V</translation>
    </message>
    <message>
        <source>Tokens of a sequence in a step with a draft</source>
        <translation>使用草稿时每步每个序列得到的 token 数</translation>
    </message>
    <message>
        <source>Time per output token with a draft</source>
        <translation>使用草稿时每个输出 token 的时间</translation>
    </message>
    <message>
        <source>Time per output token, prefills in between</source>
        <translation>每个输出 token 的时间，中间穿插预填充</translation>
    </message>
    <message>
        <source>Time to the first token, prompt in pieces</source>
        <translation>首 token 时间，提示分块计算</translation>
    </message>
    <message>
        <source>Time to the first token, prompt at once</source>
        <translation>首 token 时间，提示一次算完</translation>
    </message>
    <message>
        <source>Tokens per second and chip of requests that keep the limits</source>
        <translation>满足上限的请求的每芯片每秒 token 数</translation>
    </message>
    <message>
        <source>Time per token of all devices, steady state</source>
        <translation>全部设备的每 token 时间，稳态</translation>
    </message>
    <message>
        <source>Time per token of all devices, the slower pool</source>
        <translation>全部设备的每 token 时间，取较慢的资源池</translation>
    </message>
    <message>
        <source>Time per token of all devices, answers of one token</source>
        <translation>全部设备的每 token 时间，输出仅一个 token</translation>
    </message>
    <message>
        <source>Time to the first token, cache moved to the devices that decode</source>
        <translation>首 token 时间，含缓存传到解码设备</translation>
    </message>
    <message>
        <source>Time of a request from its start to its last token</source>
        <translation>一个请求从开始到最后一个 token 的时间</translation>
    </message>
    <message>
        <source>Time per token of all devices</source>
        <translation>全部设备的每 token 时间</translation>
    </message>
    <message>
        <source>Stage that waits for a busy network</source>
        <translation>等待繁忙网络的阶段</translation>
    </message>
    <message>
        <source>Hidden states of a pass between stages</source>
        <translation>一次前向在阶段之间传递的隐藏状态</translation>
    </message>
    <message>
        <source>Transfers between all stages of a pass</source>
        <translation>一次前向在所有阶段之间的传输</translation>
    </message>
    <message>
        <source>Overhead of a step that serves</source>
        <translation>推理一步的开销</translation>
    </message>
    <message>
        <source>Time of a pass through all stages</source>
        <translation>一次前向经过所有阶段的时间</translation>
    </message>
    <message>
        <source>Time until a pass may start again</source>
        <translation>一次前向可再次开始的间隔</translation>
    </message>
    <message>
        <source>Time until the last pass is done</source>
        <translation>最后一次前向完成的时间</translation>
    </message>
    <message>
        <source>Stages without a pass</source>
        <translation>空闲的阶段</translation>
    </message>
    <message>
        <source>Time of a category in a pass through all stages</source>
        <translation>一次前向经过所有阶段时某类别的时间</translation>
    </message>
    <message>
        <source>Time of a category in a step, mean of the stages</source>
        <translation>一步中某类别的时间（各阶段平均）</translation>
    </message>
    <message>
        <source>Busiest resource at full rate</source>
        <translation>最忙资源按满速所需的时间</translation>
    </message>
    <message>
        <source>Matrix unit of the slowest stage at full rate</source>
        <translation>最慢阶段的矩阵单元按满速所需的时间</translation>
    </message>
    <message>
        <source>HBM of the slowest stage at full rate</source>
        <translation>最慢阶段的 HBM 按满速所需的时间</translation>
    </message>
    <message>
        <source>Operators of a block at a full rate</source>
        <translation>一个模块的算子按满速所需的时间</translation>
    </message>
    <message>
        <source>{0}: {1} parameters, {2} active; H {3}, V {4}, {5} layers, tied embeddings: {6}; MTP modules do not serve</source>
        <translation>{0}：{1} 个参数，{2} 个激活；H {3}，V {4}，{5} 层，共享词嵌入：{6}；MTP 模块不参与推理</translation>
    </message>
    <message>
        <source>decode of {0} sequences, {1} tokens cached; each generates one token</source>
        <translation>解码 {0} 个序列，已缓存 {1} 个 token；每个生成一个 token</translation>
    </message>
    <message>
        <source>prefill of {0} prompts of {1} tokens, of which {2} are cached already</source>
        <translation>预填充 {0} 个长 {1} token 的提示，其中 {2} 已在缓存中</translation>
    </message>
    <message>
        <source>steady state of {0} sequences, requests {1}, {2} of the prompts cached already, chunked prefill: {3}; no queue</source>
        <translation>{0} 个序列的稳态，请求 {1}，提示的 {2} 已在缓存中，分块预填充：{3}；不含排队</translation>
    </message>
    <message>
        <source>weights {0}, {1} bytes each with scales; cache {2}; layers&apos; products in {3}, attention cores, router and head in bf16, sums fp32</source>
        <translation>权重 {0}，含缩放系数每个 {1} 字节；缓存 {2}；各层矩阵乘用 {3}，注意力核心、路由器和输出头用 bf16，累加用 fp32</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>multiply-add = 2; model FLOPs of exact causal pairs, head on the tokens asked for; the document&apos;s terms beside them count the full mask</source>
        <translation>一次乘加 = 2；模型 FLOPs 按精确因果配对计，输出头只算所需的 token；旁边的文档各项按全掩码计</translation>
    </message>
    <message>
        <source>fused attention; latents expanded in prefill, absorbed in decode; linear core {0}, fusion {1}; experts sorted, equally loaded</source>
        <translation>融合注意力；潜向量在预填充时展开、在解码时吸收；线性核心 {0}，融合 {1}；专家按序分派、负载均衡</translation>
    </message>
    <message>
        <source>Timed</source>
        <translation>计时范围</translation>
    </message>
    <message>
        <source>a step of the devices and its sampling; waiting for a place, tokenisation and network to the user are not timed</source>
        <translation>设备的一步及其采样；排队、分词和到用户的网络不计时</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Key-value cache</source>
        <translation>键值缓存</translation>
    </message>
    <message>
        <source>States of linear attention</source>
        <translation>线性注意力的状态</translation>
    </message>
    <message>
        <source>Weights of a stage on a rank</source>
        <translation>一个 rank 上某阶段的权重</translation>
    </message>
    <message>
        <source>Activations of a pass</source>
        <translation>一次前向的激活</translation>
    </message>
    <message>
        <source>Logits of a pass in fp32</source>
        <translation>一次前向的 fp32 logits</translation>
    </message>
    <message>
        <source>Memory of a rank that serves</source>
        <translation>推理时一个 rank 的显存</translation>
    </message>
    <message>
        <source>Cache of a prompt on its way to the devices that decode</source>
        <translation>提示的缓存传到解码设备的时间</translation>
    </message>
    <message>
        <source>serving keeps whole weights: fsdp must be {1}, not {0}</source>
        <translation>推理保持完整权重：fsdp 必须为 {1}，而不是 {0}</translation>
    </message>
    <message>
        <source>serving keeps whole sequences: cp must be {1}, not {0}</source>
        <translation>推理保持完整序列：cp 必须为 {1}，而不是 {0}</translation>
    </message>
    <message>
        <source>{0} devices for prefill leave none of the {1} devices to decode</source>
        <translation>预填充设备数 {0} 使 {1} 个设备中没有剩余用于解码</translation>
    </message>
    <message>
        <source>Model FLOPs of an operator in all layers of a kind</source>
        <translation>一类层中某算子的模型 FLOPs 总和</translation>
    </message>
    <message>
        <source>Model FLOPs of a pass</source>
        <translation>一次前向的模型 FLOPs</translation>
    </message>
    <message>
        <source>{0} sequences leave some of the {1} replicas without one</source>
        <translation>{0} 个序列使 {1} 个副本中的一些没有序列</translation>
    </message>
    <message>
        <source>must be a phase that serves, not {0}</source>
        <translation>必须是推理阶段，而不是 {0}</translation>
    </message>
    <message>
        <source>MFU lost to a cause in a step that serves</source>
        <translation>推理一步中某一原因损失的 MFU</translation>
    </message>
    <message>
        <source>Kernel FLOPs beyond the model&apos;s, lower peaks</source>
        <translation>超出模型所需的内核 FLOPs 与较低的峰值</translation>
    </message>
    <message>
        <source>Reading weights</source>
        <translation>读取权重</translation>
    </message>
    <message>
        <source>Reading caches and states</source>
        <translation>读取缓存和状态</translation>
    </message>
    <message>
        <source>Other bytes of operators</source>
        <translation>算子的其他字节</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线（Roofline）</translation>
    </message>
    <message>
        <source>Kernels below the roofline</source>
        <translation>内核低于 roofline</translation>
    </message>
    <message>
        <source>Launches of kernels</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>Links below their rate, starts of collectives</source>
        <translation>链路低于标称速率与集合通信的启动</translation>
    </message>
    <message>
        <source>Overlap and overhead</source>
        <translation>重叠与开销</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Tokens that the cache holds of each sequence in decode, as 4096, 3x512; default none, the batch with the prompt length each.</source>
        <translation>解码时每个序列已缓存的 token 数，如 4096, 3x512；默认为空，整批各取提示长度。</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Prompt and output lengths of requests, as 2000:200, 3x512:64; default none, all have the prompt and output length.</source>
        <translation>各请求的提示长度和输出长度，如 2000:200, 3x512:64；默认为空，全部取提示长度和输出长度。</translation>
    </message>
    <message>
        <source>must be lengths such as 2000:200, 3x512:64, not &quot;{0}&quot;</source>
        <translation>必须是长度，如 2000:200, 3x512:64，而不是“{0}”</translation>
    </message>
    <message>
        <source>Prefix hit rate</source>
        <translation>前缀命中率</translation>
    </message>
    <message>
        <source>Share of a prompt&apos;s tokens whose keys and values the cache holds already, 0 to below 1: they are read and not computed; default 0.</source>
        <translation>提示中键和值已在缓存里的 token 占比，0 到小于 1：只读取，不计算；默认 0。</translation>
    </message>
    <message>
        <source>Step overhead</source>
        <translation>每步开销</translation>
    </message>
    <message>
        <source>Seconds of the host in each step that nothing hides: scheduling, sampling, launches; not in the bound; default 0.</source>
        <translation>每一步中无法掩盖的主机时间：调度、采样、启动；不计入上界；默认 0。</translation>
    </message>
    <message>
        <source>Draft tokens</source>
        <translation>草稿 token 数</translation>
    </message>
    <message>
        <source>Tokens that a draft proposes for each sequence and a decode step checks together (speculative decoding); default 0, none.</source>
        <translation>草稿为每个序列提出、由一步解码一起验证的 token 数（推测解码）；默认 0，不使用。</translation>
    </message>
    <message>
        <source>Acceptance rate</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Probability that the next proposed token is accepted, 0 to 1; default 0.7.</source>
        <translation>下一个草稿 token 被接受的概率，0 到 1；默认 0.7。</translation>
    </message>
    <message>
        <source>Draft cost</source>
        <translation>草稿开销</translation>
    </message>
    <message>
        <source>Time of proposing one token over that of a decode step without a draft, 0 to 10; default 0.1.</source>
        <translation>产生一个草稿 token 的时间与无草稿解码一步时间之比，0 到 10；默认 0.1。</translation>
    </message>
    <message>
        <source>TTFT limit</source>
        <translation>TTFT 上限</translation>
    </message>
    <message>
        <source>Seconds to its first token within which a request counts in the goodput; optional.</source>
        <translation>首 token 时间上限，满足的请求计入有效吞吐；可选。</translation>
    </message>
    <message>
        <source>TPOT limit</source>
        <translation>TPOT 上限</translation>
    </message>
    <message>
        <source>Seconds per output token within which requests count in the goodput; optional.</source>
        <translation>每个输出 token 的时间上限，满足的请求计入有效吞吐；可选。</translation>
    </message>
    <message>
        <source>Devices for prefill</source>
        <translation>预填充设备数</translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation>同时处理的序列数</translation>
    </message>
    <message>
        <source>Prompts of a prefill, sequences of a decode step, over all devices; default 32.</source>
        <translation>一次预填充的提示数、一步解码的序列数，对全部设备而言；默认 32。</translation>
    </message>
    <message>
        <source>Prompt length</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Tokens of a prompt; of a decode step, the tokens that the cache holds of each sequence; default 1024.</source>
        <translation>提示的 token 数；解码一步时为每个序列已缓存的 token 数；默认 1024。</translation>
    </message>
    <message>
        <source>Output length</source>
        <translation>输出长度</translation>
    </message>
    <message>
        <source>Tokens that answer a prompt; default 256.</source>
        <translation>回答一个提示的 token 数；默认 256。</translation>
    </message>
    <message>
        <source>Chunked prefill</source>
        <translation>分块预填充</translation>
    </message>
    <message>
        <source>Prompts are computed in pieces beside decode steps, which read the weights once for both; else decode waits for whole prompts; default on.</source>
        <translation>提示分块与解码步一起计算，权重只读一次；否则解码要等整个提示算完；默认开。</translation>
    </message>
    <message>
        <source>Cache format</source>
        <translation>缓存格式</translation>
    </message>
    <message>
        <source>How keys and values, or their latents, are stored; rotary keys of latents stay bf16, states of linear attention fp32; default bf16.</source>
        <translation>键和值（或其潜向量）的存储格式；潜向量的旋转键保持 bf16，线性注意力的状态为 fp32；默认 bf16。</translation>
    </message>
    <message>
        <source>Weight format</source>
        <translation>权重格式</translation>
    </message>
    <message>
        <source>How the weights of the layers&apos; products are stored and read; table, router and head stay bf16; default bf16.</source>
        <translation>各层矩阵乘的权重如何存储和读取；词表、路由器和输出头保持 bf16；默认 bf16。</translation>
    </message>
    <message>
        <source>Weights per scale</source>
        <translation>每个缩放系数的权重数</translation>
    </message>
    <message>
        <source>Elements of a weight that share a scale; default the format&apos;s own.</source>
        <translation>共用一个缩放系数的权重元素数；默认取格式自身的值。</translation>
    </message>
    <message>
        <source>Cache elements per scale</source>
        <translation>每个缩放系数的缓存元素数</translation>
    </message>
    <message>
        <source>Elements of the cache that share a scale; default the format&apos;s own, of latents 128.</source>
        <translation>共用一个缩放系数的缓存元素数；默认取格式自身的值，潜向量为 128。</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>What the devices do: train, or serve the model; default training.</source>
        <translation>设备做什么：训练模型，还是用模型提供服务；默认训练。</translation>
    </message>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>One byte an element; serving only.</source>
        <translation>每个元素一字节；仅用于推理。</translation>
    </message>
    <message>
        <source>fp4</source>
        <translation>fp4</translation>
    </message>
    <message>
        <source>Half a byte an element; serving only.</source>
        <translation>每个元素半字节；仅用于推理。</translation>
    </message>
    <message>
        <source>One byte an element; a scale for each tensor or large block, whose bytes do not count.</source>
        <translation>每个元素一字节；每个张量或大块一个缩放系数，其字节不计。</translation>
    </message>
    <message>
        <source>One byte an element; a scale for each output channel, whose bytes do not count.</source>
        <translation>每个元素一字节；每个输出通道一个缩放系数，其字节不计。</translation>
    </message>
    <message>
        <source>int4</source>
        <translation>int4</translation>
    </message>
    <message>
        <source>Half a byte an element; a scale of two bytes for each 128.</source>
        <translation>每个元素半字节；每 128 个元素一个 2 字节的缩放系数。</translation>
    </message>
    <message>
        <source>Half a byte an element; a scale of one byte for each 16 (NVFP4).</source>
        <translation>每个元素半字节；每 16 个元素一个 1 字节的缩放系数（NVFP4）。</translation>
    </message>
    <message>
        <source>must be bf16 or fp8 in training, not {0}</source>
        <translation>训练时必须是 bf16 或 fp8，而不是 {0}</translation>
    </message>
    <message>
        <source>must be no wider than the {0} operands of run.matmulDtype, not {1}</source>
        <translation>不得宽于 run.matmulDtype 的 {0} 操作数，而不是 {1}</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Steps of forward, backward and optimizer.</source>
        <translation>由前向、反向和优化器组成的步。</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>One pass over a batch of prompts, which fills their caches.</source>
        <translation>对一批提示做一次前向，填充其缓存。</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>One step that generates a token for each sequence of a batch.</source>
        <translation>为一批中的每个序列生成一个 token 的一步。</translation>
    </message>
    <message>
        <source>Requests one after another: prefill and decode in turn.</source>
        <translation>请求接连到来：预填充与解码交替进行。</translation>
    </message>
    <message>
        <source>line {0} must be prompt,output or prompt,output,count in whole numbers, not &quot;{1}&quot;</source>
        <translation>第 {0} 行必须是 prompt,output 或 prompt,output,count 的整数，而不是“{1}”</translation>
    </message>
    <message>
        <source>holds no requests</source>
        <translation>不含任何请求</translation>
    </message>
    <message>
        <source>Weights gathered once a step</source>
        <translation>每步一次的权重收集</translation>
    </message>
    <message>
        <source>Gradients reduced once a step</source>
        <translation>每步一次的梯度归约</translation>
    </message>
    <message>
        <source>stage {0} does not exist: the plan has {1}, numbered from 0</source>
        <translation>流水级 {0} 不存在：方案有 {1} 级，从 0 编号</translation>
    </message>
    <message>
        <source>stage {0} runs no pass “{1}”; its passes are named F0, B0, W0 and so on, as its schedule has them</source>
        <translation>流水级 {0} 没有流程“{1}”；其流程按调度命名为 F0、B0、W0 等</translation>
    </message>
    <message>
        <source>no column is a step&apos;s time with a unit, as in step_time_ms</source>
        <translation>没有一列是带单位的步时间，例如 step_time_ms</translation>
    </message>
    <message>
        <source>is no copy of unsaved work</source>
        <translation>不是未保存工作的副本</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>所示的步</translation>
    </message>
    <message>
        <source>{0} of {1} sequences, {2} new tokens</source>
        <translation>{0}：{1} 个序列，{2} 个新词元</translation>
    </message>
    <message>
        <source>a trace is compared with a step of training</source>
        <translation>跟踪记录只与训练步比较</translation>
    </message>
    <message>
        <source>a chart file ends in .png, .svg, .pdf, .xlsx, .csv, .tsv or .md, not .{0}</source>
        <translation>图表文件以 .png、.svg、.pdf、.xlsx、.csv、.tsv 或 .md 结尾，不能是 .{0}</translation>
    </message>
    <message>
        <source>the plan breaks a rule: there is no step to show</source>
        <translation>该方案违反规则：没有可显示的步</translation>
    </message>
    <message>
        <source>there is no search whose plans could be shown</source>
        <translation>没有可显示其方案的搜索</translation>
    </message>
    <message>
        <source>there is no checkpoint to show</source>
        <translation>没有可显示的检查点</translation>
    </message>
    <message>
        <source>there is no trace whose operators could be shown</source>
        <translation>没有可显示其算子的跟踪记录</translation>
    </message>
    <message>
        <source>there is no table “{0}”</source>
        <translation>没有表格“{0}”</translation>
    </message>
    <message>
        <source>“{0}” is no number of seconds since 1970</source>
        <translation>“{0}”不是自 1970 年起的秒数</translation>
    </message>
    <message>
        <source>a table file ends in .xlsx, .csv, .tsv or .md, not .{0}</source>
        <translation>表格文件以 .xlsx、.csv、.tsv 或 .md 结尾，不能是 .{0}</translation>
    </message>
    <message>
        <source>the table does not fit a workbook: {0} rows, {1} columns</source>
        <translation>表格放不进工作簿：{0} 行，{1} 列</translation>
    </message>
    <message>
        <source>Waiting for the slowest device</source>
        <translation>等待最慢的设备</translation>
    </message>
    <message>
        <source>Tensor collective not hidden by the weight gradients beside it</source>
        <translation>未被同时计算的权重梯度掩盖的张量并行集合通信</translation>
    </message>
    <message>
        <source>Slowest device</source>
        <translation>最慢设备</translation>
    </message>
    <message>
        <source>Share by which a training step lasts longer for each doubling of its devices, as all wait for the slowest of them.</source>
        <translation>设备数每翻一倍，训练步因等待其中最慢的设备而延长的比例。</translation>
    </message>
    <message>
        <source>Pattern of layers</source>
        <translation>层的排列</translation>
    </message>
    <message>
        <source>Expected MFU</source>
        <translation>预期 MFU</translation>
    </message>
    <message>
        <source>MFU at the bound</source>
        <translation>上限 MFU</translation>
    </message>
    <message>
        <source>Expected step time</source>
        <translation>预期步时间</translation>
    </message>
    <message>
        <source>Step time at the bound</source>
        <translation>上限步时间</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>每设备内存</translation>
    </message>
    <message>
        <source>no value brings {0} to {1}: from {2} to {3} it is between {4} and {5}</source>
        <translation>没有值能使 {0} 达到 {1}：从 {2} 到 {3}，它介于 {4} 和 {5} 之间</translation>
    </message>
    <message>
        <source>must be a number above 0</source>
        <translation>必须是大于 0 的数</translation>
    </message>
    <message>
        <source>must be a number that is set, to be sought</source>
        <translation>求解的字段必须是已设置的数值</translation>
    </message>
    <message>
        <source>stopped before the goal was found</source>
        <translation>在找到目标之前已停止</translation>
    </message>
    <message>
        <source>strong: the same batch</source>
        <translation>强扩展：批量不变</translation>
    </message>
    <message>
        <source>weak: the batch grows along</source>
        <translation>弱扩展：批量随之增大</translation>
    </message>
    <message>
        <source>this plan, data parallel</source>
        <translation>当前计划，数据并行扩展</translation>
    </message>
    <message>
        <source>the best plan of each count</source>
        <translation>每个设备数的最佳计划</translation>
    </message>
    <message>
        <source>no plan is legal and fits the memory</source>
        <translation>没有合法且内存足够的计划</translation>
    </message>
    <message>
        <source>must be training for a scaling curve, not {0}</source>
        <translation>扩展曲线要求阶段为训练，不能是 {0}</translation>
    </message>
    <message>
        <source>{0} is the end of its range</source>
        <translation>{0} 已是取值范围的端点</translation>
    </message>
    <message>
        <source>no value from {0} to {1} near {2} is legal</source>
        <translation>{0} 到 {1} 之间 {2} 附近没有合法的值</translation>
    </message>
    <message>
        <source>is not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>is 0, and so is any share of it</source>
        <translation>为 0，其任何比例也为 0</translation>
    </message>
    <message>
        <source>must be above {0} and below {1}, not {2}</source>
        <translation>必须大于 {0} 且小于 {1}，不能是 {2}</translation>
    </message>
    <message>
        <source>is on both axes</source>
        <translation>同时在两个轴上</translation>
    </message>
    <message>
        <source>a sweep has at most {0} values, not {1}</source>
        <translation>一次扫描最多 {0} 个值，不能是 {1}</translation>
    </message>
    <message>
        <source>a sweep has at most {0} cells, not {1}</source>
        <translation>一次扫描最多 {0} 个格子，不能是 {1}</translation>
    </message>
    <message>
        <source>multiples need a first value above 0, a last one not below it, and a factor above 1</source>
        <translation>倍数序列要求首值大于 0、末值不小于首值、倍数大于 1</translation>
    </message>
    <message>
        <source>the number of values must be from {0} to {1}, or a factor such as x2, not &quot;{2}&quot;</source>
        <translation>值的个数必须为 {0} 到 {1}，或写成倍数如 x2，不能是“{2}”</translation>
    </message>
    <message>
        <source>a logarithmic axis needs ends above 0</source>
        <translation>对数轴的两端必须大于 0</translation>
    </message>
    <message>
        <source>an axis is key=FROM..TO or key=A,B,C, not &quot;{0}&quot;</source>
        <translation>轴应写成 键=起..止 或 键=A,B,C，不能是“{0}”</translation>
    </message>
    <message>
        <source>a range is FROM..TO or FROM..TO..STEPS, not &quot;{0}&quot;</source>
        <translation>范围应写成 起..止 或 起..止..个数，不能是“{0}”</translation>
    </message>
    <message>
        <source>MFU of the measured step</source>
        <translation>实测步的 MFU</translation>
    </message>
    <message>
        <source>MFU lost to what is not explained</source>
        <translation>无法解释的 MFU 损失</translation>
    </message>
    <message>
        <source>a step of {0} is faster than the bound of {1}: check time, devices, batch, lengths and formats</source>
        <translation>{0} 的一步比界限 {1} 还快：请检查时间、设备数、批量、长度与格式</translation>
    </message>
    <message>
        <source>Sharding: every replica reads weights</source>
        <translation>切分：每个副本都要读权重</translation>
    </message>
    <message>
        <source>Seconds a step took on the cluster, of training, of a decode (the time per output token without a draft) or of a prefill; adds the Measured bar to the waterfall; optional.</source>
        <translation>集群上一步所用秒数，可为训练步、解码步（无草稿时即每个输出词元的时间）或预填充；为瀑布图加上“实测”条；可选。</translation>
    </message>
    <message>
        <source>a report ends in .pdf, .html or .md, not .{0}</source>
        <translation>报告以 .pdf、.html 或 .md 结尾，不能是 .{0}</translation>
    </message>
    <message>
        <source>Days for the token budget</source>
        <translation>词元预算所需天数</translation>
    </message>
    <message>
        <source>Chip-hours for the token budget</source>
        <translation>词元预算所需芯片小时</translation>
    </message>
    <message>
        <source>Tokens per parameter</source>
        <translation>每参数词元数</translation>
    </message>
    <message>
        <source>Best time between checkpoints</source>
        <translation>最佳检查点间隔</translation>
    </message>
    <message>
        <source>Training goodput: useful time over wall time</source>
        <translation>训练有效率：有效时间与总时间之比</translation>
    </message>
    <message>
        <source>Time between failures of the cluster</source>
        <translation>集群故障间隔</translation>
    </message>
    <message>
        <source>Days for the token budget, failures included</source>
        <translation>词元预算所需天数（计入故障）</translation>
    </message>
    <message>
        <source>Time between failures of a device</source>
        <translation>设备故障间隔</translation>
    </message>
    <message>
        <source>Mean time from one failure of a device, its host and network included, to the next, as 50000 h; gives the training goodput; optional.</source>
        <translation>一个设备（含其主机和网络）两次故障之间的平均时间，例如 50000 h；给出训练有效率；可选。</translation>
    </message>
    <message>
        <source>Checkpoint time</source>
        <translation>检查点时间</translation>
    </message>
    <message>
        <source>Seconds that training stands still for each checkpoint; default 0.</source>
        <translation>每次检查点使训练停顿的秒数；默认 0。</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Training between two checkpoints, as 30 min; default the interval that loses least.</source>
        <translation>两次检查点之间的训练时间，例如 30 min；默认为损失最小的间隔。</translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation>重启时间</translation>
    </message>
    <message>
        <source>Seconds from a failure until training runs again from the last checkpoint; default 0.</source>
        <translation>从故障到训练自上一检查点恢复运行的秒数；默认 0。</translation>
    </message>
    <message>
        <source>the chart “{0}” shows a study, and there is none</source>
        <translation>图表“{0}”显示一项研究，但没有结果</translation>
    </message>
    <message>
        <source>No trail</source>
        <translation>无轨迹</translation>
    </message>
    <message>
        <source>Operators of this batch and length alone.</source>
        <translation>只显示当前批量与长度下的算子。</translation>
    </message>
    <message>
        <source>Over the batch</source>
        <translation>随批量</translation>
    </message>
    <message>
        <source>Where each operator lies with 1, 2, 4, … sequences at a time.</source>
        <translation>同时处理 1、2、4……个序列时每个算子的位置。</translation>
    </message>
    <message>
        <source>Over the length</source>
        <translation>随长度</translation>
    </message>
    <message>
        <source>Where each operator lies with prompts, or in decode contexts, of 128, 256, … tokens.</source>
        <translation>提示（解码时为上下文）为 128、256……个词元时每个算子的位置。</translation>
    </message>
    <message>
        <source>Key-value cache of windows</source>
        <translation>窗口的键值缓存</translation>
    </message>
    <message>
        <source>Latent cache</source>
        <translation>潜变量缓存</translation>
    </message>
    <message>
        <source>the phase “{1}” has no chart “{0}”</source>
        <translation>阶段“{1}”没有图表“{0}”</translation>
    </message>
    <message>
        <source>{0} devices for prefill are no multiple of their tp · pp · ep = {1}</source>
        <translation>{0} 个预填充设备不是其 tp · pp · ep = {1} 的倍数</translation>
    </message>
    <message>
        <source>Devices that compute prompts and nothing else; caches then travel to the other devices, which decode and have the plan; default 0, all do both.</source>
        <translation>只计算提示的设备数；缓存随后传给其余设备，由它们按并行方案解码；默认 0，即所有设备两者都做。</translation>
    </message>
    <message>
        <source>Tensor parallel, prefill</source>
        <translation>张量并行（预填充）</translation>
    </message>
    <message>
        <source>Tensor-parallel degree of the devices for prefill; default 0, the plan&apos;s.</source>
        <translation>预填充设备的张量并行度；默认 0，与并行方案相同。</translation>
    </message>
    <message>
        <source>Expert parallel, prefill</source>
        <translation>专家并行（预填充）</translation>
    </message>
    <message>
        <source>Expert-parallel degree of the devices for prefill; default 0, the plan&apos;s.</source>
        <translation>预填充设备的专家并行度；默认 0，与并行方案相同。</translation>
    </message>
    <message>
        <source>Pipeline parallel, prefill</source>
        <translation>流水线并行（预填充）</translation>
    </message>
    <message>
        <source>Pipeline stages of the devices for prefill; default 0, the plan&apos;s.</source>
        <translation>预填充设备的流水线级数；默认 0，与并行方案相同。</translation>
    </message>
    <message>
        <source>dp·fsdp·tp·ep·pp·cp = {0} must equal the {1} devices that decode, those for prefill left out</source>
        <translation>dp·fsdp·tp·ep·pp·cp = {0} 必须等于负责解码的 {1} 个设备（预填充设备不计）</translation>
    </message>
    <message>
        <source>{0} devices compute prompts, {1} replicas of tp {2}, ep {3}, pp {4}; {5} decode, {6} replicas of tp {7}, ep {8}, pp {9}</source>
        <translation>{0} 个设备计算提示，共 {1} 个副本（tp {2}、ep {3}、pp {4}）；{5} 个设备解码，共 {6} 个副本（tp {7}、ep {8}、pp {9}）</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>设备池</translation>
    </message>
    <message>
        <source>must be a text that is not empty, not {0}</source>
        <translation>必须是非空文本，不能是 {0}</translation>
    </message>
    <message>
        <source>no operator of the traced step that is not taken yet fits &quot;{0}&quot;</source>
        <translation>trace 的步中没有尚未匹配的算子符合“{0}”</translation>
    </message>
    <message>
        <source>the comparison was stopped</source>
        <translation>比较已停止</translation>
    </message>
    <message>
        <source>states rank {0}, as does {1}</source>
        <translation>标明为 rank {0}，与 {1} 相同</translation>
    </message>
    <message>
        <source>is of a run on {0} ranks, {1} of one on {2}</source>
        <translation>来自 {0} 个 rank 的运行，而 {1} 来自 {2} 个 rank 的运行</translation>
    </message>
    <message>
        <source>the folder cannot be read</source>
        <translation>无法读取该文件夹</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>the folder holds no files</source>
        <translation>该文件夹中没有文件</translation>
    </message>
    <message>
        <source>{0} of it runs under computation</source>
        <translation>其中 {0} 在计算之下运行</translation>
    </message>
    <message>
        <source>Exposed communication of no one axis</source>
        <translation>无法归于单一轴的暴露通信</translation>
    </message>
    <message>
        <source>the record has no collective that can only be of this axis</source>
        <translation>记录中没有只可能属于此轴的集合通信</translation>
    </message>
    <message>
        <source>Once-a-step communication that outlasts the passes of all pieces</source>
        <translation>每步一次的通信超出各分段传递的部分</translation>
    </message>
    <message>
        <source>A piece&apos;s pass and p of each piece before it</source>
        <translation>一个分段的一次传递，加上之前每个分段的 p 次</translation>
    </message>
    <message>
        <source>Passes of several pieces</source>
        <translation>若干分段的传递</translation>
    </message>
    <message>
        <source>one of even and balanced must be searched, and no list of layers can be</source>
        <translation>必须搜索 even 和 balanced 之一，层数列表不能参与搜索</translation>
    </message>
    <message>
        <source>the split {0} into stages is not among those searched</source>
        <translation>搜索范围不含流水级划分 {0}</translation>
    </message>
    <message>
        <source>Modules recomputed</source>
        <translation>重计算的模块</translation>
    </message>
    <message>
        <source>What the selective policy runs again, by Megatron-LM&apos;s names: core_attn, mla_up_proj, layernorm, moe_act, mlp, shared_experts, moe; default core_attn.</source>
        <translation>selective 策略重新计算的部分，采用 Megatron-LM 的名称：core_attn、mla_up_proj、layernorm、moe_act、mlp、shared_experts、moe；默认 core_attn。</translation>
    </message>
    <message>
        <source>Layers of the stages</source>
        <translation>各级层数</translation>
    </message>
    <message>
        <source>Layers on each stage in turn, &quot;4*15, 1&quot; for fifteen stages of 4 and one of 1; with virtual stages, on each of their parts as a forward meets them.</source>
        <translation>依次列出各流水级的层数，&quot;4*15, 1&quot; 表示十五级各 4 层、一级 1 层；有虚拟段时，按前向经过的顺序列出每一段。</translation>
    </message>
    <message>
        <source>Split into stages</source>
        <translation>流水级划分</translation>
    </message>
    <message>
        <source>How the stages share the layers: the last one also computes the head, which equal numbers of layers leave out of account; default equal numbers.</source>
        <translation>各流水级如何分担层：最后一级还要计算输出头，层数相等的划分不考虑这一点；默认层数相等。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has no counterpart here: it is kept</source>
        <translation>“{0}”在此没有对应项：予以保留</translation>
    </message>
    <message>
        <source>embedding on the first stage, MTP modules and head on the last one: the plan has no other place for them</source>
        <translation>嵌入在第一级，MTP 模块和输出头在最后一级：方案中没有其他位置</translation>
    </message>
    <message>
        <source>the {0} layers do not divide over {1} stages of {2} parts so</source>
        <translation>{0} 层无法这样分到 {1} 级、每级 {2} 段</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no layout of {1} stages: Et|(t|)*14tL</source>
        <translation>“{0}”不是 {1} 级的布局，应形如 Et|(t|)*14tL</translation>
    </message>
    <message>
        <source>Up projections and rotation of latent attention</source>
        <translation>潜变量注意力的升维投影与旋转</translation>
    </message>
    <message>
        <source>Norms before attention and feed-forward</source>
        <translation>注意力与前馈之前的归一化</translation>
    </message>
    <message>
        <source>Activation of the routed experts</source>
        <translation>路由专家的激活函数</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>Router, experts and their exchange</source>
        <translation>路由、专家及其交换</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; names no module of a layer; near are {1}</source>
        <translation>“{0}”不是层中任何模块的名称；相近的有 {1}</translation>
    </message>
    <message>
        <source>names no module; the policy none recomputes none</source>
        <translation>没有列出模块；什么都不重算请用策略 none</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s: the modules of plan.recomputeModules run again, everything else is kept.</source>
        <translation>Megatron-LM 的方式：plan.recomputeModules 中的模块重新计算，其余全部保留。</translation>
    </message>
    <message>
        <source>equal numbers of layers</source>
        <translation>层数相等</translation>
    </message>
    <message>
        <source>What does not divide goes to the stages in the middle.</source>
        <translation>除不尽的层放到中间各级。</translation>
    </message>
    <message>
        <source>equal compute</source>
        <translation>计算量相等</translation>
    </message>
    <message>
        <source>Embedding, head and MTP modules count as the layers that they cost: their stages hold fewer of them.</source>
        <translation>嵌入、输出头和 MTP 模块按其计算量折算为层：所在的级少放几层。</translation>
    </message>
    <message>
        <source>as listed</source>
        <translation>按列表</translation>
    </message>
    <message>
        <source>The numbers of plan.stageLayers.</source>
        <translation>采用 plan.stageLayers 中的层数。</translation>
    </message>
    <message>
        <source>layers {0}, in the order in which a forward meets them; split {1}, parts of each stage {2}; embedding on the first, head and MTP modules on the last</source>
        <translation>层数 {0}，按前向经过的顺序；划分方式 {1}，每级 {2} 段；嵌入在第一级，输出头和 MTP 模块在最后一级</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>流水级</translation>
    </message>
    <message>
        <source>stages that compute about as long, the head counted</source>
        <translation>各级计算时间相近，计入输出头</translation>
    </message>
    <message>
        <source>does not apply to this model, hardware and plan; what it depends on is set before it</source>
        <translation>不适用于此模型、硬件和方案；它所依赖的项须先设置</translation>
    </message>
    <message>
        <source>stageLayers lists {0} stages where pp · virtualStages are {1}</source>
        <translation>stageLayers 列出了 {0} 级，而 pp · virtualStages 为 {1}</translation>
    </message>
    <message>
        <source>stageLayers lists {0} layers where the model has {1}</source>
        <translation>stageLayers 共列出 {0} 层，而模型有 {1} 层</translation>
    </message>
    <message>
        <source>{0} exceeds the {1} layers</source>
        <translation>{0} 超过 {1} 层</translation>
    </message>
    <message>
        <source>and {0} say the same thing twice: one of them is enough</source>
        <translation>与 {0} 重复说明同一件事：只需其中之一</translation>
    </message>
    <message>
        <source>has {0} parts where {1} stages of {2} are asked for</source>
        <translation>有 {0} 段，而要求的是 {1} 级、每级 {2} 段</translation>
    </message>
    <message>
        <source>says nothing of a single stage</source>
        <translation>只有一级时没有意义</translation>
    </message>
    <message>
        <source>left out: the layout says where every layer lies</source>
        <translation>略去：布局已说明每一层的位置</translation>
    </message>
    <message>
        <source>left out: the first and the last stage have numbers of their own</source>
        <translation>略去：第一级和最后一级另有层数</translation>
    </message>
    <message>
        <source>must be a whole number from {0} to {1}, not &quot;{2}&quot;</source>
        <translation>必须是 {0} 到 {1} 的整数，而不是“{2}”</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no number of layers: N, or N*K for K pieces of N, N at most {1} and no more than {2} pieces</source>
        <translation>“{0}”不是层数：应为 N，或 N*K 表示 K 段各 N 层，N 不超过 {1}，总段数不超过 {2}</translation>
    </message>
</context>
<context>
    <name>headroom::CatalogActions</name>
    <message>
        <source>New model</source>
        <translation>新模型</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Export JSON…</source>
        <translation>导出 JSON…</translation>
    </message>
    <message>
        <source>Import JSON…</source>
        <translation>导入 JSON…</translation>
    </message>
    <message>
        <source>Saved %1 in your catalog</source>
        <translation>已将 %1 存入你的目录</translation>
    </message>
    <message>
        <source>Renamed %1 to %2</source>
        <translation>已将 %1 重命名为 %2</translation>
    </message>
    <message>
        <source>Deleted %1 from your catalog</source>
        <translation>已从你的目录删除 %1</translation>
    </message>
    <message>
        <source>My %1</source>
        <translation>我的 %1</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Name in your catalog</source>
        <translation>在你的目录中的名称</translation>
    </message>
    <message>
        <source>%1 is already in your catalog. Replace it?</source>
        <translation>%1 已在你的目录中。要替换它吗？</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
    <message>
        <source>Delete %1 from your catalog? Its file is removed; the current values stay.</source>
        <translation>要从你的目录删除 %1 吗？它的文件会被删除；当前的值保留。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Export JSON</source>
        <translation>导出 JSON</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>%1 无法写入</translation>
    </message>
    <message>
        <source>Import JSON</source>
        <translation>导入 JSON</translation>
    </message>
</context>
<context>
    <name>headroom::ChartNotes</name>
    <message>
        <source>Edit annotation</source>
        <translation>编辑批注</translation>
    </message>
    <message>
        <source>Text (empty: delete)</source>
        <translation>文字（留空则删除）</translation>
    </message>
    <message>
        <source>Annotate</source>
        <translation>添加批注</translation>
    </message>
    <message>
        <source>Text at this point</source>
        <translation>此点的文字</translation>
    </message>
    <message>
        <source>&amp;Edit annotation…</source>
        <translation>编辑批注(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Delete annotation</source>
        <translation>删除批注(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Annotate this point…</source>
        <translation>为此点添加批注(&amp;A)…</translation>
    </message>
</context>
<context>
    <name>headroom::ChartPane</name>
    <message>
        <source>Export, copy, fit</source>
        <translation>导出、复制、适配</translation>
    </message>
    <message>
        <source>Show both charts</source>
        <translation>显示两张图</translation>
    </message>
    <message>
        <source>Maximise</source>
        <translation>最大化</translation>
    </message>
    <message>
        <source>Export picture…</source>
        <translation>导出图片…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适配</translation>
    </message>
    <message>
        <source>Fold small terms</source>
        <translation>折叠小项</translation>
    </message>
</context>
<context>
    <name>headroom::ChartSwitches</name>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>Times of the bound or as expected</source>
        <translation>上界或预期的时间</translation>
    </message>
    <message>
        <source>All stages</source>
        <translation>全部流水级</translation>
    </message>
    <message>
        <source>One pass</source>
        <translation>单个流程</translation>
    </message>
    <message>
        <source>Passes of every stage, or operators and collectives of one pass</source>
        <translation>每个流水级的流程，或单个流程的算子与集合通信</translation>
    </message>
    <message>
        <source>Pass of the stage whose operators are shown</source>
        <translation>显示其算子的流程</translation>
    </message>
    <message>
        <source>Memory whose bytes the intensity counts; %1</source>
        <translation>算术强度按哪级存储的字节数计；%1</translation>
    </message>
    <message>
        <source>Memory whose bytes the intensity counts</source>
        <translation>算术强度按哪级存储的字节数计</translation>
    </message>
    <message>
        <source>Critical stage</source>
        <translation>关键流水级</translation>
    </message>
    <message>
        <source>Fullest stage</source>
        <translation>显存最满的流水级</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>流水级 %1</translation>
    </message>
    <message>
        <source>Pipeline stage of the pass</source>
        <translation>流程所在的流水级</translation>
    </message>
    <message>
        <source>Pipeline stage whose memory is drawn over time</source>
        <translation>按时间绘出其显存的流水级</translation>
    </message>
    <message>
        <source>Unit of the bars</source>
        <translation>条形的单位</translation>
    </message>
    <message>
        <source>Where operators move with the batch or the length</source>
        <translation>算子随批量或长度移动的轨迹</translation>
    </message>
    <message>
        <source>All fields</source>
        <translation>全部字段</translation>
    </message>
    <message>
        <source>Numbers only</source>
        <translation>仅连续数值</translation>
    </message>
    <message>
        <source>With degrees and other whole numbers, which move to the next legal value, or without them</source>
        <translation>包含并行度等整数字段（它们移到下一个合法取值），或不包含</translation>
    </message>
</context>
<context>
    <name>headroom::ContractPage</name>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>What holds</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Weight tensors</source>
        <translation>权重张量</translation>
    </message>
    <message>
        <source>shape, layers, placement and copies of each</source>
        <translation>各自的形状、层数、放置与份数</translation>
    </message>
    <message>
        <source>Save as file…</source>
        <translation>保存为文件…</translation>
    </message>
    <message>
        <source>Contract</source>
        <translation>约定</translation>
    </message>
</context>
<context>
    <name>headroom::DerivationModel</name>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>headroom::ExportDialog</name>
    <message>
        <source>dark background</source>
        <translation>深色背景</translation>
    </message>
    <message>
        <source>footer with convention, peak and version</source>
        <translation>含口径、峰值和版本的页脚</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>PNG pixels per point</source>
        <translation>PNG 每点像素数</translation>
    </message>
    <message>
        <source>Memory level</source>
        <translation>存储层级</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>The picture in this size, for the clipboard</source>
        <translation>以此尺寸将图片放到剪贴板</translation>
    </message>
</context>
<context>
    <name>headroom::FieldRow</name>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Reset to %1</source>
        <translation>重置为 %1</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
</context>
<context>
    <name>headroom::FileActions</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open model config</source>
        <translation>打开模型配置</translation>
    </message>
    <message>
        <source>Model configs (*.json);;All files (*)</source>
        <translation>模型配置 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The file cannot be opened.</source>
        <translation>无法打开该文件。</translation>
    </message>
    <message>
        <source>The file is not understood.</source>
        <translation>无法识别该文件。</translation>
    </message>
    <message>
        <source>The project cannot be opened.</source>
        <translation>无法打开该项目。</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>The model config cannot be used.</source>
        <translation>无法使用该模型配置。</translation>
    </message>
    <message>
        <source>Model %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>The hardware description cannot be used.</source>
        <translation>无法使用该硬件描述。</translation>
    </message>
    <message>
        <source>Hardware %1</source>
        <translation>硬件 %1</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Headroom projects (*.headroom)</source>
        <translation>Headroom 项目 (*.headroom)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes first?</source>
        <translation>是否先保存更改？</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>……另有 %1 项</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Headroom</translation>
    </message>
    <message>
        <source>The checkpoint cannot be read.</source>
        <translation>无法读取检查点。</translation>
    </message>
    <message>
        <source>Checkpoint of %1 tensors</source>
        <translation>含 %1 个张量的检查点</translation>
    </message>
    <message>
        <source>The model cannot be used.</source>
        <translation>该模型无法使用。</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz *.pb *.pftrace *.sqlite *.csv *.txt *.nsys-rep);;All files (*)</source>
        <translation>Trace 文件 (*.json *.json.gz *.gz *.pb *.pftrace *.sqlite *.csv *.txt *.nsys-rep);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The trace cannot be read.</source>
        <translation>无法读取该 trace。</translation>
    </message>
    <message>
        <source>All that Headroom reads (*.headroom *.json *.gz *.safetensors *.pb *.pftrace *.sqlite *.csv *.txt);;Headroom projects (*.headroom);;All files (*)</source>
        <translation>Headroom 能读取的所有文件 (*.headroom *.json *.gz *.safetensors *.pb *.pftrace *.sqlite *.csv *.txt);;Headroom 项目 (*.headroom);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open trace: several files are ranks of one run</source>
        <translation>打开 trace：多个文件是同一次运行的各个 rank</translation>
    </message>
    <message>
        <source>Open a folder of traces: the ranks of one run</source>
        <translation>打开 trace 文件夹：同一次运行的各个 rank</translation>
    </message>
</context>
<context>
    <name>headroom::FilterHeader</name>
    <message>
        <source>Filter: &gt;0.4   8..64   =full   !text   text</source>
        <translation>筛选：&gt;0.4   8..64   =full   !文本   文本</translation>
    </message>
    <message>
        <source>Filter of %1</source>
        <translation>筛选 %1</translation>
    </message>
</context>
<context>
    <name>headroom::GoalDialog</name>
    <message>
        <source>Goal seek</source>
        <translation>目标求解</translation>
    </message>
    <message>
        <source>such as 45 %, 3 s, 70 GiB</source>
        <translation>例如 45 %、3 s、70 GiB</translation>
    </message>
    <message>
        <source>Field to change</source>
        <translation>要改变的字段</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>%1 = %2: %3 %4</source>
        <translation>%1 = %2：%3 %4</translation>
    </message>
    <message>
        <source>The goal lies between this and %1.</source>
        <translation>目标介于此值与 %1 之间。</translation>
    </message>
    <message>
        <source>The goal is no value of this figure.</source>
        <translation>目标不是该指标的取值。</translation>
    </message>
</context>
<context>
    <name>headroom::HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>headroom::InputsPage</name>
    <message>
        <source>Filter fields (%1)</source>
        <translation>筛选字段（%1）</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Save as a preset of your own, rename, delete, export</source>
        <translation>另存为自己的预设、重命名、删除、导出</translation>
    </message>
    <message>
        <source>Paste launch flags…</source>
        <translation>粘贴启动参数…</translation>
    </message>
    <message>
        <source>Filter fields</source>
        <translation>筛选字段</translation>
    </message>
</context>
<context>
    <name>headroom::IssueBar</name>
    <message>
        <source>Dimmed: the last valid result.</source>
        <translation>变暗部分为上一次有效结果。</translation>
    </message>
</context>
<context>
    <name>headroom::IssuesPage</name>
    <message>
        <source>Nothing to report: every value is in its range, every rule holds.</source>
        <translation>没有问题：所有取值都在范围内，所有规则都满足。</translation>
    </message>
</context>
<context>
    <name>headroom::KeptTensorsEditor</name>
    <message>
        <source>Tensors kept, per micro-batch and device. Matrix FLOPs run again where one is dropped and the others stay as chosen.</source>
        <translation>每个微批、每台设备保留的张量。右列是单独丢弃该张量、其余按所选时重新执行的矩阵 FLOPs。</translation>
    </message>
    <message>
        <source>Tensors kept</source>
        <translation>保留的张量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新执行</translation>
    </message>
    <message>
        <source>Kept in the host&apos;s memory; moved over the host link</source>
        <translation>保留在主机内存中；经主机链路传输</translation>
    </message>
</context>
<context>
    <name>headroom::LaunchFlagsDialog</name>
    <message>
        <source>Launch flags</source>
        <translation>启动参数</translation>
    </message>
    <message>
        <source>Arguments of Megatron-LM or flags of MaxText; plan, batch and sequence length follow from them.</source>
        <translation>Megatron-LM 的命令行参数或 MaxText 的配置项；方案、批次和序列长度由其得出。</translation>
    </message>
    <message>
        <source>What follows from the flags</source>
        <translation>由参数得出的结果</translation>
    </message>
</context>
<context>
    <name>headroom::LayerDialog</name>
    <message>
        <source>Group of layers</source>
        <translation>一组层</translation>
    </message>
    <message>
        <source>Layers in a row</source>
        <translation>连续层数</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
</context>
<context>
    <name>headroom::LayerEditor</name>
    <message>
        <source>Add a group of layers…</source>
        <translation>添加一组层…</translation>
    </message>
    <message>
        <source>Duplicate the group</source>
        <translation>复制该组</translation>
    </message>
    <message>
        <source>Remove the group</source>
        <translation>删除该组</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Edit the group…</source>
        <translation>编辑该组…</translation>
    </message>
</context>
<context>
    <name>headroom::LayerList</name>
    <message>
        <source>%1 heads; ranks q %2, kv %3; dims nope %4, rope %5, value %6</source>
        <translation>%1 个头；秩 q %2、kv %3；维度 nope %4、rope %5、value %6</translation>
    </message>
    <message>
        <source>%1 query heads, %2 key-value heads, head dimension %3</source>
        <translation>%1 个查询头，%2 个键值头，头维度 %3</translation>
    </message>
    <message>
        <source>width %1</source>
        <translation>宽度 %1</translation>
    </message>
    <message>
        <source>%1 of %2 experts per token, expert width %3, shared width %4</source>
        <translation>每 token 选 %1/%2 个专家，专家宽度 %3，共享宽度 %4</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation>第 %1 至 %2 层</translation>
    </message>
    <message>
        <source>Groups of layers</source>
        <translation>层组</translation>
    </message>
</context>
<context>
    <name>headroom::MainWindow</name>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Issues (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>Plan applied: %1</source>
        <translation>已应用方案：%1</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>About Headroom</source>
        <translation>关于 Headroom</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Headroom %1&lt;/h3&gt;&lt;p&gt;How fast a large language model can train on a cluster of accelerators, and where the rest of the peak goes.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later. Charts by QCustomPlot.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Headroom %1&lt;/h3&gt;&lt;p&gt;大语言模型在加速器集群上最快能训练多快，其余的算力又去了哪里。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。图表由 QCustomPlot 绘制。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoint (%1)</source>
        <translation>检查点 (%1)</translation>
    </message>
    <message>
        <source>Contract</source>
        <translation>约定</translation>
    </message>
    <message>
        <source>Measured run</source>
        <translation>实测运行</translation>
    </message>
    <message>
        <source>With the devices: %1</source>
        <translation>随设备数调整：%1</translation>
    </message>
</context>
<context>
    <name>headroom::MatchDialog</name>
    <message>
        <source>Which operator of the model is this?</source>
        <translation>这是模型的哪个算子？</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Part of a name or class</source>
        <translation>名称或类别的一部分</translation>
    </message>
    <message>
        <source>Operators of the model</source>
        <translation>模型的算子</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>As the program finds it itself</source>
        <translation>由程序自行匹配</translation>
    </message>
    <message>
        <source>None of the model&apos;s</source>
        <translation>不属于模型的任何算子</translation>
    </message>
</context>
<context>
    <name>headroom::MeasuredFiles</name>
    <message>
        <source>Load matches</source>
        <translation>载入匹配</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Load rules</source>
        <translation>载入规则</translation>
    </message>
    <message>
        <source>&amp;Load matches…</source>
        <translation>载入匹配(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Save matches…</source>
        <translation>保存匹配(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Forget matches said by hand</source>
        <translation>清除手动匹配(&amp;F)</translation>
    </message>
    <message>
        <source>Load &amp;rules…</source>
        <translation>载入规则(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Built-in rules alone</source>
        <translation>仅用内置规则(&amp;B)</translation>
    </message>
    <message>
        <source>Say which events belong to which class; they stand before the built-in rules</source>
        <translation>指定哪些事件属于哪个类别；优先于内置规则</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*)</source>
        <translation>JSON (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save matches</source>
        <translation>保存匹配</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Matches of %1</source>
        <translation>已载入 %1 的匹配</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Built-in rules alone</source>
        <translation>仅用内置规则</translation>
    </message>
    <message>
        <source>Rules of %1 before the built-in ones</source>
        <translation>%1 的规则优先于内置规则</translation>
    </message>
</context>
<context>
    <name>headroom::MeasuredPage</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>: step %1, measured MFU %2, HFU %3</source>
        <translation>：每步 %1，实测 MFU %2，HFU %3</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>The calibration is what this run reached</source>
        <translation>校准已取为本次运行达到的水平</translation>
    </message>
    <message>
        <source>Applied: %1</source>
        <translation>已应用：%1</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>MFU points</source>
        <translation>MFU 百分点</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Use as calibration</source>
        <translation>用作校准</translation>
    </message>
    <message>
        <source>Expect from the plan what this run reached: rates by class, links, overlap, idle time</source>
        <translation>按本次运行达到的水平预期该方案：各类速率、链路、重叠、空闲时间</translation>
    </message>
    <message>
        <source>Close trace</source>
        <translation>关闭 trace</translation>
    </message>
    <message>
        <source>Measured run</source>
        <translation>实测运行</translation>
    </message>
    <message>
        <source>%1 ranks; </source>
        <translation>%1 个 rank；</translation>
    </message>
    <message>
        <source>, rules of %1</source>
        <translation>，规则来自 %1</translation>
    </message>
    <message>
        <source>: comparing with the model</source>
        <translation>：正在与模型比较</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Compare this rank with the model</source>
        <translation>将此 rank 与模型比较</translation>
    </message>
    <message>
        <source>Say what it is…</source>
        <translation>指定它是什么…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Matches and rules</source>
        <translation>匹配与规则</translation>
    </message>
    <message>
        <source>Files of what operators are, said by hand, and of rules that say what events are</source>
        <translation>手动匹配算子的文件，以及为事件分类的规则文件</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>headroom::Menus</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Remove &amp;baseline</source>
        <translation>移除基线(&amp;B)</translation>
    </message>
    <message>
        <source>Pin as &amp;baseline</source>
        <translation>固定为基线(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>清空此列表(&amp;C)</translation>
    </message>
</context>
<context>
    <name>headroom::Palette</name>
    <message>
        <source>Find action or field</source>
        <translation>查找操作或字段</translation>
    </message>
    <message>
        <source>Name of a command or field, in English or Chinese</source>
        <translation>命令或字段的名称，中文或英文</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查找结果</translation>
    </message>
</context>
<context>
    <name>headroom::PhaseSwitch</name>
    <message>
        <source>The step that roofline, waterfall, operators and Why show</source>
        <translation>屋顶线、瀑布图、算子与“为什么”所示的步</translation>
    </message>
    <message>
        <source>Step: %1</source>
        <translation>步：%1</translation>
    </message>
</context>
<context>
    <name>headroom::PreferencesDialog</name>
    <message>
        <source>Holds from the next start of Headroom.</source>
        <translation>下次启动 Headroom 时生效。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>GiB (1024³ bytes)</source>
        <translation>GiB（1024³ 字节）</translation>
    </message>
    <message>
        <source>GB (1000³ bytes)</source>
        <translation>GB（1000³ 字节）</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Size of text and controls</source>
        <translation>文字与控件大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Memory in</source>
        <translation>显存单位(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;FLOP convention</source>
        <translation>FLOP 口径(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open the last project at the start</source>
        <translation>启动时打开上次的项目(&amp;O)</translation>
    </message>
    <message>
        <source>A change holds from the next start of Headroom.</source>
        <translation>更改在下次启动 Headroom 时生效。</translation>
    </message>
    <message>
        <source>Of new documents; an open one has its own, under Run.</source>
        <translation>用于新文档；已打开的文档在“运行”中另有设置。</translation>
    </message>
</context>
<context>
    <name>headroom::Presentation</name>
    <message>
        <source>Presentation: %1</source>
        <translation>演示：%1</translation>
    </message>
</context>
<context>
    <name>headroom::PresetCombo</name>
    <message>
        <source>%1 (%2 changed)</source>
        <translation>%1（%2 处修改）</translation>
    </message>
</context>
<context>
    <name>headroom::RecomputeModulesEditor</name>
    <message>
        <source>Modules that run again in backward, per micro-batch and device: bytes that are not kept and matrix FLOPs, of each alone.</source>
        <translation>反向中重新计算的模块，按每个微批、每个设备：不再保留的字节数和矩阵 FLOPs，各自单独计。</translation>
    </message>
    <message>
        <source>Modules recomputed</source>
        <translation>重计算的模块</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Spared</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新计算</translation>
    </message>
</context>
<context>
    <name>headroom::RecoveryDialog</name>
    <message>
        <source>Recover unsaved work</source>
        <translation>恢复未保存的工作</translation>
    </message>
    <message>
        <source>Headroom did not close the last time. This work was not saved; the files it belongs to are as they were.</source>
        <translation>Headroom 上次没有正常关闭。以下工作尚未保存；它们所属的文件保持原样。</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Discard…</source>
        <translation>丢弃(&amp;D)…</translation>
    </message>
    <message>
        <source>Ask at the next &amp;start</source>
        <translation>下次启动时再问(&amp;S)</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Throw this work away? It cannot be had back.</source>
        <translation>要丢弃这份工作吗？丢弃后无法找回。</translation>
    </message>
</context>
<context>
    <name>headroom::ScenariosPage</name>
    <message>
        <source>(baseline)</source>
        <translation>（基线）</translation>
    </message>
    <message>
        <source>Double-click: show this scenario</source>
        <translation>双击：显示此场景</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation>复制场景</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>重命名场景</translation>
    </message>
    <message>
        <source>Delete scenario</source>
        <translation>删除场景</translation>
    </message>
    <message>
        <source>Delete the scenario “%1”, with its notes? This cannot be undone.</source>
        <translation>删除场景“%1”及其备注？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>复制…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Use as baseline</source>
        <translation>设为基线</translation>
    </message>
    <message>
        <source>Compare the other scenarios, and the charts, with this one</source>
        <translation>其他场景和图表都与此场景比较</translation>
    </message>
    <message>
        <source>Notes of the scenario that is shown</source>
        <translation>当前场景的备注</translation>
    </message>
    <message>
        <source>Scenarios side by side</source>
        <translation>并排比较场景</translation>
    </message>
    <message>
        <source>Notes of the scenario</source>
        <translation>场景的备注</translation>
    </message>
</context>
<context>
    <name>headroom::SearchSettingsPanel</name>
    <message>
        <source>the run&apos;s: %1</source>
        <translation>运行设定：%1</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>全局批</translation>
    </message>
    <message>
        <source>Remat</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Sequences per rank and pass to try, with commas between them</source>
        <translation>要尝试的每卡每趟序列数，用逗号分隔</translation>
    </message>
    <message>
        <source>Global batches to try, in sequences, with commas between them</source>
        <translation>要尝试的全局批（序列数），用逗号分隔</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Pipeline schedules to try; none ticked: the plan&apos;s own.</source>
        <translation>要尝试的流水线调度;都不勾选则用当前方案的调度。</translation>
    </message>
    <message>
        <source>Sequences at a time to try, over all devices, with commas between them</source>
        <translation>要尝试的同时处理的序列数（所有设备），以逗号分隔</translation>
    </message>
    <message>
        <source>1, 2, 4, … as many as fit</source>
        <translation>1、2、4……直到放不下</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>So many of the best plans that fit are simulated pass by pass and put in the order of that step; 200 is a good number</source>
        <translation>对能放下的最优若干个方案逐趟模拟，并按模拟步时排序；200 是合适的数目</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>流水级</translation>
    </message>
</context>
<context>
    <name>headroom::SearchTools</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Why not…</source>
        <translation>为何不选…</translation>
    </message>
    <message>
        <source>Type a plan and see why the search does not propose it</source>
        <translation>输入一个方案，查看搜索为何没有推荐它</translation>
    </message>
    <message>
        <source>Search: %1</source>
        <translation>搜索：%1</translation>
    </message>
    <message>
        <source>What the search tries and ranks by: %1</source>
        <translation>搜索的范围与排序依据：%1</translation>
    </message>
    <message>
        <source>searching …</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>the best so far of %1 plans, %2 fit; %3 plans/s, %4 %</source>
        <translation>已算 %1 个方案（%2 个放得下）中的最佳；每秒 %3 个，%4 %</translation>
    </message>
    <message>
        <source>the input is invalid</source>
        <translation>输入无效</translation>
    </message>
    <message>
        <source>no search</source>
        <translation>没有搜索</translation>
    </message>
    <message>
        <source>%1 plans evaluated, %2 fit, %3 s%4</source>
        <translation>已评估 %1 个方案，%2 个放得下，%3 s%4</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>%1 of %2 simulated</source>
        <translation>已模拟 %1/%2</translation>
    </message>
</context>
<context>
    <name>headroom::SensitivityPage</name>
    <message>
        <source>What the bars show the change of</source>
        <translation>条形显示哪个指标的变化</translation>
    </message>
    <message>
        <source>Figure of the bars</source>
        <translation>条形的指标</translation>
    </message>
</context>
<context>
    <name>headroom::Session</name>
    <message>
        <source>Unsaved work cannot be copied: %1</source>
        <translation>未保存的工作无法备份：%1</translation>
    </message>
    <message>
        <source>The unsaved work cannot be recovered.</source>
        <translation>未保存的工作无法恢复。</translation>
    </message>
    <message>
        <source>Unsaved work recovered; save it to keep it</source>
        <translation>未保存的工作已恢复；请保存以保留</translation>
    </message>
</context>
<context>
    <name>headroom::ShortcutDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter shortcuts</source>
        <translation>筛选快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>headroom::Studies</name>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感性</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
</context>
<context>
    <name>headroom::SweepAxisEdit</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>A list such as 1, 2, 4; or FROM..TO..STEPS; FROM..TO..x2; FROM..TO..STEPS log</source>
        <translation>列表如 1, 2, 4；或 起..止..个数；起..止..x2；起..止..个数 log</translation>
    </message>
    <message>
        <source>Field of the axis %1</source>
        <translation>%1轴的字段</translation>
    </message>
    <message>
        <source>Values of the axis %1</source>
        <translation>%1轴的取值</translation>
    </message>
</context>
<context>
    <name>headroom::SweepPage</name>
    <message>
        <source>stopped: what is missing was not reached</source>
        <translation>已停止：缺少的部分未计算</translation>
    </message>
    <message>
        <source>Applied: %1</source>
        <translation>已应用：%1</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>Across:</source>
        <translation>横轴：</translation>
    </message>
    <message>
        <source>Up:</source>
        <translation>纵轴：</translation>
    </message>
    <message>
        <source>across</source>
        <translation>横</translation>
    </message>
    <message>
        <source>up</source>
        <translation>纵</translation>
    </message>
    <message>
        <source>Figure of the sweep</source>
        <translation>扫描的指标</translation>
    </message>
    <message>
        <source>Kind of scaling</source>
        <translation>扩展方式</translation>
    </message>
    <message>
        <source>Plans of the scaling</source>
        <translation>扩展所用的计划</translation>
    </message>
    <message>
        <source>Share of the study done</source>
        <translation>研究完成的比例</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>扩展</translation>
    </message>
    <message>
        <source>Trend check</source>
        <translation>趋势检查</translation>
    </message>
</context>
<context>
    <name>headroom::TablePage</name>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>列…</translation>
    </message>
    <message>
        <source>Save as file…</source>
        <translation>保存为文件…</translation>
    </message>
</context>
<context>
    <name>headroom::WhyNotDialog</name>
    <message>
        <source>Why not this plan?</source>
        <translation>为何不选这个方案？</translation>
    </message>
    <message>
        <source>A plan as tp=8 pp=4 fsdp=2; also microBatch, remat, batch. fsdp takes the devices that are left.</source>
        <translation>方案写法：tp=8 pp=4 fsdp=2；也可写 microBatch、remat、batch。剩余设备归 fsdp。</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>为何不选</translation>
    </message>
    <message>
        <source>Rank %1 of %2 plans that fit</source>
        <translation>在 %2 个放得下的方案中排第 %1</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Not legal</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>The field to change: %1</source>
        <translation>需要修改的字段：%1</translation>
    </message>
    <message>
        <source>MFU (%1) %2, memory %3 of %4</source>
        <translation>MFU（%1）%2，显存 %3 / %4</translation>
    </message>
    <message>
        <source>The best plan has %1: %2</source>
        <translation>最佳方案为 %1：%2</translation>
    </message>
    <message>
        <source>Lost to the best plan</source>
        <translation>相对最佳方案的损失</translation>
    </message>
    <message>
        <source>this</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Comes after the %1 plans listed, of %2 that fit</source>
        <translation>排在列出的 %1 个方案之后，能放下的方案共 %2 个</translation>
    </message>
</context>
<context>
    <name>headroom::WhyPanel</name>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Click a number, a bar, a point or a table row to see where it comes from.</source>
        <translation>单击数字、条形、数据点或表格行，查看其来历。</translation>
    </message>
    <message>
        <source>Go to the field</source>
        <translation>转到该字段</translation>
    </message>
    <message>
        <source>Where the number comes from</source>
        <translation>数值的由来</translation>
    </message>
</context>
</TS>
