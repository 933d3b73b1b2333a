//! Asks libclang whether a source is whole C, before bindgen reads it.
//!
//! bindgen lets libclang print all that it complains of, in its own words and past us. So what it would complain of is
//! found here first, where nothing is printed, and is one error like any other.

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::{Path, PathBuf};
use std::ptr;

use clang_sys as clang;

use crate::diagnostic::Diagnostic;

/// The name under which libclang sees the source.
const NAME: &CStr = c"cuspec_input.h";

/// The first error in a source with these arguments; `path` is blamed for one that has no place of its own.
pub(super) fn check(source: &str, args: &[String], path: &Path) -> Result<(), Diagnostic> {
    let failed = |what: &str| Diagnostic::new(path, format!("clang cannot read it: {what}"));
    if !clang::is_loaded() {
        // Every thread finds its own way to the library.
        clang::load().map_err(|error| failed(&error))?;
    }
    let unit = Unit::parse(source, args).ok_or_else(|| failed("it gives no reason"))?;
    match unit.first_error() {
        None => Ok(()),
        Some(Complaint { file, line, message }) => {
            let ours = file.as_ref().is_none_or(|file| file.to_str() == NAME.to_str().ok());
            let used = (line as usize).checked_sub(1).and_then(|index| source.lines().nth(index)).unwrap_or_default();
            let diagnostic = match file {
                Some(file) if !ours => Diagnostic::new(file, format!("clang cannot read it: {message}")).at(line),
                // What a line of ours stands for is the header's.
                _ => failed(&format!("{message} in `{used}`")),
            };
            Err(diagnostic.help(HELP))
        }
    }
}

/// What to do about a header that is no C.
pub(super) const HELP: &str =
    "a header of the toolkit is expected, whole and unchanged; give another one, or empty the cache";

struct Complaint {
    file: Option<PathBuf>,
    line: u32,
    message: String,
}

/// A parsed source.
struct Unit {
    index: clang::CXIndex,
    unit: clang::CXTranslationUnit,
}

impl Unit {
    fn parse(source: &str, args: &[String]) -> Option<Self> {
        let args: Vec<CString> = args.iter().map(|arg| CString::new(arg.as_str())).collect::<Result<_, _>>().ok()?;
        let pointers: Vec<*const c_char> = args.iter().map(|arg| arg.as_ptr()).collect();
        let mut file = clang::CXUnsavedFile {
            Filename: NAME.as_ptr(),
            Contents: source.as_ptr().cast(),
            Length: source.len().try_into().ok()?,
        };
        // SAFETY: the library is loaded, the second argument keeps it from printing, and the index is disposed of once.
        let index = unsafe { clang::clang_createIndex(0, 0) };
        let mut parsed = Self { index, unit: ptr::null_mut() };
        let count = c_int::try_from(pointers.len()).ok()?;
        let options = clang::CXTranslationUnit_SkipFunctionBodies;
        // SAFETY: every pointer is to what lives until the call is over, with the count or length beside it.
        let code = unsafe {
            clang::clang_parseTranslationUnit2(
                parsed.index,
                NAME.as_ptr(),
                pointers.as_ptr(),
                count,
                &raw mut file,
                1,
                options,
                &raw mut parsed.unit,
            )
        };
        (code == clang::CXError_Success && !parsed.unit.is_null()).then_some(parsed)
    }

    fn first_error(&self) -> Option<Complaint> {
        // SAFETY: the unit is alive, and so is each diagnostic until it is disposed of, once.
        unsafe {
            (0..clang::clang_getNumDiagnostics(self.unit)).find_map(|number| {
                let diagnostic = clang::clang_getDiagnostic(self.unit, number);
                let is_error = clang::clang_getDiagnosticSeverity(diagnostic) >= clang::CXDiagnostic_Error;
                let complaint = is_error.then(|| complaint(diagnostic));
                clang::clang_disposeDiagnostic(diagnostic);
                complaint
            })
        }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: both were made by `parse` and are used nowhere else; a unit is younger than its index.
        unsafe {
            if !self.unit.is_null() {
                clang::clang_disposeTranslationUnit(self.unit);
            }
            clang::clang_disposeIndex(self.index);
        }
    }
}

/// # Safety
///
/// The diagnostic must be alive.
unsafe fn complaint(diagnostic: clang::CXDiagnostic) -> Complaint {
    let (mut file, mut line) = (ptr::null_mut(), 0);
    // SAFETY: the diagnostic is alive; libclang writes only where a pointer is given, and owned texts are taken once.
    unsafe {
        let location = clang::clang_getDiagnosticLocation(diagnostic);
        let (file, line) = (&raw mut file, &raw mut line);
        clang::clang_getExpansionLocation(location, file, line, ptr::null_mut(), ptr::null_mut());
        let name = if (*file).is_null() { None } else { taken(clang::clang_getFileName(*file)) };
        let message = taken(clang::clang_getDiagnosticSpelling(diagnostic)).unwrap_or_default();
        Complaint { file: name.map(PathBuf::from), line: *line, message }
    }
}

/// # Safety
///
/// The text must not have been disposed of.
unsafe fn taken(text: clang::CXString) -> Option<String> {
    // SAFETY: the text is alive until it is disposed of, at the end.
    unsafe {
        let chars = clang::clang_getCString(text);
        let copy = (!chars.is_null()).then(|| CStr::from_ptr(chars).to_string_lossy().into_owned());
        clang::clang_disposeString(text);
        copy
    }
}
