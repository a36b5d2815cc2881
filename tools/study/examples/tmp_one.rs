#![allow(missing_docs, clippy::print_stderr, clippy::print_stdout)]
use solver::cfr::training_loop::*;
use solver::cfr::*;
use solver::game::*;
use std::path::Path;
use tables::bucket_set::BucketSet;
use tables::progress::Silent;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rule: UpdateRule = a[1].parse().unwrap();
    let secs: f64 = a[2].parse().unwrap();
    let out = &a[3];
    let b = Path::new("/tmp/qs/run/buckets");
    let set = BucketSet::open(&b.join("flop.buckets"), &b.join("turn.buckets"), &b.join("river-C8.buckets")).unwrap();
    let _ = std::fs::create_dir_all(out);
    let cp = Path::new(out).join("checkpoint");
    let mut t = Trainer::open(
        GameDefinition::holdem_limit(),
        set,
        TrainingSettings { sampler: Sampler::Public, rule, seed: 1 },
        &cp,
    )
    .unwrap();
    t.run(Budget::Seconds(secs), &cp, &Silent).unwrap();
    let _ = std::fs::create_dir_all(Path::new(out).join("strategies"));
    let s = Path::new(out).join("strategies/x.strategy");
    t.export(&s).unwrap();
    println!("{} {} boards, regret {:?}", a[1], t.state().iterations, t.state().curve.last());
    for (n, label) in [(0, "open")] {
        let r = tables::strategy_reader::StrategyReader::open(&s).unwrap();
        let mut sh = [0.0f64; 3];
        for h in evaluator::holding::StartingHand::all() {
            let p = r.probabilities(n, h.number()).unwrap();
            for i in 0..3 {
                sh[i] += h.combos() as f64 * p[i] as f64 / 1326.0;
            }
            if ["AA", "KK", "QQ", "72o", "JTs"].contains(&h.to_string().as_str()) {
                println!("{label} {h} {p:?}");
            }
        }
        println!("shares fold/limp/raise {sh:?}");
    }
}
