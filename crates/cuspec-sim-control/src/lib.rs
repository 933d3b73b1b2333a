//! Controls the simulated CUDA driver from a test that runs on it.
//!
//! ```no_run
//! use cuspec_sim_control::Simulator;
//!
//! fn out_of_memory() -> Result<(), cuspec_sim_control::Error> {
//!     let simulator = Simulator::loaded()?;
//!     simulator.reset(r#"{ "version": "13.0", "devices": ["small"] }"#)?;
//!     simulator.fail("cuMemAlloc", 1, 2)?;
//!     // … what is tested, which gets CUDA_ERROR_OUT_OF_MEMORY from its first allocation …
//!     assert_eq!(simulator.leaks(), [""; 0]);
//!     Ok(())
//! }
//! ```
//!
//! The driver's state is that of the library which the program under test has loaded, so its functions are found by name
//! in that very library: nothing here links to it, and a program without it gets an [`Error`].
#![cfg(unix)]

use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// `dlopen`'s flag for what is loaded already, and for nothing else.
const RTLD_NOLOAD: i32 = if cfg!(target_os = "linux") { 4 } else { 0x10 };

/// The name under which programs load the driver.
const DRIVER: &str = "libcuda.so.1";

/// A simulated driver that this process has loaded.
pub struct Simulator {
    reset: unsafe extern "C" fn(*const c_char) -> *mut c_char,
    fail: unsafe extern "C" fn(*const c_char, u64, u32) -> *mut c_char,
    broken: extern "C" fn(u32),
    keep_log: extern "C" fn(bool),
    take_log: extern "C" fn() -> *mut c_char,
    unmodelled: extern "C" fn() -> *mut c_char,
    leaks: extern "C" fn() -> *mut c_char,
    free: unsafe extern "C" fn(*mut c_char),
    /// Keeps the library open, since the functions lie in it.
    _library: Library,
}

/// Why a driver cannot be controlled, or does not do what it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No library of this name is loaded, or the file is no library.
    NotLoaded(String),
    /// The library is not the simulated driver.
    NoSimulator(String),
    /// What is wrong with what it was told, by key and line.
    Refused(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotLoaded(why) => write!(f, "the simulated driver is not loaded: {why}"),
            Self::NoSimulator(why) => write!(f, "the driver that is loaded is not the simulated one: {why}"),
            Self::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Simulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulator").finish_non_exhaustive()
    }
}

impl Simulator {
    /// The one that the program has loaded as its driver. `CUSPEC_DRIVER` names the file or its folder where it is set,
    /// as it does for the program.
    pub fn loaded() -> Result<Self, Error> {
        let named = std::env::var_os("CUSPEC_DRIVER").filter(|name| !name.is_empty()).map(PathBuf::from);
        let path = match named {
            Some(folder) if folder.is_dir() => folder.join(DRIVER),
            Some(file) => file,
            None => PathBuf::from(DRIVER),
        };
        Self::open(&path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)
    }

    /// The one in this file, which is loaded if it is not yet.
    pub fn at(path: &Path) -> Result<Self, Error> {
        Self::open(path, RTLD_NOW | RTLD_LOCAL)
    }

    fn open(path: &Path, flags: i32) -> Result<Self, Error> {
        // SAFETY: the simulated driver's initialisers do nothing, and any other driver is loaded already.
        let library = unsafe { Library::open(Some(path), flags) };
        let library = library.map_err(|error| Error::NotLoaded(format!("{}: {error}", path.display())))?;
        // SAFETY: the functions of these names have these types.
        unsafe {
            Ok(Self {
                reset: find(&library, b"cuspec_sim_reset\0")?,
                fail: find(&library, b"cuspec_sim_fail\0")?,
                broken: find(&library, b"cuspec_sim_break\0")?,
                keep_log: find(&library, b"cuspec_sim_keep_log\0")?,
                take_log: find(&library, b"cuspec_sim_take_log\0")?,
                unmodelled: find(&library, b"cuspec_sim_unmodelled\0")?,
                leaks: find(&library, b"cuspec_sim_leaks\0")?,
                free: find(&library, b"cuspec_sim_free\0")?,
                _library: library,
            })
        }
    }

    /// Starts anew with this configuration, as the driver's file of JSON has it: `{ "version": "12.4" }`, for example.
    /// Everything that was made is gone, and with it memory that the program may not use any more.
    pub fn reset(&self, configuration: &str) -> Result<(), Error> {
        let text = text(configuration)?;
        // SAFETY: the text ends with a zero.
        self.told(unsafe { (self.reset)(text.as_ptr()) })
    }

    /// Starts anew with the configuration that the process was started with.
    pub fn reset_to_environment(&self) -> Result<(), Error> {
        // SAFETY: NULL says so.
        self.told(unsafe { (self.reset)(std::ptr::null()) })
    }

    /// Lets a call of an entry fail with a result code: the first from now on for 1, and so on; for 0 all of them.
    pub fn fail(&self, entry: &str, call: u64, code: u32) -> Result<(), Error> {
        let text = text(entry)?;
        // SAFETY: the text ends with a zero.
        self.told(unsafe { (self.fail)(text.as_ptr(), call, code) })
    }

    /// Lets every call that may report the failure of earlier work do so, as after a kernel has failed, until the driver
    /// is reset; 0 ends that.
    pub fn break_with(&self, code: u32) {
        (self.broken)(code);
    }

    /// Keeps the log of calls from now on, or no longer.
    pub fn keep_log(&self, keep: bool) {
        (self.keep_log)(keep);
    }

    /// The calls since the last question, a line of JSON each.
    pub fn take_log(&self) -> Vec<String> {
        self.lines((self.take_log)())
    }

    /// The symbols that were called and that nobody models, each with how often.
    pub fn unmodelled(&self) -> Vec<(String, u64)> {
        let lines = self.lines((self.unmodelled)());
        let pair = |line: &String| {
            let (symbol, count) = line.split_once(' ')?;
            Some((symbol.to_owned(), count.parse().ok()?))
        };
        lines.iter().filter_map(pair).collect()
    }

    /// What was made and still lives, each with the call that made it.
    pub fn leaks(&self) -> Vec<String> {
        self.lines((self.leaks)())
    }

    fn told(&self, answer: *mut c_char) -> Result<(), Error> {
        let why = self.lines(answer).join("\n");
        if why.is_empty() { Ok(()) } else { Err(Error::Refused(why)) }
    }

    /// The lines of a text that the driver returned.
    fn lines(&self, answer: *mut c_char) -> Vec<String> {
        if answer.is_null() {
            return Vec::new();
        }
        // SAFETY: it ends with a zero, and is ours until it is given back.
        let lines = unsafe { CStr::from_ptr(answer) }.to_string_lossy().lines().map(str::to_owned).collect();
        // SAFETY: it is not used any more.
        unsafe { (self.free)(answer) };
        lines
    }
}

fn text(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::Refused("a text with a zero byte is none for the driver".to_owned()))
}

/// A function of the library.
///
/// # Safety
///
/// The symbol has this type.
unsafe fn find<T: Copy>(library: &Library, name: &[u8]) -> Result<T, Error> {
    // SAFETY: the caller's promise.
    let found = unsafe { library.get::<T>(name) };
    found.map(|symbol| *symbol).map_err(|error| Error::NoSimulator(error.to_string()))
}
