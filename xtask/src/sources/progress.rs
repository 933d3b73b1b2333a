//! Bars and spinners on what takes long; nothing at all where stderr is no terminal.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Where progress is shown.
pub struct Progress(MultiProgress);

impl Progress {
    /// On stderr, if that is a terminal.
    pub fn stderr() -> Self {
        Self(MultiProgress::with_draw_target(ProgressDrawTarget::stderr()))
    }

    /// Nowhere.
    pub fn silent() -> Self {
        Self(MultiProgress::with_draw_target(ProgressDrawTarget::hidden()))
    }

    /// A bar of `count` steps.
    pub fn bar(&self, count: usize, what: &'static str) -> Bar {
        let bar = self.0.add(ProgressBar::new(count as u64));
        Bar(bar.with_style(style("{prefix:>12} [{bar:24}] {pos}/{len} {msg}")).with_prefix(what))
    }

    /// A spinner, for what has no known number of steps.
    pub fn spinner(&self, what: &'static str) -> Bar {
        let spinner = self.0.add(ProgressBar::new_spinner());
        spinner.enable_steady_tick(Duration::from_millis(100));
        Bar(spinner.with_style(style("{prefix:>12} {spinner} {msg}")).with_prefix(what))
    }
}

/// The templates are constants, so a wrong one shows in the first test.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed").progress_chars("=> ")
}

/// One bar or spinner; it goes away when dropped, also when an error ends the work.
pub struct Bar(ProgressBar);

impl Bar {
    /// Says what is being worked on.
    pub fn at(&self, item: impl Into<std::borrow::Cow<'static, str>>) {
        self.0.set_message(item);
    }

    /// One step is done.
    pub fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
