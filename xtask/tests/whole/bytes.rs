//! The same sources make the same bytes: whenever, wherever, in whatever language, on however many threads.

use xtask::vendor;

use crate::support::{World, files, text};

#[cfg(unix)]
#[test]
fn two_runs_make_the_same_bytes() {
    let Some(cache) = vendor::cache() else { return };
    let first = World::new().with("LC_ALL", "C").with("RAYON_NUM_THREADS", "1").with("TZ", "UTC");
    let out = first.path("out");
    first.run(["regen", "--offline", "--cache", &text(&cache), "--out", &text(&out)]).good();
    let committed = files(&vendor::root().join("specs/cuda"));
    for (path, bytes) in files(&out) {
        assert!(committed.get(&path) == Some(&bytes), "{} is not what is committed", path.display());
    }

    // Another work tree, another cache folder, another language and other threads.
    let second = World::new()
        .with("LC_ALL", "tr_TR.UTF-8")
        .with("LANG", "tr_TR.UTF-8")
        .with("RAYON_NUM_THREADS", "2")
        .with("TZ", "Asia/Tokyo");
    let other = second.path("another cache");
    std::fs::create_dir_all(&other).expect("made");
    for entry in std::fs::read_dir(cache).expect("listed") {
        let entry = entry.expect("listed");
        std::os::unix::fs::symlink(entry.path(), other.join(entry.file_name())).expect("linked");
    }
    let again = second.run(["regen", "--offline", "--cache", &text(&other), "--out", &text(&out)]).good();
    assert!(again.contains(": 0 written, 0 removed, "), "{again}");
}
