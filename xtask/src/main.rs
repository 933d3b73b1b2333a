//! `cargo xtask`: makes the specification, and shows what it holds.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use cuspec_model::Version;
use xtask::commands::regen::{self, Action, Origin};
use xtask::commands::{Workspace, add, diff, expand, explain, history, propose, status, tidy};
use xtask::diagnostic::Diagnostics;
use xtask::emit;
use xtask::sources::Progress;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "Makes the specification, and shows what it holds")]
struct Cli {
    /// The API, a folder of `specs`
    #[arg(long, default_value = "cuda", global = true)]
    api: String,
    #[command(flatten)]
    origin: OriginArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Args)]
struct OriginArgs {
    /// The folder for what is fetched [default: $CUSPEC_CACHE, else .cache in the work tree]
    #[arg(long, value_name = "DIR", global = true)]
    cache: Option<PathBuf>,
    /// Fetch nothing; what is missing in the cache is an error
    #[arg(long, global = true)]
    offline: bool,
}

/// For the commands that read headers; to others a toolkit makes no difference, and must not seem to.
#[derive(Args)]
struct ToolkitArgs {
    /// Read this toolkit's headers in place of the pinned ones of its version
    #[arg(long, value_name = "DIR")]
    cuda_home: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Make the specification again from headers, pages and contracts
    Regen {
        /// Write nothing; fail if what is committed differs
        #[arg(long, conflicts_with = "version")]
        check: bool,
        /// Read the headers of this version alone, and write what they say into a folder of its own
        #[arg(long, value_name = "V")]
        version: Option<Version>,
        /// Where to write [default: the committed specification; with --version, target/spec-V]
        #[arg(long, value_name = "DIR", conflicts_with = "check")]
        out: Option<PathBuf>,
        #[command(flatten)]
        toolkit: ToolkitArgs,
    },
    /// Add documentation pages: merge them with the headers, or make entries of them
    Add {
        /// Pages as text
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The group of entries that no header knows, by the header's name [default: the one for pages alone]
        #[arg(long, value_name = "GROUP")]
        group: Option<String>,
    },
    /// Look for what must not stand in the work tree
    Tidy,
    /// Count what the specification holds
    Status {
        /// As JSON
        #[arg(long)]
        json: bool,
        /// List the entries without a checked function, each with the reason
        #[arg(long, conflicts_with = "json")]
        raw_only: bool,
        /// List the entries whose function is unsafe, each with the reason
        #[arg(long = "unsafe", conflicts_with_all = ["json", "raw_only"])]
        is_unsafe: bool,
    },
    /// Show one entry's, type's or group's facts, and the vendor's sentences with their ids
    Explain {
        /// A C name or its snake case
        name: String,
    },
    /// Print clauses for the sentences of an entry, a group or a page whose wording is of a known kind
    Propose {
        /// A C name or its snake case, or a page as text
        #[arg(required_unless_present = "group", value_name = "NAME|FILE")]
        name: Option<String>,
        /// All entries of this group
        #[arg(long, value_name = "GROUP", conflicts_with = "name")]
        group: Option<String>,
        /// Also for the sentences that a contract has classified
        #[arg(long)]
        all: bool,
    },
    /// Print the Rust that is generated for one entry, type, constant or group
    Expand {
        /// A C name or its snake case, or a group
        #[arg(required_unless_present = "all")]
        name: Option<String>,
        /// Write the whole library with its macro calls expanded into this folder, as a crate of its own
        #[arg(long, value_name = "DIR", conflicts_with = "name")]
        all: Option<PathBuf>,
    },
    /// Show what changed about a name in which version
    History {
        /// A C name or its snake case
        name: String,
        #[command(flatten)]
        toolkit: ToolkitArgs,
    },
    /// Show everything that changed from one version to another
    Diff {
        /// The older version, as 12.4 or 12040
        old: Version,
        /// The newer version
        new: Version,
        #[command(flatten)]
        toolkit: ToolkitArgs,
    },
}

fn main() -> ExitCode {
    if let Err(error) = emit::wait_for_writes() {
        return fail(&format!("error: signals cannot be caught: {error}\n"));
    }
    match Cli::try_parse() {
        Ok(cli) => match run(cli) {
            Ok(text) => print(&text),
            Err(problems) => fail(&format!("error: {problems}\n")),
        },
        // A request for help comes this way too.
        Err(usage) if usage.use_stderr() => fail(&usage.render().to_string()),
        Err(help) => print(&help.render().to_string()),
    }
}

/// Where not even the complaint can be written, the exit code still tells.
fn fail(complaint: &str) -> ExitCode {
    let _ = std::io::stderr().write_all(complaint.as_bytes());
    ExitCode::FAILURE
}

/// A reader that has seen enough may close the pipe; that is no failure of ours.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            fail(&format!("error: standard output cannot be written: {error}\n"))
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(cli: Cli) -> Result<String, Diagnostics> {
    let workspace = Workspace::open(&root(), &cli.api)?;
    let progress = Progress::stderr();
    let OriginArgs { cache, offline } = cli.origin;
    let origin = Origin { cache, offline, cuda_home: None, version: None };
    let beside = |toolkit: ToolkitArgs| Origin { cuda_home: toolkit.cuda_home, ..origin.clone() };
    match cli.command {
        Command::Regen { check, version, out, toolkit } => {
            let origin = Origin { version, ..beside(toolkit) };
            let action = if check { Action::Check } else { Action::Write(out_folder(&workspace, version, out)) };
            regen::run(&workspace, &origin, &action, &progress)
        }
        Command::Add { files, group } => add::run(&workspace, &origin, &files, group.as_deref(), &progress),
        Command::Tidy => tidy::run(&workspace, &origin, &progress),
        Command::Status { json, raw_only, is_unsafe } => status::run(&workspace, shown(json, raw_only, is_unsafe)),
        Command::Explain { name } => explain::run(&workspace, &origin, &name, &progress),
        Command::Propose { name, group, all } => {
            let of = match group {
                Some(group) => propose::Of::Group(group),
                None => propose::Of::Entry(name.unwrap_or_default()),
            };
            propose::run(&workspace, &origin, &of, all, &progress)
        }
        Command::Expand { name: _, all: Some(folder) } => expand::all(&workspace, &folder),
        Command::Expand { name, all: None } => expand::run(&workspace, &name.unwrap_or_default()),
        Command::History { name, toolkit } => {
            history::run(&workspace, &regen::headers(&workspace, &beside(toolkit), &progress)?, &name)
        }
        Command::Diff { old, new, toolkit } => diff::run(&workspace, &beside(toolkit), old, new, &progress),
    }
}

fn shown(json: bool, raw_only: bool, is_unsafe: bool) -> status::Show {
    match (json, raw_only, is_unsafe) {
        (true, ..) => status::Show::Json,
        (_, true, _) => status::Show::RawOnly,
        (.., true) => status::Show::Unsafe,
        _ => status::Show::Table,
    }
}

/// The work tree that this tool stands in.
fn root() -> PathBuf {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    manifest.parent().map_or_else(|| PathBuf::from("."), Path::to_owned)
}

fn out_folder(workspace: &Workspace, version: Option<Version>, out: Option<PathBuf>) -> PathBuf {
    let single = || version.map(|version| workspace.root.join("target").join(format!("spec-{version}")));
    out.or_else(single).unwrap_or_else(|| workspace.specs.clone())
}
