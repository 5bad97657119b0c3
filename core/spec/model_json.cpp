#include "spec/spec_json.h"

namespace headroom {

namespace {

constexpr Count mostHeads = 65536, mostWidth = Count{1} << 24, mostHidden = Count{1} << 20;

OrderedJson orNull(const std::optional<Count> &value)
{
    return value ? OrderedJson(*value) : OrderedJson(nullptr);
}

// Every member, also those of other kinds: a project reads back equal.
OrderedJson writeAttention(const AttentionSpec &a)
{
    OrderedJson out;
    out["kind"] = keyOf(a.kind);
    out["heads"] = a.heads;
    out["kvHeads"] = a.kvHeads;
    out["headDim"] = a.headDim;
    out["rotaryDim"] = a.rotaryDim;
    out["window"] = orNull(a.window);
    out["qkvBias"] = a.qkvBias;
    out["outputBias"] = a.outputBias;
    out["qkNorm"] = keyOf(a.qkNorm);
    out["queryRank"] = orNull(a.queryRank);
    out["kvRank"] = a.kvRank;
    out["nopeDim"] = a.nopeDim;
    out["ropeDim"] = a.ropeDim;
    out["valueDim"] = a.valueDim;
    out["linearKind"] = keyOf(a.linearKind);
    out["chunk"] = a.chunk;
    out["normGroups"] = a.normGroups;
    out["outputGate"] = keyOf(a.outputGate);
    out["sinks"] = a.sinks;
    out["indexHeads"] = a.indexHeads;
    out["indexDim"] = a.indexDim;
    out["indexTopK"] = a.indexTopK;
    out["qkvActivation"] = a.qkvActivation;
    out["convWidth"] = a.convWidth;
    out["gateRank"] = orNull(a.gateRank);
    return out;
}

std::optional<Count> wholeOrNull(ObjectReader &r, const char *key, Count maximum)
{
    if (!r.has(key))
        r.fail(key, {CORE_TEXT("core", "is missing"), {}});
    return r.optionalWhole(key, 1, maximum);
}

AttentionSpec readAttention(ObjectReader &r)
{
    AttentionSpec a;
    a.kind = r.choice<AttentionKind>("kind");
    a.heads = r.whole("heads", 1, mostHeads);
    a.kvHeads = r.whole("kvHeads", 1, mostHeads);
    a.headDim = r.whole("headDim", 1, 2 * mostHeads);
    a.rotaryDim = r.whole("rotaryDim", 0, mostHeads);
    a.window = wholeOrNull(r, "window", Count{1} << 40);
    a.qkvBias = r.flag("qkvBias");
    a.outputBias = r.flag("outputBias");
    a.qkNorm = r.choice<QkNorm>("qkNorm");
    a.queryRank = wholeOrNull(r, "queryRank", mostHidden);
    a.kvRank = r.whole("kvRank", 1, mostHidden);
    a.nopeDim = r.whole("nopeDim", 1, mostHeads);
    a.ropeDim = r.whole("ropeDim", 1, mostHeads);
    a.valueDim = r.whole("valueDim", 1, mostHeads);
    a.linearKind = r.choice<LinearKind>("linearKind");
    a.chunk = r.whole("chunk", 1, mostWidth);
    a.normGroups = r.whole("normGroups", 1, mostHeads);
    a.outputGate = r.choice<OutputGate>("outputGate");
    a.sinks = r.flag("sinks");
    a.indexHeads = r.whole("indexHeads", 0, mostHeads);
    a.indexDim = r.whole("indexDim", 0, mostHeads);
    a.indexTopK = r.whole("indexTopK", 0, Count{1} << 40);
    a.qkvActivation = r.flag("qkvActivation");
    a.convWidth = r.whole("convWidth", 0, 1024);
    a.gateRank = wholeOrNull(r, "gateRank", mostHidden);
    r.finish();
    return a;
}

OrderedJson writeFeedForward(const FeedForwardSpec &f)
{
    OrderedJson out;
    out["kind"] = keyOf(f.kind);
    out["width"] = f.width;
    out["gated"] = f.gated;
    out["activation"] = keyOf(f.activation);
    out["bias"] = f.bias;
    out["experts"] = f.experts;
    out["topK"] = f.topK;
    out["routingGroups"] = f.routingGroups;
    out["groupsPerToken"] = f.groupsPerToken;
    out["expertWidth"] = f.expertWidth;
    out["sharedWidth"] = f.sharedWidth;
    out["sharedGate"] = f.sharedGate;
    out["routerBias"] = f.routerBias;
    return out;
}

FeedForwardSpec readFeedForward(ObjectReader &r)
{
    FeedForwardSpec f;
    f.kind = r.choice<FeedForwardKind>("kind");
    f.width = r.whole("width", 0, mostWidth);
    f.gated = r.flag("gated");
    f.activation = r.choice<Activation>("activation");
    f.bias = r.flag("bias");
    f.experts = r.whole("experts", 0, 65536);
    f.topK = r.whole("topK", 0, 65536);
    f.routingGroups = r.whole("routingGroups", 1, 65536);
    f.groupsPerToken = r.whole("groupsPerToken", 1, 65536);
    f.expertWidth = r.whole("expertWidth", 0, mostWidth);
    f.sharedWidth = r.whole("sharedWidth", 0, 1024 * mostWidth);
    f.sharedGate = r.flag("sharedGate");
    f.routerBias = r.flag("routerBias");
    r.finish();
    return f;
}

LayerGroup readGroup(ObjectReader &r)
{
    LayerGroup group;
    group.count = r.whole("count", 1, 4096);
    ObjectReader attention(r.object("attention"), r.pathOf("attention"), r.file(), r.issues());
    group.layer.attention = readAttention(attention);
    ObjectReader feedForward(r.object("feedForward"), r.pathOf("feedForward"), r.file(), r.issues());
    group.layer.feedForward = readFeedForward(feedForward);
    group.layer.postNorms = r.flag("postNorms");
    r.finish();
    return group;
}

} // namespace

OrderedJson writeModel(const ModelSpec &model)
{
    OrderedJson out;
    out["name"] = model.name;
    out["modelType"] = model.modelType;
    out["source"] = model.source;
    out["hidden"] = model.hidden;
    out["vocab"] = model.vocab;
    out["tiedEmbeddings"] = model.tiedEmbeddings;
    out["mtpDepth"] = model.mtpDepth;
    OrderedJson &layers = out["layers"] = OrderedJson::array();
    for (const LayerGroup &group : model.layers) {
        OrderedJson g;
        g["count"] = group.count;
        g["attention"] = writeAttention(group.layer.attention);
        g["feedForward"] = writeFeedForward(group.layer.feedForward);
        g["postNorms"] = group.layer.postNorms;
        layers.push_back(std::move(g));
    }
    return out;
}

ModelSpec readModel(ObjectReader &r)
{
    ModelSpec model;
    model.name = r.text("name");
    model.modelType = r.text("modelType");
    model.source = r.text("source");
    model.hidden = r.whole("hidden", 1, mostHidden);
    model.vocab = r.whole("vocab", 1, mostWidth);
    model.tiedEmbeddings = r.flag("tiedEmbeddings");
    model.mtpDepth = r.whole("mtpDepth", 0, 64);
    const Json &layers = r.array("layers");
    if (layers.size() > 4096) {
        r.fail("layers",
               {CORE_TEXT("core", "must have at most {0} groups, not {1}"), {"4096", std::to_string(layers.size())}});
    } else {
        for (std::size_t i = 0; i < layers.size(); ++i) {
            if (!layers[i].is_object()) {
                r.fail("layers", {CORE_TEXT("core", "must be a list of objects; one item is {0}"), {shown(layers[i])}});
                break;
            }
            ObjectReader group(layers[i], r.pathOf("layers[" + std::to_string(i) + "]"), r.file(), r.issues());
            model.layers.push_back(readGroup(group));
        }
    }
    r.finish();
    return model;
}

} // namespace headroom
