//! How good the proposals are: the rules that this project began with, and three groups whose contracts people wrote
//! before anyone looked at what would be proposed for them.

use std::collections::BTreeSet;
use std::io::Write as _;

use cuspec_model::ClauseKind;
use xtask::commands::Workspace;
use xtask::commands::propose::{Documented, Of, documented, normative};
use xtask::commands::regen::Origin;
use xtask::contract::clauses::ClauseContract;
use xtask::contract::{self, Contracts};
use xtask::doc::sentence;
use xtask::propose::compare::demands;
use xtask::propose::known::Known;
use xtask::propose::{Proposal, Proposals, propose};
use xtask::sources::Progress;
use xtask::vendor;

/// The groups that the figures are of.
const MEASURED: [&str; 3] = ["peer_access", "multicast", "unified"];

/// The tool's view of the committed specification, where the cache has the vendor's text.
struct Bench {
    workspace: Workspace,
    known: Known,
    contracts: Contracts,
}

impl Bench {
    fn get() -> Option<Self> {
        vendor::located()?;
        let workspace = Workspace::open(vendor::root(), "cuda").expect("the committed configuration is good");
        let read = || contract::read(&workspace.specs.join("contracts")).unwrap_or_else(|wrong| panic!("{wrong}"));
        let groups = workspace.committed_groups().unwrap_or_else(|wrong| panic!("{wrong}"));
        let types = workspace.committed_types().unwrap_or_else(|wrong| panic!("{wrong}"));
        let known = Known::new(read(), &groups, &types);
        Some(Self { contracts: read(), known, workspace })
    }

    fn documented(&self, of: &Of) -> Vec<Documented> {
        let origin = Origin { offline: true, ..Origin::default() };
        documented(&self.workspace, &origin, of, &Progress::silent()).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    fn propose(&self, documented: &Documented) -> Proposals {
        let every = sentence::sentences(&documented.doc, &self.workspace.config);
        let subject = self.known.subject(&documented.entry, &every);
        propose(&subject, &normative(&self.known, &documented.entry, &every))
    }

    /// The clauses of an entry that people wrote.
    fn written(&self, entry: &str) -> &[ClauseContract] {
        self.contracts.entries.get(entry).map(|placed| &placed.contract.requires[..]).unwrap_or_default()
    }
}

/// The sentences of its own entry that a clause covers.
fn covers(clause: &ClauseContract) -> impl Iterator<Item = &str> {
    clause.covers.iter().map(|id| id.get_ref().as_str()).filter(|id| !id.contains('/'))
}

/// Whether people wrote the same: for a sentence of its own, the same kind, and of checks the same demands.
fn is_right(proposal: &Proposal, written: &[ClauseContract]) -> bool {
    let same = |clause: &&ClauseContract| {
        covers(clause).any(|id| proposal.covers.iter().any(|covered| covered == id))
            && clause.answer().is_some_and(|(kind, _)| kind == proposal.draft.kind)
    };
    let alike: Vec<&ClauseContract> = written.iter().filter(same).collect();
    if proposal.draft.kind != ClauseKind::Check {
        return !alike.is_empty();
    }
    let said = alike.iter().filter_map(|clause| demands(clause.check.as_ref()?.get_ref())).flatten();
    let said: BTreeSet<_> = said.collect();
    demands(&proposal.draft.text).is_some_and(|asked| !asked.is_empty() && asked.is_subset(&said))
}

/// Whether a clause that people wrote was proposed, whole or in part.
fn is_found(clause: &ClauseContract, right: &[&Proposal]) -> bool {
    let kind = clause.answer().map(|(kind, _)| kind);
    let own = clause.check.as_ref().and_then(|check| demands(check.get_ref()));
    right.iter().any(|proposal| {
        let covered = covers(clause).any(|id| proposal.covers.iter().any(|known| known == id));
        let same = proposal.draft.kind != ClauseKind::Check
            || matches!((&own, demands(&proposal.draft.text)), (Some(own), Some(asked)) if !own.is_disjoint(&asked));
        covered && same && Some(proposal.draft.kind) == kind
    })
}

/// Past the test harness, which keeps what a passing test prints to itself.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// What was counted of a group.
#[derive(Default)]
struct Count {
    proposed: usize,
    right: usize,
    written: usize,
    found: usize,
}

fn count(bench: &Bench, group: &str, verbose: bool) -> Count {
    let mut count = Count::default();
    for documented in bench.documented(&Of::Group(group.to_owned())) {
        let name = &documented.entry.name;
        let made = bench.propose(&documented);
        let written = bench.written(name);
        let right: Vec<&Proposal> = made.clauses.iter().filter(|clause| is_right(clause, written)).collect();
        let of_sentences: Vec<_> = written.iter().filter(|clause| covers(clause).next().is_some()).collect();
        count.proposed += made.clauses.len();
        count.right += right.len();
        count.written += of_sentences.len();
        count.found += of_sentences.iter().filter(|clause| is_found(clause, &right)).count();
        let texts = sentence::sentences(&documented.doc, &bench.workspace.config);
        for clause in of_sentences.iter().filter(|clause| verbose && !is_found(clause, &right)) {
            let (kind, text) = clause.answer().expect("one");
            say(&format!("MISSED {name}: {kind:?} {}", text.get_ref()));
            for sentence in texts.iter().filter(|sentence| covers(clause).any(|id| id == sentence.id)) {
                say(&format!("    {}: {}", sentence.param.as_deref().unwrap_or(""), sentence.text));
            }
        }
        for wrong in made.clauses.iter().filter(|clause| verbose && !right.contains(clause)) {
            say(&format!(
                "{name}: {:?} {} {:?} by {}",
                wrong.draft.kind, wrong.draft.text, wrong.covers, wrong.pattern
            ));
        }
    }
    count
}

fn share(part: usize, whole: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    if whole == 0 { 0.0 } else { 100.0 * number(part) / number(whole) }
}

fn told(name: &str, count: &Count) -> String {
    let Count { proposed, right, written, found } = *count;
    let (precision, recall) = (share(right, proposed), share(found, written));
    format!(
        "proposals, {name}: {right} of {proposed} right ({precision:.0}%), {found} of {written} found ({recall:.0}%)"
    )
}

#[test]
fn precision_and_recall() {
    let Some(bench) = Bench::get() else { return };
    let mut whole = Count::default();
    for group in MEASURED {
        let count = count(&bench, group, false);
        say(&told(group, &count));
        whole.proposed += count.proposed;
        whole.right += count.right;
        whole.written += count.written;
        whole.found += count.found;
    }
    say(&told("all three", &whole));
    // A wrong clause costs whoever reads it more than one that is missing.
    assert!(share(whole.right, whole.proposed) >= 95.0, "{}", told("all three", &whole));
    assert!(share(whole.found, whole.written) >= 50.0, "{}", told("all three", &whole));
}

/// The rules of the page that this project began with, each as it should stand.
const SEED: [(&str, ClauseKind, &str); 17] = [
    ("8c455b21", ClauseKind::Type, ""),
    ("0e04867f", ClauseKind::Check, "size % leId.bind_alignment == 0"),
    ("0e04867f", ClauseKind::Check, "offset % leId.bind_alignment == 0"),
    ("0e04867f", ClauseKind::Check, "memOffset % leId.bind_alignment == 0"),
    ("c3544c41", ClauseKind::Check, "memOffset + size <= memHandle.size"),
    ("1212cfe3", ClauseKind::Check, "offset + size <= leId.size"),
    (
        "4e8a9ab5",
        ClauseKind::Check,
        "memHandle.location != CU_MEM_LOCATION_TYPE_DEVICE || memHandle.location_id == dev",
    ),
    (
        "b293fd57",
        ClauseKind::Check,
        "memHandle.location != CU_MEM_LOCATION_TYPE_HOST_NUMA || attribute(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, dev) < 0 \
         || memHandle.location_id == attribute(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, dev)",
    ),
    ("5a908684", ClauseKind::Check, "!leId.multicast || leId.devices.contains(dev)"),
    ("98273211", ClauseKind::Check, "leId.multicast || leId.owner == dev"),
    ("974c51c9", ClauseKind::Check, "!(leId.multicast && (leId.shareable || leId.imported)) || memHandle.shareable"),
    ("43464e2a", ClauseKind::Check, "!leId.imported || leId.multicast"),
    ("f684baf6", ClauseKind::Check, "leId.queried"),
    ("62bea940", ClauseKind::Driver, "CUDA_ERROR_OUT_OF_MEMORY"),
    ("eadd8302", ClauseKind::Driver, "CUDA_ERROR_SYSTEM_NOT_READY"),
    ("f3cf70bb", ClauseKind::Driver, "CUDA_ERROR_ILLEGAL_STATE"),
    ("2338d85a", ClauseKind::Type, ""),
];

/// Whether a proposal is a rule as it should stand.
fn is_rule(proposal: &Proposal, (id, kind, text): &(&str, ClauseKind, &str)) -> bool {
    let said = match kind {
        ClauseKind::Check => demands(&proposal.draft.text) == demands(text),
        ClauseKind::Driver => proposal.error.as_deref() == Some(text),
        _ => true,
    };
    proposal.draft.kind == *kind && proposal.covers.iter().any(|covered| covered == id) && said
}

#[test]
fn the_rules_of_the_seed() {
    let Some(bench) = Bench::get() else { return };
    let mut sources = vec![Of::Entry("cuLogicalEndpointBindMem".to_owned())];
    let page = "shared/seed/cuda.bindings._v2.driver.logical_endpoint_bind_mem.txt";
    let page = vendor::root().ancestors().map(|above| above.join(page)).find(|path| path.is_file());
    sources.extend(page.map(|page| Of::Entry(page.display().to_string())));
    for of in sources {
        let documented = bench.documented(&of);
        let made = bench.propose(&documented[0]);
        let found = SEED.iter().filter(|rule| made.clauses.iter().any(|clause| is_rule(clause, rule))).count();
        let wrong: Vec<_> =
            made.clauses.iter().filter(|clause| !SEED.iter().any(|rule| is_rule(clause, rule))).collect();
        say(&format!(
            "proposals, the seed's rules: {found} of {} as they should stand, {} wrong",
            SEED.len(),
            wrong.len()
        ));
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(found >= 10, "{found}");
    }
}

/// For whoever works on the patterns: the figures of other groups, in `CUSPEC_TUNE`, and what is wrong there.
#[test]
fn tuning() {
    let Some(groups) = std::env::var_os("CUSPEC_TUNE") else { return };
    let Some(bench) = Bench::get() else { return };
    for group in groups.to_string_lossy().split(',') {
        say(&told(group, &count(&bench, group, true)));
    }
}
