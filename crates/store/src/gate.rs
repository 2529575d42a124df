//! The turn at SQLite's only writer: two queues, the API's first.

use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::oneshot;

/// After so many API turns in a row a waiting feed gets one, so that billing never starves.
const API_TURNS_IN_A_ROW_MAX: u32 = 8;

/// Gives one turn at a time.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<Mutex<Queues>>);

#[derive(Default)]
struct Queues {
    taken: bool,
    api_turns: u32,
    api: VecDeque<oneshot::Sender<Turn>>,
    feed: VecDeque<oneshot::Sender<Turn>>,
}

/// The right to write, until it is dropped.
pub(crate) struct Turn {
    gate: Option<Gate>,
}

impl Gate {
    /// Waits for the turn. Dropping the future gives up the place in the queue.
    pub(crate) async fn turn(&self, api_first: bool) -> Turn {
        let receiver = {
            let mut queues = self.0.lock();
            if !queues.taken {
                queues.taken = true;
                return Turn { gate: Some(self.clone()) };
            }
            let (sender, receiver) = oneshot::channel();
            if api_first {
                queues.api.push_back(sender);
            } else {
                queues.feed.push_back(sender);
            }
            receiver
        };
        // A sender is only ever dropped by sending: the queues live as long as the gate that `self` borrows.
        receiver.await.expect("the gate answers everybody who waits")
    }

    fn pass_on(&self) {
        loop {
            let mut queues = self.0.lock();
            let feed_turn = queues.api_turns >= API_TURNS_IN_A_ROW_MAX && !queues.feed.is_empty();
            let next = if feed_turn { None } else { queues.api.pop_front() };
            let next = if let Some(sender) = next {
                queues.api_turns += 1;
                sender
            } else if let Some(sender) = queues.feed.pop_front() {
                queues.api_turns = 0;
                sender
            } else {
                queues.taken = false;
                queues.api_turns = 0;
                return;
            };
            drop(queues);
            match next.send(Turn { gate: Some(self.clone()) }) {
                Ok(()) => return,
                // Whoever waited is gone: the turn goes to the next one, without recursion.
                Err(mut turn) => turn.gate = None,
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(gate) = self.gate.take() {
            gate.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_api_goes_first_but_feeds_do_not_starve() {
        let gate = Gate::default();
        let order = Arc::new(Mutex::new(Vec::new()));
        let first = gate.turn(true).await;
        let mut tasks = Vec::new();
        for (name, api_first) in [("feed", false), ("gone", true)].into_iter().chain([("api", true); 10]) {
            let (gate, order) = (gate.clone(), order.clone());
            let task = tokio::spawn(async move {
                let _turn = gate.turn(api_first).await;
                order.lock().push(name);
            });
            tokio::task::yield_now().await;
            if name == "gone" { task.abort() } else { tasks.push(task) }
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock();
        assert!(order.iter().all(|name| *name != "gone"));
        let place = order.iter().position(|name| *name == "feed");
        assert!(matches!(place, Some(7 | 8)), "{order:?}");
    }
}
