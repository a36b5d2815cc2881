#!/bin/sh
# Trains a strategy as the one that loses 68.15 mbb/g was trained, from the top of the repository: a few core-minutes for
# buckets, six thread-hours of training, three core-hours for a best response over all flops. The measured one was begun by a modified program; at 90,000 boards the two agree.
# Needs `pip install ./tools/python` for the opponent's buckets.
set -eu
equipoise run paper
equipoise buckets build flop --feature hsd --count 1000 --out runs/coarse
equipoise buckets build turn --feature hsd --count 1000 --out runs/coarse
equipoise buckets build river --feature ochs --clusters 8 --count 1000 --out runs/coarse
mkdir -p runs/looks
python tools/python/examples/board_textures.py runs/coarse/buckets/flop-hsd50-1000.buckets runs/looks/flop.buckets
python tools/python/examples/board_textures.py runs/coarse/buckets/turn-hsd50-1000.buckets runs/looks/turn.buckets
equipoise train --buckets runs/coarse --algorithm dcfr:6,0,2 --iterations 60000 --out runs/first --opponent exact \
    --opponent-flop runs/looks/flop.buckets --opponent-turn runs/looks/turn.buckets
# 385000 for the strategy that loses 71.28.
equipoise train --from runs/first --from-buckets runs/coarse/buckets --from-buckets runs/looks --out runs/begun \
    --buckets runs/paper --river runs/paper/buckets/river-C8.buckets --algorithm dcfr:6,0,2 --iterations 925000 \
    --opponent exact --opponent-flop runs/looks/flop.buckets --opponent-turn runs/looks/turn.buckets
equipoise export runs/begun
equipoise exploit runs/begun/strategies/default.strategy --flops all
