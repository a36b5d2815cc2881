//! A small neural network by hand: dense layers, forward, backward and the steps of training.
