//! What the contracts have reached, and what they must not fall behind: `tests/data/ratchet.json`.
//!
//! `UPDATE_EXPECT=1 cargo test -p tests --test safety ratchet` raises the file to the figures of today where they are
//! better; nothing lowers it but an editor.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xtask::commands::status::{Figures, Sentences, Status};

use crate::proof::committed;

/// What a group has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reached {
    /// Entries with a safe function, at least.
    safe: usize,
    /// Sentences that nobody has looked at, at most.
    unclassified: usize,
    /// Of the sentences that are checked, typed or promised, how many of a hundred are no promises, at least.
    checked_or_typed: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratchet {
    groups: BTreeMap<String, Reached>,
    /// Of all groups that the specification has.
    total_safe: usize,
}

impl Reached {
    fn of(figures: &Figures) -> Self {
        let sentences = &figures.sentences;
        Self {
            safe: figures.safe,
            unclassified: sentences.unclassified + sentences.stale,
            checked_or_typed: share(sentences),
        }
    }

    fn better(self, other: Self) -> Self {
        Self {
            safe: self.safe.max(other.safe),
            unclassified: self.unclassified.min(other.unclassified),
            checked_or_typed: self.checked_or_typed.max(other.checked_or_typed),
        }
    }
}

/// How many of a hundred sentences that a caller must mind are seen to by checks and types. Where there are none, all.
fn share(sentences: &Sentences) -> usize {
    let seen_to = sentences.checked + sentences.typed;
    (seen_to * 100).checked_div(seen_to + sentences.promised).unwrap_or(100)
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/ratchet.json")
}

fn ratchet() -> Ratchet {
    let text = std::fs::read_to_string(file()).expect("the ratchet");
    serde_json::from_str(&text).expect("the ratchet's form")
}

/// The figures of the groups that the ratchet names, and of these together.
fn today(ratchet: &Ratchet, status: &Status) -> (BTreeMap<String, Figures>, Figures) {
    let mut together = Figures::default();
    let mut groups = BTreeMap::new();
    for name in ratchet.groups.keys() {
        let figures = status.groups.get(name).unwrap_or_else(|| panic!("there is no group {name}"));
        together.entries += figures.entries;
        together.safe += figures.safe;
        together.r#unsafe += figures.r#unsafe;
        let (all, one) = (&mut together.sentences, &figures.sentences);
        all.checked += one.checked;
        all.typed += one.typed;
        all.promised += one.promised;
        all.documented += one.documented;
        all.informative += one.informative;
        all.unclassified += one.unclassified;
        all.stale += one.stale;
        groups.insert(name.clone(), figures.clone());
    }
    (groups, together)
}

fn table(groups: &BTreeMap<String, Figures>, together: &Figures) -> String {
    let mut text =
        "group                  entries safe checked typed promised share documented informative unclassified\n"
            .to_owned();
    for (name, figures) in groups.iter().map(|(name, it)| (name.as_str(), it)).chain([("together", together)]) {
        let Figures { entries, safe, sentences, .. } = figures;
        let Sentences { checked, typed, promised, documented, informative, unclassified, .. } = sentences;
        let share = share(sentences);
        let _ = writeln!(
            text,
            "{name:<22} {entries:>7} {safe:>4} {checked:>7} {typed:>5} {promised:>8} {share:>4}% {documented:>10} \
             {informative:>11} {unclassified:>12}"
        );
    }
    text
}

#[test]
fn nothing_falls_behind_the_ratchet() {
    let mut ratchet = ratchet();
    let status = Status::of(&committed());
    let (groups, together) = today(&ratchet, &status);
    println!("{}", table(&groups, &together));
    let (mut fallen, mut risen) = (Vec::new(), Vec::new());
    for (name, reached) in &mut ratchet.groups {
        let now = Reached::of(&groups[name]);
        let better = reached.better(now);
        if better != now {
            fallen.push(format!("{name}: {reached:?} was reached, and now there is {now:?}"));
        } else if better != *reached {
            risen.push(name.clone());
        }
        *reached = better;
    }
    if status.total.safe < ratchet.total_safe {
        fallen.push(format!("{} entries were safe, and now {} are", ratchet.total_safe, status.total.safe));
    } else if status.total.safe > ratchet.total_safe {
        risen.push("the total".to_owned());
    }
    ratchet.total_safe = ratchet.total_safe.max(status.total.safe);
    let raise = "UPDATE_EXPECT=1 cargo test -p tests --test safety ratchet";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = serde_json::to_string_pretty(&ratchet).expect("it is plain data");
        std::fs::write(file(), text + "\n").expect("the ratchet is written");
    } else if !risen.is_empty() {
        println!("better than the ratchet: {}; `{raise}` raises it", risen.join(", "));
    }
    assert!(fallen.is_empty(), "{}\nif that is meant, edit {}", fallen.join("\n"), file().display());
}

#[test]
fn the_complete_groups_have_what_was_promised_of_them() {
    let (_, together) = today(&ratchet(), &Status::of(&committed()));
    let Figures { entries, safe, ref sentences, .. } = together;
    println!("{safe} of {entries} entries are safe; {}% of the duties are checked or typed", share(sentences));
    assert_eq!((entries, sentences.unclassified, sentences.stale), (97, 0, 0));
    assert!(safe >= 80, "{safe}");
    assert!(share(sentences) >= 70, "{}%", share(sentences));
}
