//! A policy that is a Python function: called with a board and a betting, it gives an array.
//!
//! The policies that some work asks: which threads are in one, what went wrong in one, and whether to stop.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use numpy::ndarray::{ArrayView3, ArrayViewD, Axis};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::policy::answers::Refusal;
use solver::policy::{Answers, PolicyFunction};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::failure::wrong;
use super::watched::locked;

/// The betting of heads-up limit hold'em.
pub fn holdem_tree() -> &'static BettingTree {
    static TREE: OnceLock<BettingTree> = OnceLock::new();
    TREE.get_or_init(|| BettingTree::new(&GameDefinition::holdem_limit()))
}

/// A Python function that is asked.
pub struct PythonFunction {
    function: Arc<Py<PyAny>>,
    /// Whether it is given a list of bettings.
    takes_many: bool,
    name: String,
    calls: Arc<PolicyCalls>,
}

impl PythonFunction {
    /// A function that is asked within the calls of one piece of work.
    pub fn new(function: Arc<Py<PyAny>>, takes_many: bool, name: String, calls: Arc<PolicyCalls>) -> Self {
        Self { function, takes_many, name, calls }
    }

    /// The answers to some decisions on one board, one after the other.
    fn ask(&self, py: Python<'_>, board: &[Card], decisions: &[NodeId], answers: &mut Answers) -> PyResult<()> {
        let board: String = board.iter().map(Card::to_string).collect();
        let text = PyString::new(py, &board);
        let history = |&decision: &NodeId| PyString::new(py, &holdem_tree().history(decision));
        if self.takes_many {
            let bettings = PyList::new(py, decisions.iter().map(history))?;
            let given = self.function.bind(py).call1((text, bettings))?;
            let of_what = || format!("on board '{board}' to {} bettings", decisions.len());
            return self.copy(&given, decisions.len(), answers, of_what);
        }
        for decision in decisions {
            let given = self.function.bind(py).call1((&text, history(decision)))?;
            let of_what = || format!("on board '{board}' after betting '{}'", holdem_tree().history(*decision));
            self.copy(&given, 1, answers, of_what)?;
            if self.calls.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Copies an answer's numbers, spread over all holdings where it is smaller.
    fn copy(
        &self,
        given: &Bound<'_, PyAny>,
        decisions: usize,
        answers: &mut Answers,
        of_what: impl Fn() -> String,
    ) -> PyResult<()> {
        let refused = |found: String| {
            let shape =
                if self.takes_many { format!("({decisions}, {HOLDINGS}, 3)") } else { format!("({HOLDINGS}, 3)") };
            let of_what = of_what();
            wrong(format!(
                "policy '{}' {of_what}: expected numbers that spread to the shape {shape}, found {found}",
                self.name
            ))
        };
        // As it is where it lies as it is read; anything else is copied into that form, whatever lies in memory how.
        let array = match given.cast_exact::<PyArrayDyn<f64>>() {
            Ok(array) if array.is_c_contiguous() && is_aligned(array) => array.clone(),
            _ => required(given).map_err(&refused)?,
        };
        // Another holder may have it open for writing.
        let readonly = array.try_readonly().map_err(|error| refused(error.to_string()))?;
        // The shape decides: as many numbers in another shape would be those of other holdings or actions.
        let is_whole = match array.shape() {
            [bettings, HOLDINGS, 3] => *bettings == decisions,
            [HOLDINGS, 3] => decisions == 1,
            _ => false,
        };
        match readonly.as_slice() {
            Ok(slice) if is_whole => {
                slice.as_chunks::<3>().0.as_chunks::<HOLDINGS>().0.iter().for_each(|rows| answers.push(rows));
                Ok(())
            }
            _ => self.spread(readonly.as_array(), decisions, answers).map_err(refused),
        }
    }

    fn spread(&self, array: ArrayViewD<'_, f64>, decisions: usize, answers: &mut Answers) -> Result<(), String> {
        let found = || format!("the shape {:?}", array.shape());
        let spread = array.broadcast([decisions, HOLDINGS, 3]).ok_or_else(found)?;
        let spread: ArrayView3<'_, f64> = spread;
        for decision in spread.axis_iter(Axis(0)) {
            let row = |holding: usize| [0, 1, 2].map(|action| decision[[holding, action]]);
            // A stride of zero: all holdings share one row.
            match decision.strides()[0] {
                0 => answers.push_alike(row(0)),
                _ => answers.push(&(0..HOLDINGS).map(row).collect::<Vec<_>>()),
            }
        }
        Ok(())
    }
}

fn is_aligned(array: &Bound<'_, PyArrayDyn<f64>>) -> bool {
    array.data().cast::<u8>().addr().is_multiple_of(size_of::<f64>())
}

/// What is given as an aligned array of `float64` in the order of its shape; the error reports in one line what was
/// found instead.
pub fn required<'py>(given: &Bound<'py, PyAny>) -> Result<Bound<'py, PyArrayDyn<f64>>, String> {
    // What an object's own conversion raises may have many lines.
    let first_line = |error: PyErr| error.value(given.py()).to_string().lines().next().unwrap_or_default().to_owned();
    required_by_numpy(given).map_err(first_line)
}

fn required_by_numpy<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    static NUMBERS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = given.py();
    let find = || Ok::<_, PyErr>(py.import("equipoise._arrays")?.getattr("real_numbers")?.unbind());
    Ok(NUMBERS.get_or_try_init(py, find)?.bind(py).call1((given,))?.cast_into()?)
}

impl PolicyFunction for PythonFunction {
    fn answer(&self, board: &[Card], decisions: &[NodeId], answers: &mut Answers) {
        // Once something is wrong, or the work is to stop, the rest need not be asked.
        if decisions.is_empty() || self.calls.is_stopped() {
            return;
        }
        if let Err(error) = Python::attach(|py| self.calls.asked(py, || self.ask(py, board, decisions, answers))) {
            self.calls.add(error);
        }
    }

    fn refuse(&self, refusal: &Refusal) {
        let board: String = refusal.board.iter().map(Card::to_string).collect();
        let betting = holdem_tree().history(refusal.decision);
        let (name, problem) = (&self.name, &refusal.problem);
        self.calls.add(wrong(format!("policy '{name}' on board '{board}' after betting '{betting}': {problem}")));
    }
}

/// Policies of one call, asked from several threads.
#[derive(Default)]
pub struct PolicyCalls {
    /// The work that asks should stop.
    stopped: AtomicBool,
    first_failure: Mutex<Option<PyErr>>,
    /// Python's numbers of the threads in which a policy has been called and has not returned.
    asking: Mutex<Vec<u64>>,
}

impl PolicyCalls {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Keeps the first failure and stops the work.
    pub fn add(&self, error: PyErr) {
        locked(&self.first_failure).get_or_insert(error);
        self.stop();
    }

    /// The first failure.
    pub fn take(&self) -> Option<PyErr> {
        locked(&self.first_failure).take()
    }

    /// Calls policies from this thread; [`Self::interrupt`] reaches them until this returns.
    pub fn asked<T>(&self, py: Python<'_>, ask: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let thread: u64 = imported(py, &GET_IDENT, "threading", "get_ident")?.call0()?.extract()?;
        locked(&self.asking).push(thread);
        let answered = ask();
        // Under the interpreter lock, which an interruption needs, too: none can come later.
        locked(&self.asking).retain(|&other| other != thread);
        answered
    }

    /// Raises `KeyboardInterrupt` in the policies that have not returned. It reaches code in Python; what waits outside
    /// of it, such as a lock or `time.sleep`, gets to know of it when it returns.
    pub fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let threads = locked(&self.asking).clone();
        if !threads.is_empty() {
            imported(py, &INTERRUPT, "equipoise.progress", "interrupt_threads")?.call1((threads,))?;
        }
        Ok(())
    }
}

static GET_IDENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INTERRUPT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A function of a module, looked up once.
fn imported<'py>(
    py: Python<'py>,
    kept: &PyOnceLock<Py<PyAny>>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let find = || Ok::<_, PyErr>(py.import(module)?.getattr(name)?.unbind());
    Ok(kept.get_or_try_init(py, find)?.bind(py).clone())
}
