//! Prints what the installed driver has of the API, and what it lacks.

use std::process::ExitCode;

use cuspec::driver;

fn main() -> ExitCode {
    match driver::load() {
        Ok(driver) => {
            print_symbols(driver);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn print_symbols(driver: driver::Driver) {
    println!("{} at {}", driver, driver.path().display());
    for abi in driver::abis() {
        if let Err(error) = abi.availability() {
            println!("  {error}");
        }
    }
    let (there, all) = driver.symbols();
    println!("{there} of {all} symbols");
}
