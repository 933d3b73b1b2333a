//! Whether two expressions of the contract language say the same, as far as their form tells.

use std::collections::BTreeSet;

use syn::{BinOp, Expr, UnOp};

/// One of several conditions that must all hold, as what one of must hold.
pub type Alternatives = BTreeSet<String>;

/// More conditions than this at once are not taken apart.
const MOST: usize = 64;

/// What an expression demands, all of it: each a set of alternatives; nothing if it is not of the language.
pub fn demands(text: &str) -> Option<BTreeSet<Alternatives>> {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(".in(", ".r#in(");
    let expression = syn::parse_str::<Expr>(&plain).ok()?;
    all(&expression, true)
}

/// The demands of an expression, or of its opposite.
fn all(expression: &Expr, holds: bool) -> Option<BTreeSet<Alternatives>> {
    match expression {
        Expr::Paren(inner) => all(&inner.expr, holds),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => all(&unary.expr, !holds),
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
            let is_and = matches!(binary.op, BinOp::And(_));
            join(all(&binary.left, holds)?, all(&binary.right, holds)?, is_and == holds)
        }
        Expr::If(choice) => choose(choice, holds),
        Expr::MethodCall(call) if call.method == "r#in" || call.method == "in" => {
            let each = call.args.iter().map(|one| equality(&call.receiver, one, true, holds));
            let each: Vec<_> = each.collect();
            each.into_iter().try_fold(None, |before: Option<BTreeSet<Alternatives>>, next| match before {
                None => Some(Some(next)),
                Some(before) => join(before, next, !holds).map(Some),
            })?
        }
        Expr::MethodCall(call) if call.method == "all" && holds => each(call),
        other => Some(leaf(other, holds)),
    }
}

/// `list.all(|x| a && b)` demands a of all, and b of all.
fn each(call: &syn::ExprMethodCall) -> Option<BTreeSet<Alternatives>> {
    let [Expr::Closure(closure)] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let inner = all(&closure.body, true)?;
    let inputs: Vec<String> = closure.inputs.iter().map(plain).collect();
    let renamed = |text: &str| {
        let name = |(at, input): (usize, &String)| (input.clone(), format!("element{at}"));
        let names: Vec<(String, String)> = inputs.iter().enumerate().map(name).collect();
        replaced(text, &names)
    };
    let list = plain(&call.receiver);
    let of_all = |alternatives: &Alternatives| {
        let inner: Vec<String> = alternatives.iter().map(|one| renamed(one)).collect();
        BTreeSet::from([format!("all {list}: {}", inner.join(" or "))])
    };
    Some(inner.iter().map(of_all).collect())
}

/// Whole words of a text by others.
fn replaced(text: &str, names: &[(String, String)]) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            let new = names.iter().find(|(old, _)| *old == word).map(|(_, new)| new);
            out.push_str(new.unwrap_or(&word));
            word.clear();
            out.push(c);
        }
    }
    out.trim_end().to_owned()
}

fn choose(choice: &syn::ExprIf, holds: bool) -> Option<BTreeSet<Alternatives>> {
    let [syn::Stmt::Expr(then, None)] = &choice.then_branch.stmts[..] else { return None };
    let (_, otherwise) = choice.else_branch.as_ref()?;
    let otherwise = match &**otherwise {
        Expr::Block(block) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(otherwise, None)] => otherwise,
            _ => return None,
        },
        other => other,
    };
    let then = join(all(&choice.cond, false)?, all(then, holds)?, false)?;
    let otherwise = join(all(&choice.cond, true)?, all(otherwise, holds)?, false)?;
    join(then, otherwise, true)
}

/// Both, or one of them. What is always true demands nothing, and what never is has no alternatives.
fn join(one: BTreeSet<Alternatives>, other: BTreeSet<Alternatives>, both: bool) -> Option<BTreeSet<Alternatives>> {
    if both {
        return Some(one.into_iter().chain(other).collect());
    }
    if one.len() * other.len() > MOST {
        return None;
    }
    let pair = |a: &Alternatives| other.iter().map(|b| a.union(b).cloned().collect()).collect::<Vec<Alternatives>>();
    Some(one.iter().flat_map(pair).collect())
}

fn leaf(expression: &Expr, holds: bool) -> BTreeSet<Alternatives> {
    match expression {
        Expr::Lit(literal) if plain(literal) == "true" || plain(literal) == "false" => {
            if (plain(literal) == "true") == holds { BTreeSet::new() } else { BTreeSet::from([Alternatives::new()]) }
        }
        Expr::Binary(binary) => compared(binary, holds),
        other => literal(&spelled(other), true, holds),
    }
}

fn compared(binary: &syn::ExprBinary, holds: bool) -> BTreeSet<Alternatives> {
    let (left, right) = (&binary.left, &binary.right);
    match binary.op {
        BinOp::Eq(_) => equality(left, right, true, holds),
        BinOp::Ne(_) => equality(left, right, false, holds),
        BinOp::Le(_) => literal(&format!("{} <= {}", spelled(left), spelled(right)), true, holds),
        BinOp::Gt(_) => literal(&format!("{} <= {}", spelled(left), spelled(right)), false, holds),
        BinOp::Ge(_) => literal(&format!("{} <= {}", spelled(right), spelled(left)), true, holds),
        BinOp::Lt(_) => literal(&format!("{} <= {}", spelled(right), spelled(left)), false, holds),
        _ => literal(&spelled(&Expr::Binary(binary.clone())), true, holds),
    }
}

fn equality(left: &Expr, right: &Expr, is: bool, holds: bool) -> BTreeSet<Alternatives> {
    literal(&ordered("==", left, right), is, holds)
}

fn literal(text: &str, is: bool, holds: bool) -> BTreeSet<Alternatives> {
    let text = if is == holds { text.to_owned() } else { format!("not {text}") };
    BTreeSet::from([BTreeSet::from([text])])
}

/// Two sides of an operator that does not care which is which.
fn ordered(operator: &str, left: &Expr, right: &Expr) -> String {
    let (left, right) = (spelled(left), spelled(right));
    if left <= right { format!("{left} {operator} {right}") } else { format!("{right} {operator} {left}") }
}

/// An expression's text, sides in order where that changes nothing.
fn spelled(expression: &Expr) -> String {
    match expression {
        Expr::Paren(inner) => spelled(&inner.expr),
        Expr::Binary(binary) => match binary.op {
            BinOp::Add(_) => format!("({})", ordered("+", &binary.left, &binary.right)),
            BinOp::Mul(_) => format!("({})", ordered("*", &binary.left, &binary.right)),
            BinOp::BitAnd(_) => format!("({})", ordered("&", &binary.left, &binary.right)),
            BinOp::BitOr(_) => format!("({})", ordered("|", &binary.left, &binary.right)),
            _ => format!("({} {} {})", spelled(&binary.left), plain(binary.op), spelled(&binary.right)),
        },
        other => plain(other),
    }
}

fn plain(tokens: impl quote::ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}
