//! Nothing: this package has benchmarks only.
