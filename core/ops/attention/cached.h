#pragma once
// Attention cores of a pass that serves (operators.md §2 to §4, "decode"): new tokens meet the keys of a cache.

#include "ops/op_builder.h"

#include <optional>

namespace headroom {

// What the sequences of a pass that decode, or those of prompts, make of their caches.
struct CachedKeys
{
    Dim rows;      // new tokens
    Dim sequences;
    Dim pairs;     // of a new token and a key it meets, itself among them
    Dim read;      // cached tokens that are met at all
    Dim whole;     // cached and new tokens
};
// A query meets the nearest `window` keys at most, or `chosen` of all.
struct KeyLimit
{
    std::optional<Count> window, chosen;
};
CachedKeys cachedKeys(OpBuilder &ops, bool decodes, const KeyLimit &limit);

// Cores of queries and keys of `dim`: of prompts as in training, of answers as streams of the cache.
struct CachedCore
{
    Dim heads, kvHeads, queryDim, valueDim;
    Derived<Bytes> token; // of the cache
    KeyLimit limit;
};
void cachedCores(OpBuilder &ops, const CachedCore &core);
// One core over whole keys and values that were expanded for it.
void promptCore(OpBuilder &ops, const CachedCore &core, const CachedKeys &keys, bool expanded);

// Latent attention: of prompts with keys and values expanded, of answers in the latent space, the up-projection absorbed by queries
// and outputs.
void latentCores(OpBuilder &ops, const AttentionSpec &attention);
// Scores of a sparse indexer with all keys.
void cachedScores(OpBuilder &ops, Dim heads, Dim dim, Dim chosen);

// The recurrence of linear attention, token by token; `flops` is the multiple of dk dv that a token and head takes. States are read
// and written once a sequence, those of prompts written.
struct Recurrence
{
    Dim heads, key, value, keyHeads;
    double flops = 4.0;
    double gateBytes = 0.0; // per token and head
};
void recurrentCore(OpBuilder &ops, const AttentionSpec &attention, const Recurrence &recurrence);
// New tokens of the pass's prompts.
Dim promptRows(OpBuilder &ops);

} // namespace headroom
