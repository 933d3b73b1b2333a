use super::scan::scan;
use super::sentence::sentences;
use super::test_support::{VERSIONS, config, header_text};
#[test]
fn dump() {
    let config = config();
    for v in VERSIONS {
        let Some((p, t)) = header_text(v) else { continue };
        let time = std::time::Instant::now();
        let h = match scan(&p, &t, &config) {
            Ok(h) => h,
            Err(e) => {
                println!("{e}");
                continue;
            }
        };
        let t1 = time.elapsed();
        let mut n = 0;
        let mut m = 0;
        let mut all = vec![];
        for f in &h.functions {
            let s = sentences(&f.doc, &config);
            n += s.len();
            m += s.iter().filter(|s| s.normative).count();
            all.push(s);
        }
        let t2 = time.elapsed();
        let params: usize = h.functions.iter().map(|f| f.prototype.params.len()).sum();
        let dirs: usize =
            h.functions.iter().map(|f| f.doc.params.iter().filter(|p| p.direction.is_some()).count()).sum();
        let rets: usize = h
            .functions
            .iter()
            .map(|f| {
                f.doc
                    .returns
                    .iter()
                    .filter(|p| p.name != "CUDA_SUCCESS")
                    .map(|l| &l.name)
                    .collect::<std::collections::BTreeSet<_>>()
                    .len()
            })
            .sum();
        println!(
            "{v} {} groups {} functions {} undoc {} macros {} renames {} params {params} dirs {dirs} returns {rets} sentences {n} normative {m} scan {t1:?} all {t2:?}",
            h.version,
            h.groups.len(),
            h.functions.len(),
            h.undocumented.len(),
            h.macros.len(),
            h.renames.len()
        );
        for u in &h.undocumented {
            println!("   undocumented {} {}", u.name, u.line);
        }
        for f in &h.functions {
            let names: Vec<_> = f.doc.params.iter().map(|p| p.name.clone()).collect();
            if names != f.prototype.params {
                println!("   PARAMS {} {} {:?} {:?}", f.prototype.name, f.doc.line, names, f.prototype.params);
            }
        }
        if v == "13.5" {
            let (mut a, mut b, mut c) = (u128::MAX, u128::MAX, u128::MAX);
            for _ in 0..20 {
                let t0 = std::time::Instant::now();
                let h = scan(&p, &t, &config).unwrap();
                let t1 = std::time::Instant::now();
                let n: usize = h.functions.iter().map(|f| sentences(&f.doc, &config).len()).sum();
                let t2 = std::time::Instant::now();
                let m: usize = h.functions.iter().map(|f| super::codes::documented(&f.doc, &config).len()).sum();
                let t3 = std::time::Instant::now();
                std::hint::black_box((n, m));
                a = a.min((t1 - t0).as_micros());
                b = b.min((t2 - t1).as_micros());
                c = c.min((t3 - t2).as_micros());
            }
            println!("13.5 TIMES scan {a} sentences {b} codes {c} us");
            for (f, s) in h.functions.iter().zip(all) {
                for s in s {
                    println!(
                        "S {} {} {:?} {} {} | {}",
                        f.prototype.name,
                        s.line,
                        s.part,
                        s.param.unwrap_or_default(),
                        if s.normative { "N" } else { "-" },
                        s.text
                    );
                }
            }
            for f in &h.functions {
                let d = super::codes::documented(&f.doc, &config);
                for c in &d {
                    println!("C {} {} {:?}", f.prototype.name, c.code, c.from);
                }
                for c in super::codes::mentions(&f.doc, &config) {
                    println!("M {} {}", f.prototype.name, c);
                }
                println!("REF {} {:?}", f.prototype.name, super::codes::references(&f.doc, &config));
            }
            for f in &h.functions {
                println!("R {} {:?}", f.prototype.name, f.doc.returns.iter().map(|r| &r.name[..]).collect::<Vec<_>>());
            }
        }
    }
}
