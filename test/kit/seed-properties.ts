import fc from "fast-check";

// The same cases in every run: a test that fails once in a hundred runs is useless. Change the seed to look further.
fc.configureGlobal({ seed: 20 });
