#![allow(missing_docs, clippy::print_stderr, clippy::print_stdout)]
use std::sync::Mutex;
use std::time::Instant;
use tables::progress::{Progress, Update};
struct P(Mutex<(Instant, String)>);
impl Progress for P {
    fn report(&self, u: &Update<'_>) {
        let mut l = self.0.lock().unwrap();
        if l.0.elapsed().as_secs_f64() > 2.0 || l.1 != u.stage {
            l.0 = Instant::now();
            l.1 = u.stage.to_string();
            eprintln!("{} {}/{} {} {:?}", u.stage, u.done, u.of, u.unit, u.note);
        }
    }
    fn cancelled(&self) -> bool {
        false
    }
}
fn main() {
    let mut text = study::study_file::QUICKSTART.to_string();
    if let Ok(t) = std::env::var("T") {
        text = text.replace("time = \"50s\"", &format!("time = \"{t}\""));
    }
    let s = study::study_file::Study::parse(&text, std::path::Path::new("q")).unwrap();
    let f = tables::run_folder::RunFolder::new("/tmp/qs/run");
    let start = Instant::now();
    let r = study::run::run(&s, &f, &P(Mutex::new((Instant::now(), String::new()))));
    match r {
        Ok(r) => {
            for s in &r.stages {
                println!("{} {} {:.1}", s.name, s.status, s.seconds);
            }
            println!("{:#?}", r.league);
        }
        Err(e) => println!("ERR {e}"),
    }
    println!("total {:.1}", start.elapsed().as_secs_f64());
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .filter(|l| l.starts_with("VmHWM"))
            .next()
            .unwrap()
    );
}
