//! Libraries of every kind in the driver's place. Each test is a process of its own, for a process has one driver.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "it is a test")]

mod common;

use std::ffi::CStr;
use std::path::Path;
use std::ptr;
use std::sync::Barrier;
use std::{fs, thread};

use common::{ANSWER, ANSWERS, Fake, Folder, PLACE, Resolver, answer, in_child, in_child_with, place};
use cuspec::driver::{self, raw, sys};
use cuspec::{Error, LibraryError, Missing, Origin, Refusal, Version};

fn no_library(error: Error) -> LibraryError {
    match error {
        Error::Library(library) => *library,
        other => panic!("{other:?}"),
    }
}

fn missing(result: Result<(), Error>) -> (Missing, String) {
    match result {
        Err(Error::Unavailable(unavailable)) => (unavailable.missing, unavailable.to_string()),
        other => panic!("{other:?}"),
    }
}

fn code(result: Result<(), Error>) -> u32 {
    result.expect_err("the fake answers with a code").code().expect("the driver answered").0
}

/// A driver with one function, which answers `answer`.
fn answering(answer: u32) -> Fake {
    Fake::new(12_080, Resolver::WithStatus).having("cuInit", "cuInit", 2000, &format!("return {answer};"))
}

#[test]
fn no_library_at_all() {
    let folder = Folder::new();
    in_child("no_library_at_all", folder.path(), || {
        let place = place();
        for error in [driver::load().unwrap_err(), unsafe { raw::cuInit(0) }.unwrap_err()] {
            let text = error.to_string();
            assert_eq!(error.entry().map(cuspec::Entry::name), None);
            let library = no_library(error);
            assert_eq!(library.origin, Origin::Environment);
            let asked: Vec<_> = library.tried.iter().map(|candidate| candidate.asked.clone()).collect();
            assert_eq!(asked, [place.join("libcuda.so.1"), place.join("libcuda.so")]);
            for candidate in &library.tried {
                assert!(matches!(&candidate.refusal, Refusal::NotOpened(why) if !why.is_empty()), "{candidate:?}");
                assert!(text.contains(&candidate.asked.display().to_string()), "{text}");
            }
            assert!(!text.contains('\n'), "{text}");
        }
        // Any result code has a description without a driver.
        for code in (0..1100).chain([12_345, u32::MAX]) {
            assert!(!format!("{:?}", sys::CUresult(code)).is_empty());
        }
        assert!(!driver::entry("cuInit").unwrap().is_available());
    });
}

#[test]
fn the_usual_names_are_tried_if_nobody_says_where() {
    // Wherever a driver is installed it may be found; that it is looked for under every name shows where none is.
    in_child_with("the_usual_names_are_tried_if_nobody_says_where", &[], || match driver::load() {
        Ok(found) => assert!(found.path().is_absolute(), "{found:?}"),
        Err(error) => {
            let text = error.to_string();
            let library = no_library(error);
            assert_eq!(library.origin, Origin::Usual);
            let asked: Vec<_> = library.tried.iter().map(|candidate| candidate.asked.as_path()).collect();
            let names = ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "libcuda.so"];
            assert_eq!(asked, names.map(Path::new));
            assert!(text.contains("CUSPEC_DRIVER"), "{text}");
        }
    });
}

#[test]
fn an_empty_path_is_no_path() {
    in_child("an_empty_path_is_no_path", Path::new("/nowhere"), || {
        let library = no_library(unsafe { driver::load_from("") }.unwrap_err());
        assert!(matches!(&library.tried[..], [only] if matches!(only.refusal, Refusal::NotOpened(_))), "{library:?}");
    });
}

#[test]
fn a_file_that_is_no_library() {
    let folder = Folder::new();
    for bytes in [&b""[..], b"not a library", b"\x7fELF\x02\x01\x01"] {
        fs::write(folder.file("libcuda.so.1"), bytes).unwrap();
        in_child("a_file_that_is_no_library", &folder.file("libcuda.so.1"), || {
            let library = no_library(unsafe { raw::cuInit(0) }.unwrap_err());
            assert!(
                matches!(&library.tried[..], [only] if matches!(only.refusal, Refusal::NotOpened(_))),
                "{library:?}"
            );
        });
    }
}

#[test]
fn a_library_that_is_no_driver() {
    let folder = Folder::new();
    Fake::new(0, Resolver::None).exporting("unrelated", "return 0;").build(&folder.file("libcuda.so.1"));
    in_child("a_library_that_is_no_driver", folder.path(), || {
        let library = no_library(driver::load().unwrap_err());
        assert_eq!(library.tried[0].refusal, Refusal::NoDriver);
        assert_eq!(library.tried.len(), 2);
    });
}

#[test]
fn a_library_with_a_hole_is_refused_rather_than_run_into() {
    let folder = Folder::new();
    answering(0)
        .with_c("extern int no_such_function(void); int hole(void) { return no_such_function(); }\n")
        .build(&folder.file("libcuda.so.1"));
    in_child("a_library_with_a_hole_is_refused_rather_than_run_into", folder.path(), || {
        let library = no_library(driver::load().unwrap_err());
        assert!(matches!(&library.tried[0].refusal, Refusal::NotOpened(why) if why.contains("no_such_function")));
    });
}

#[test]
fn the_stub_alone() {
    let folder = Folder::new();
    Fake::stub().build(&folder.file("libcuda.so"));
    in_child("the_stub_alone", folder.path(), || {
        let place = place();
        let error = unsafe { raw::cuInit(0) }.unwrap_err();
        let text = error.to_string();
        let library = no_library(error);
        assert_eq!(library.stub().map(Path::to_owned), Some(place.join("libcuda.so").canonicalize().unwrap()));
        assert!(text.contains("stub") && text.contains(&place.join("libcuda.so").display().to_string()), "{text}");
        assert!(!driver::entry("cuInit").unwrap().is_available());
    });
}

#[test]
fn a_driver_that_comes_after_the_stub_is_found() {
    let folder = Folder::new();
    Fake::stub().build(&folder.file("libcuda.so"));
    answering(0).build(&folder.file("later"));
    // By bare names, as the system searches: a stub that stayed open would be found as `libcuda.so.1`.
    let environment = [("LD_LIBRARY_PATH", folder.path()), (PLACE, folder.path())];
    in_child_with("a_driver_that_comes_after_the_stub_is_found", &environment, || {
        let place = place();
        if let Err(error) = driver::load() {
            assert!(no_library(error).stub().is_some());
            fs::rename(place.join("later"), place.join("libcuda.so.1")).unwrap();
            let found = driver::load().unwrap();
            assert_eq!(found.path(), place.join("libcuda.so.1"));
            unsafe { raw::cuInit(0) }.unwrap();
        }
    });
}

#[test]
fn the_name_with_a_version_wins_over_the_stub() {
    let folder = Folder::new();
    Fake::stub().build(&folder.file("libcuda.so"));
    answering(0).build(&folder.file("libcuda.so.1"));
    in_child("the_name_with_a_version_wins_over_the_stub", folder.path(), || {
        unsafe { raw::cuInit(0) }.unwrap();
        assert!(driver::load().unwrap().path().ends_with("libcuda.so.1"));
    });
}

#[test]
fn one_name_is_enough() {
    for name in ["libcuda.so.1", "libcuda.so"] {
        let folder = Folder::new();
        answering(0).build(&folder.file(name));
        in_child("one_name_is_enough", folder.path(), || unsafe { raw::cuInit(0) }.unwrap());
    }
}

#[test]
fn the_driver_tells_where_it_is_and_what() {
    let folder = Folder::new();
    answering(0).build(&folder.file("libcuda.so.580.159.04"));
    std::os::unix::fs::symlink("libcuda.so.580.159.04", folder.file("libcuda.so.1")).unwrap();
    in_child("the_driver_tells_where_it_is_and_what", folder.path(), || {
        let driver = driver::load().unwrap();
        assert!(driver.path().is_absolute() && driver.path().ends_with("libcuda.so.1"), "{driver:?}");
        assert_eq!(driver.version(), Some(Version(12_080)));
        assert_eq!(driver.release(), Some("580.159.04"));
        assert_eq!(driver.to_string(), "12.8 (580.159.04, libcuda.so.1)");
        let (has, known) = driver.symbols();
        // Its own version, whom to ask, and the one function.
        assert_eq!((has, known), (3, driver::abis().count()));
    });
}

#[test]
fn a_program_may_name_the_library() {
    let folder = Folder::new();
    answering(0).build(&folder.file("mine"));
    answering(1).build(&folder.file("other"));
    in_child_with("a_program_may_name_the_library", &[(PLACE, folder.path())], || {
        let place = place();
        assert_eq!(no_library(unsafe { driver::load_from(place.join("none")) }.unwrap_err()).origin, Origin::Argument);
        let driver = unsafe { driver::load_from(place.join("mine")) }.unwrap();
        unsafe { raw::cuInit(0) }.unwrap();
        // Again, by this or any way, is no error; another is.
        assert_eq!(unsafe { driver::load_from(place.join("./mine")) }.unwrap(), driver);
        assert_eq!(driver::load().unwrap(), driver);
        // A bare name is the system's to find, also where a file of that name lies in the current folder.
        std::env::set_current_dir(&place).unwrap();
        let bare = no_library(unsafe { driver::load_from("mine") }.unwrap_err());
        assert_eq!(bare.tried.len(), 1, "{bare:?}");
        let second = no_library(unsafe { driver::load_from(place.join("other")) }.unwrap_err());
        assert!(matches!(&second.tried[0].refusal, Refusal::Second(loaded) if loaded.ends_with("mine")), "{second:?}");
    });
}

#[test]
fn a_failure_is_not_remembered() {
    let folder = Folder::new();
    answering(0).build(&folder.file("later"));
    in_child("a_failure_is_not_remembered", folder.path(), || {
        let place = place();
        assert!(matches!(unsafe { raw::cuInit(0) }, Err(Error::Library(_))));
        assert!(matches!(unsafe { raw::cuInit(0) }, Err(Error::Library(_))));
        fs::rename(place.join("later"), place.join("libcuda.so.1")).unwrap();
        unsafe { raw::cuInit(0) }.unwrap();
    });
}

#[test]
fn a_driver_that_lacks_entries() {
    let folder = Folder::new();
    for resolver in [Resolver::None, Resolver::WithStatus, Resolver::Silent] {
        Fake::new(12_080, resolver)
            .having("cuInit", "cuInit", 2000, "return 0;")
            .having("cuCtxCreate", "cuCtxCreate", 2000, "return 500;")
            .build(&folder.file("libcuda.so.1"));
        in_child("a_driver_that_lacks_entries", folder.path(), || {
            unsafe { raw::cuInit(0) }.unwrap();
            // Newer than the driver.
            let (why, text) = missing(unsafe { raw::cuLogsCurrent(ptr::null_mut(), 0) });
            assert_eq!(why, Missing::Older);
            assert_eq!(text, "cuLogsCurrent needs a CUDA 12.9 driver; this one is 12.8 (libcuda.so.1)");
            let logs = driver::entry("cuLogsCurrent").unwrap();
            assert!(!logs.is_available());
            assert!(matches!(logs.availability(), Err(Error::Unavailable(it)) if it.since == Some(Version(12_090))));
            // Missing although it is due. The older symbol of that name must not take its place.
            let create = unsafe { raw::cuCtxCreate_v4(ptr::null_mut(), ptr::null_mut(), 0, 0) };
            let (why, text) = missing(create);
            let due = [Missing::VersionNotSufficient, Missing::NotFound, Missing::NotExported];
            assert!(due.contains(&why), "{why:?}");
            assert!(text.starts_with("cuCtxCreate_v4 needs a CUDA 12.5 driver; this one is 12.8 (libcuda.so.1), and"));
            // The driver's own "not found" is no missing entry.
            assert_eq!(code(unsafe { raw::cuCtxCreate(ptr::null_mut(), 0, 0) }), 500);
            let entry = driver::entry("cuCtxCreate").unwrap();
            assert_eq!(entry.availability().unwrap().symbol(), c"cuCtxCreate");
        });
    }
}

#[test]
fn an_older_symbol_never_takes_the_place_of_a_newer_one() {
    // Asked for version 12.5 of the name, this driver gives what it has: a function with another signature.
    let folder = Folder::new();
    Fake::new(12_040, Resolver::WithStatus)
        .having("cuCtxCreate", "cuCtxCreate", 2000, "abort();")
        .build(&folder.file("libcuda.so.1"));
    in_child("an_older_symbol_never_takes_the_place_of_a_newer_one", folder.path(), || {
        let create = unsafe { raw::cuCtxCreate_v4(ptr::null_mut(), ptr::null_mut(), 0, 0) };
        assert_eq!(missing(create).0, Missing::Older);
    });
}

#[test]
fn a_driver_need_not_tell_its_version() {
    let folder = Folder::new();
    for version in [0, -3] {
        Fake::new(version, Resolver::WithStatus)
            .having("cuInit", "cuInit", 2000, "return 0;")
            .having("cuCtxCreate", "cuCtxCreate", 2000, "abort();")
            .build(&folder.file("libcuda.so.1"));
        in_child("a_driver_need_not_tell_its_version", folder.path(), || {
            unsafe { raw::cuInit(0) }.unwrap();
            let create = unsafe { raw::cuCtxCreate_v4(ptr::null_mut(), ptr::null_mut(), 0, 0) };
            let (why, text) = missing(create);
            assert_eq!(why, Missing::VersionNotSufficient);
            assert!(text.contains("this one is of unknown version (libcuda.so.1)"), "{text}");
        });
    }
}

#[test]
fn every_resolver_leads_to_the_function() {
    let folder = Folder::new();
    for resolver in [Resolver::None, Resolver::Plain, Resolver::WithStatus, Resolver::Silent] {
        Fake::new(11_070, resolver)
            .having("cuInit", "cuInit", 2000, "return 0;")
            .exporting("cuEventQuery", "return 600;")
            .build(&folder.file("libcuda.so.1"));
        in_child("every_resolver_leads_to_the_function", folder.path(), || {
            unsafe { raw::cuInit(0) }.unwrap();
            // The resolver does not know this one; the library exports it.
            assert_eq!(code(unsafe { raw::cuEventQuery(sys::CUevent::null()) }), 600);
            assert_eq!(missing(unsafe { raw::cuLogsCurrent(ptr::null_mut(), 0) }).0, Missing::Older);
        });
    }
}

#[test]
fn the_resolver_says_why_it_finds_nothing() {
    let folder = Folder::new();
    // What cuStreamQuery's query must not find: the name, but from a later version on.
    for (resolver, due, name) in [
        (Resolver::WithStatus, Missing::VersionNotSufficient, "cuStreamQuery"),
        (Resolver::WithStatus, Missing::NotFound, "cuSomethingElse"),
        (Resolver::Plain, Missing::Resolver(500), "cuStreamQuery"),
        (Resolver::Silent, Missing::NotFound, "cuStreamQuery"),
        (Resolver::None, Missing::NotExported, "cuStreamQuery"),
    ] {
        Fake::new(12_080, resolver)
            .resolving("later", name, 12_000, false, "abort();")
            .build(&folder.file("libcuda.so.1"));
        fs::write(folder.file("due"), format!("{due:?}")).unwrap();
        in_child("the_resolver_says_why_it_finds_nothing", folder.path(), || {
            let (why, text) = missing(unsafe { raw::cuStreamQuery(sys::CUstream::null()) });
            assert_eq!(format!("{why:?}"), fs::read_to_string(place().join("due")).unwrap());
            assert!(text.starts_with("cuStreamQuery needs a CUDA 2.0 driver; this one is 12.8"), "{text}");
        });
    }
}

#[test]
fn per_thread_variants_are_asked_for_with_the_flag() {
    let folder = Folder::new();
    Fake::new(12_080, Resolver::WithStatus)
        .resolving("legacy", "cuStreamQuery", 2000, false, "return 1;")
        .resolving("own", "cuStreamQuery", 7000, true, "return 2;")
        .build(&folder.file("libcuda.so.1"));
    in_child("per_thread_variants_are_asked_for_with_the_flag", folder.path(), || {
        assert_eq!(code(unsafe { raw::cuStreamQuery(sys::CUstream::null()) }), 1);
        assert_eq!(code(unsafe { raw::cuStreamQuery_ptsz(sys::CUstream::null()) }), 2);
    });
    // Before there was anyone to ask, the export has a name of its own.
    Fake::new(11_020, Resolver::None)
        .exporting("cuStreamQuery", "return 1;")
        .exporting("cuStreamQuery_ptsz", "return 2;")
        .build(&folder.file("libcuda.so.1"));
    in_child("per_thread_variants_are_asked_for_with_the_flag", folder.path(), || {
        assert_eq!(code(unsafe { raw::cuStreamQuery(sys::CUstream::null()) }), 1);
        assert_eq!(code(unsafe { raw::cuStreamQuery_ptsz(sys::CUstream::null()) }), 2);
    });
}

#[test]
fn result_codes_that_nobody_knows_keep_their_number() {
    let folder = Folder::new();
    Fake::new(12_080, Resolver::WithStatus)
        .having("cuInit", "cuInit", 2000, ANSWERS)
        .having("cuGetErrorName", "cuGetErrorName", 6000, "*(void **)b = 0; return 0;")
        .build(&folder.file("libcuda.so.1"));
    for number in ["46", "47", "226", "227", "721", "916", "917", "918", "919", "12345", "4294967295"] {
        let environment = [("CUSPEC_DRIVER", folder.path()), (ANSWER, Path::new(number))];
        in_child_with("result_codes_that_nobody_knows_keep_their_number", &environment, || {
            let error = unsafe { raw::cuInit(0) }.unwrap_err();
            assert_eq!(error.code().unwrap().0, answer());
            let text = error.to_string();
            assert!(text.contains(&answer().to_string()) && text.contains("cuInit"), "{text}");
            // The driver's own names are null, and are passed on as they are.
            let mut name = c"before".as_ptr();
            unsafe { raw::cuGetErrorName(sys::CUresult(1), &raw mut name) }.unwrap();
            assert!(name.is_null());
        });
    }
}

#[test]
fn sixty_four_threads_meet_at_first_use() {
    let folder = Folder::new();
    Fake::new(12_080, Resolver::WithStatus)
        .having("cuInit", "cuInit", 2000, "return 7;")
        .having("cuEventQuery", "cuEventQuery", 2000, "return 600;")
        .with_c("__attribute__((constructor)) static void slow(void) { usleep(50000); }\n")
        .build(&folder.file("libcuda.so.1"));
    in_child("sixty_four_threads_meet_at_first_use", folder.path(), || {
        let start = Barrier::new(64);
        thread::scope(|scope| {
            for number in 0..64 {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    for _ in 0..100 {
                        if number % 3 == 0 {
                            assert_eq!(code(unsafe { raw::cuEventQuery(sys::CUevent::null()) }), 600);
                        }
                        assert_eq!(code(unsafe { raw::cuInit(0) }), 7);
                        assert!(unsafe { raw::cuLogsCurrent(ptr::null_mut(), 0) }.is_err());
                    }
                });
            }
        });
    });
}

/// Calls the driver when it is dropped, which for a value of a thread is when the thread ends.
struct Late;

impl Drop for Late {
    fn drop(&mut self) {
        assert_eq!(code(unsafe { raw::cuInit(0) }), 7);
        assert_eq!(code(unsafe { raw::cuEventQuery(sys::CUevent::null()) }), 600);
        println!("late and well");
    }
}

#[test]
fn the_driver_can_be_called_until_the_very_end() {
    let folder = Folder::new();
    Fake::new(12_080, Resolver::WithStatus)
        .having("cuInit", "cuInit", 2000, "return 7;")
        .having("cuEventQuery", "cuEventQuery", 2000, "return 600;")
        .build(&folder.file("libcuda.so.1"));
    let output = in_child("the_driver_can_be_called_until_the_very_end", folder.path(), || {
        extern "C" fn at_exit() {
            drop(Late);
        }
        unsafe extern "C" {
            safe fn atexit(function: extern "C" fn()) -> i32;
        }
        thread_local!(static LATE: Late = const { Late });
        LATE.with(|_| ());
        // One that is called for the first time at exit, and one that was called before.
        assert_eq!(atexit(at_exit), 0);
        assert_eq!(code(unsafe { raw::cuInit(0) }), 7);
    });
    if let Some(output) = output {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(text.matches("late and well").count(), 2, "{text}");
    }
}

#[test]
fn the_driver_is_never_closed() {
    let folder = Folder::new();
    answering(0)
        .with_c("__attribute__((destructor)) static void closed(void) { write(1, \"gone\\n\", 5); }\n")
        .build(&folder.file("libcuda.so.1"));
    let output = in_child("the_driver_is_never_closed", folder.path(), || {
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| unsafe { raw::cuInit(0) }.unwrap());
            }
        });
        println!("still open");
    });
    if let Some(output) = output {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.split("still open").next().is_some_and(|before| !before.contains("gone")), "{text}");
    }
}

#[test]
fn a_ptx_that_is_too_new_is_told_with_both_versions() {
    let folder = Folder::new();
    answering(222).build(&folder.file("libcuda.so.1"));
    in_child("a_ptx_that_is_too_new_is_told_with_both_versions", folder.path(), || {
        let error = unsafe { raw::cuInit(0) }.unwrap_err();
        let text = error.clone().with_image(b"// a\n.version 9.1\n.target sm_90\n").to_string();
        assert!(text.contains("9.1") && text.contains("12.8 (libcuda.so.1)"), "{text}");
        let plain = error.to_string();
        assert_eq!(error.with_image(b"\x7fELF").to_string(), plain);
    });
}

#[test]
fn what_is_newer_than_the_driver_is_told() {
    let folder = Folder::new();
    answering(1).build(&folder.file("libcuda.so.1"));
    in_child("what_is_newer_than_the_driver_is_told", folder.path(), || {
        let entry = driver::entry("cuInit").unwrap();
        let refused = Error::if_older(entry, "CU_SOMETHING", Version(13_020));
        let (why, text) = missing(refused);
        assert_eq!(why, Missing::Older);
        assert_eq!(text, "CU_SOMETHING of cuInit needs a CUDA 13.2 driver; this one is 12.8 (libcuda.so.1)");
        assert!(Error::if_older(entry, "CU_SOMETHING", Version(12_080)).is_ok());
    });
}

#[test]
fn an_argument_that_names_the_thing_stands_in_the_error() {
    let folder = Folder::new();
    answering(500).build(&folder.file("libcuda.so.1"));
    in_child("an_argument_that_names_the_thing_stands_in_the_error", folder.path(), || {
        let name: &CStr = c"my_kernel";
        let error = unsafe { raw::cuInit(0) }.unwrap_err().with_argument("name", name.to_string_lossy());
        let text = error.to_string();
        assert!(
            text.starts_with("cuInit answered CUDA_ERROR_NOT_FOUND (500)") && text.contains("`my_kernel`"),
            "{text}"
        );
        let detail = error.detail().unwrap();
        assert_eq!(detail.arguments().collect::<Vec<_>>(), [("name", "my_kernel")]);
    });
}

#[test]
fn errors_go_where_errors_go() {
    fn everywhere<T: std::error::Error + Send + Sync + Clone + Unpin + 'static>() {}
    everywhere::<Error>();
    assert!(size_of::<Error>() <= 24);
    assert_eq!(size_of::<Result<(), Error>>(), size_of::<Error>());
    assert_eq!(size_of::<Result<u64, Error>>(), size_of::<Error>());
}
