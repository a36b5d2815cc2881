//! Pair keeping in Daifugo: a learner who finds out when a pair is worth more unbroken.
