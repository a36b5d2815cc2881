//! What a connection to the page sends: heads, addresses and JSON bodies.

use explorer::Explorer;
use explorer::explorer::OpenStrategies;
use explorer::play::PlaySettings;
use explorer::server::{Handler, Request};
use matches::agent::Agent;
use solver::policy::FixedPolicy;
use std::sync::OnceLock;
use tables::together::progress::{Progress, Update};
use tempfile::TempDir;

/// Has long work stop at once.
struct Hurried;

impl Progress for Hurried {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        true
    }
}

/// A page with two built-in policies; what is played is kept in a folder that goes away.
fn page() -> &'static (Explorer, TempDir) {
    static PAGE: OnceLock<(Explorer, TempDir)> = OnceLock::new();
    PAGE.get_or_init(|| {
        let place = if std::path::Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "." };
        let folder = tempfile::tempdir_in(place).expect("a temporary folder");
        let agents = [FixedPolicy::Uniform, FixedPolicy::AlwaysCall].map(Agent::of_fixed);
        let play = PlaySettings { folder: folder.path().to_owned(), person: "you".to_owned(), seed: Some(1) };
        let page = Explorer::new(OpenStrategies::of_agents(agents.into()), &[], play).expect("a page");
        (page, folder)
    })
}

/// A request is refused, or answered with a page or a document.
pub fn try_input(data: &[u8]) {
    if let Ok(Some(request)) = Request::whole(data) {
        let _ = page().0.answer(&request, &Hurried);
    }
}
