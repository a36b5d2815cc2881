//! Arrays and the Python reader. One program, linked once: each file is a module.

mod arrays;
mod python_reader;
