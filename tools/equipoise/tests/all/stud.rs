//! `stud hand` and `reproduce stud` as they are typed: the promised keys, and what is refused.

use crate::program::Program;

#[test]
fn a_position_has_the_promised_keys() {
    let program = Program::new();
    let found = program.json(&["stud", "hand", "As Ad | Kc", "--against", "7h", "--bet", "5", "--pot", "20"]);
    assert_eq!((found["combinations"].as_u64(), found["points"].as_f64()), (Some(1_128), Some(1.0)), "{found}");
    let distribution = found["distribution"].as_array().unwrap();
    let sum: f64 = distribution.iter().filter_map(|it| it.as_f64()).sum();
    assert!(distribution.len() == 10 && (sum - 1.0).abs() < 1e-12, "{found}");
    for key in ["expectation", "f_own", "expect", "result"] {
        assert!(found[key].is_number(), "{key}: {found}");
    }
    let potential = &found["potentials"].as_array().unwrap()[0];
    assert!(potential["card"] == "As" && potential["points"].is_number(), "{found}");
}
