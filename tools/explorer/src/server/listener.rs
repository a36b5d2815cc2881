//! The port: accepts connections until the work is to stop, with a bounded number of threads.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{
    Scope, {self},
};
use std::time::Duration;
use tables::together::progress::Progress;

use super::Handler;
use super::connection::{Conversation, turn_away};
use super::request_filter::RequestFilter;
use super::response::{Response, Status};
use super::waiting::Waiting;
use crate::error::ExplorerError;

/// The time between two checks for a request to stop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A port of this machine alone.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on 127.0.0.1; the system chooses a free port for port 0.
    pub fn bind(port: u16) -> Result<Self, ExplorerError> {
        let refused = |source| ExplorerError::Port { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the progress says to stop.
    pub fn serve(&self, handler: &dyn Handler, progress: &dyn Progress) {
        let (waiting, stopping) = (Waiting::default(), AtomicBool::new(false));
        let filter = RequestFilter::new(self.address.port());
        thread::scope(|scope| {
            let conversation = Conversation { handler, filter: &filter, waiting: &waiting, progress };
            let stopping = &stopping;
            scope.spawn(move || self.accept(scope, conversation, stopping));
            while !progress.cancelled() {
                thread::sleep(BETWEEN_LOOKS);
            }
            stopping.store(true, Ordering::Relaxed);
            // The thread that accepts waits in the kernel: a connection wakes it.
            drop(TcpStream::connect_timeout(&self.address, BETWEEN_LOOKS));
            waiting.close_all();
        });
    }

    fn accept<'scope, 'env>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        conversation: Conversation<'scope>,
        stopping: &AtomicBool,
    ) {
        loop {
            let accepted = self.listener.accept();
            if stopping.load(Ordering::Relaxed) {
                return;
            }
            match accepted {
                Ok((stream, _)) => take_in(scope, conversation, stream),
                // No more files or memory for now: others will end.
                Err(_) => thread::sleep(BETWEEN_LOOKS),
            }
        }
    }
}

/// Gives a connection a thread, or refuses it.
fn take_in<'scope>(scope: &'scope Scope<'scope, '_>, conversation: Conversation<'scope>, stream: TcpStream) {
    let Some(place) = conversation.waiting.admit(&stream) else {
        return turn_away(stream, &Response::refusal(Status::Busy, "too many requests at once; try again in a moment"));
    };
    let hold = move || conversation.hold(stream, place);
    // Where no thread can be started, the place is free again and the connection closed.
    let _: io::Result<_> = thread::Builder::new().name("explorer".to_owned()).spawn_scoped(scope, hold);
}
