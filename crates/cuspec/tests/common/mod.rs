//! Small driver libraries that a test builds for itself, and the processes that load them: a process has one driver.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod public;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, panic, process};

/// The variable that tells a child which test it is to run.
const CHILD: &str = "CUSPEC_TEST_CHILD";

/// A folder that a child is told, but that the library does not look at.
pub(crate) const PLACE: &str = "CUSPEC_TEST_PLACE";

/// The variable with a number that a function of a fake may answer with.
pub(crate) const ANSWER: &str = "CUSPEC_TEST_ANSWER";

/// The body of a function that does.
pub(crate) const ANSWERS: &str = "return strtoul(getenv(\"CUSPEC_TEST_ANSWER\"), 0, 10);";

/// Runs `body` in a process of its own, whose driver is searched in `place`; whatever panics there fails the test, even
/// if something catches it. `name` is the test's full name. Returns what the child wrote.
pub(crate) fn in_child(name: &str, place: &Path, body: impl FnOnce()) -> Option<Output> {
    in_child_with(name, &[("CUSPEC_DRIVER", place)], body)
}

/// The same, with any environment.
pub(crate) fn in_child_with(name: &str, environment: &[(&str, &Path)], body: impl FnOnce()) -> Option<Output> {
    if env::var(CHILD).as_deref() == Ok(name) {
        panic::set_hook(Box::new(|panic| {
            eprintln!("{panic}");
            process::abort();
        }));
        body();
        println!("the body of {name} has ended");
        return None;
    }
    let mut child = Command::new(env::current_exe().expect("a test is a file"));
    child.args([name, "--exact", "--nocapture", "--test-threads=1"]).env(CHILD, name);
    child.env_remove("CUSPEC_DRIVER").envs(environment.iter().copied());
    let output = child.output().expect("the test's own program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    assert!(out.contains(&format!("the body of {name} has ended")), "no such test\n{out}\n{err}");
    Some(output)
}

/// Whether this process is one that a test has started.
pub(crate) fn is_child() -> bool {
    env::var_os(CHILD).is_some()
}

/// A folder or a file that the test tells its child, under the name that the library looks at.
pub(crate) fn place() -> PathBuf {
    env::var_os("CUSPEC_DRIVER").or_else(|| env::var_os(PLACE)).expect("the test sets one of them").into()
}

/// A number that the test tells its child, and the library in it.
pub(crate) fn answer() -> u32 {
    env::var(ANSWER).expect("the test sets it").parse().expect("the test sets a number")
}

/// A folder that is gone when the value is.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("cuspec-test-{}-{count}", process::id()));
        fs::create_dir_all(&path).expect("a folder in the system's own folder for such");
        Self(path)
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it, which need not exist.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind, it does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How the driver answers who asks it for its functions.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Resolver {
    /// There is nobody to ask: before 11.3.
    #[default]
    None,
    /// As from 11.3 on: a result code alone.
    Plain,
    /// As from 12.0 on: success and a null pointer, and a status that tells why.
    WithStatus,
    /// As from 12.0 on, but every answer is success, with null and status 0.
    Silent,
}

/// A driver library that is yet to be built.
#[derive(Clone, Default)]
pub(crate) struct Fake {
    version: i32,
    resolver: Resolver,
    soname: Option<&'static str>,
    functions: Vec<Function>,
    extra: String,
}

/// As many words as any function takes; what a caller did not pass holds whatever the place held before.
const ARGUMENTS: &str = "void *a, void *b, void *c, void *d, void *e, void *f, void *g, void *h, void *i";

#[derive(Clone)]
struct Function {
    symbol: &'static str,
    query: Option<(&'static str, u32, bool)>,
    exported: bool,
    body: String,
}

impl Fake {
    /// A driver of a version, which has no more than the function that tells it.
    pub(crate) fn new(version: i32, resolver: Resolver) -> Self {
        Self { version, resolver, ..Self::default() }
    }

    /// What the toolkit installs for the linker: the driver's own name inside, and one answer to every call.
    pub(crate) fn stub() -> Self {
        let stub = Self { version: -34, soname: Some("libcuda.so.1"), ..Self::default() };
        stub.exporting("cuInit", "return 34;")
            .exporting("cuGetProcAddress", "return 34;")
            .exporting("cuGetProcAddress_v2", "return 34;")
            .exporting("cuGetErrorString", "abort();")
            .exporting("cuGetErrorName", "abort();")
    }

    /// Adds a function that only its export finds.
    pub(crate) fn exporting(self, symbol: &'static str, body: &str) -> Self {
        self.with(Function { symbol, query: None, exported: true, body: body.to_owned() })
    }

    /// Adds a function that the resolver finds by name and version, and that is exported, too.
    pub(crate) fn having(self, symbol: &'static str, name: &'static str, version: u32, body: &str) -> Self {
        self.with(Function { symbol, query: Some((name, version, false)), exported: true, body: body.to_owned() })
    }

    /// Adds a function that only the resolver finds, for the per-thread default stream or not.
    pub(crate) fn resolving(
        self,
        symbol: &'static str,
        name: &'static str,
        version: u32,
        per_thread: bool,
        body: &str,
    ) -> Self {
        self.with(Function { symbol, query: Some((name, version, per_thread)), exported: false, body: body.to_owned() })
    }

    /// Adds C.
    pub(crate) fn with_c(mut self, text: &str) -> Self {
        self.extra.push_str(text);
        self
    }

    fn with(mut self, function: Function) -> Self {
        self.functions.push(function);
        self
    }

    /// Builds it.
    pub(crate) fn build(&self, file: &Path) {
        let source = file.with_extension("c");
        fs::write(&source, self.c()).expect("the folder is ours");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-w", "-O0", "-o"]).arg(file).arg(&source);
        compiler.args(self.soname.map(|name| format!("-Wl,-soname,{name}")));
        let output = compiler.output().expect("what links Rust programs, links this");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::remove_file(source).expect("it was written above");
    }

    fn c(&self) -> String {
        let mut c = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\n".to_owned();
        let version = self.version;
        // A negative version stands for a result code.
        let _ = match version {
            0 => Ok(()),
            1.. => writeln!(
                c,
                "unsigned cuDriverGetVersion(int *version) {{ if (!version) return 1; *version = {version}; return 0; }}"
            ),
            _ => writeln!(c, "unsigned cuDriverGetVersion(int *version) {{ return {}; }}", version.unsigned_abs()),
        };
        c.push_str(&self.extra);
        for function in &self.functions {
            let linkage = if function.exported { "" } else { "static " };
            let _ = writeln!(c, "{linkage}unsigned {}({}) {{ {} }}", function.symbol, ARGUMENTS, function.body);
        }
        c.push_str(&self.resolver());
        c
    }

    /// The newest symbol of the name that is no newer than what is asked for, as the real one does it.
    fn resolver(&self) -> String {
        let mut rows = String::new();
        for function in &self.functions {
            if let Some((name, version, per_thread)) = function.query {
                let flag = if per_thread { 2 } else { 0 };
                let _ = writeln!(rows, "{{ \"{name}\", {version}, {flag}, {} }},", function.symbol);
            }
        }
        let lookup = format!(
            "struct row {{ const char *name; int version; unsigned long flag; void *function; }};\n\
             static struct row rows[] = {{ {rows} {{ 0 }} }};\n\
             static int lookup(const char *name, void **found, int version, unsigned long flag) {{\n\
             if (!name || !found) return 1;\n\
             int best = -1, status = 1;\n\
             for (struct row *row = rows; row->name; row++) {{\n\
             if (strcmp(row->name, name) || row->flag != flag) continue;\n\
             if (row->version > version) {{ if (best < 0) status = 2; continue; }}\n\
             if (row->version > best) {{ best = row->version; *found = row->function; status = 0; }}\n\
             }}\n\
             if (status) *found = 0;\n\
             return status;\n\
             }}\n"
        );
        let head = "(const char *name, void **found, int version, unsigned long flag";
        match self.resolver {
            Resolver::None => String::new(),
            Resolver::Plain => format!(
                "{lookup}unsigned cuGetProcAddress{head}) {{\n\
                 if (version > {}) return 1;\n\
                 return lookup(name, found, version, flag) ? 500 : 0;\n}}\n",
                self.version
            ),
            Resolver::WithStatus => format!(
                "{lookup}unsigned cuGetProcAddress_v2{head}, int *status) {{\n\
                 int answer = lookup(name, found, version, flag);\n\
                 if (status) *status = answer;\n\
                 return 0;\n}}\n"
            ),
            Resolver::Silent => {
                format!("unsigned cuGetProcAddress_v2{head}, int *status) {{ if (found) *found = 0; return 0; }}\n")
            }
        }
    }
}
