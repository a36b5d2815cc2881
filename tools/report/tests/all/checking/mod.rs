//! A small XML checker for the tests: tags balance, attributes are quoted and unique, `&` and `<` are references.

/// The texts and attribute values of a well-formed document, references resolved; panics with the place of a fault.
pub fn well_formed(document: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut roots = 0;
    let mut rest = document.strip_prefix("<!DOCTYPE html>").unwrap_or(document);
    assert!(document.chars().all(|letter| letter >= ' ' || letter == '\n' || letter == '\t'), "a control character");
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        assert!(!open.is_empty() || text.trim().is_empty(), "text outside the root: {text}");
        texts.push(resolved(text));
        if let Some(raw) = rest[at..].strip_prefix("<![CDATA[") {
            rest = raw.split_once("]]>").expect("an end of the raw text").1;
            continue;
        }
        let end = rest[at..].find('>').unwrap_or_else(|| panic!("an unclosed tag: {}", &rest[at..])) + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "a closing tag that matches the last opening one");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "a tag name: '{name}'");
        texts.extend(attribute_values(attributes));
        roots += usize::from(open.is_empty());
        if !closed {
            open.push(name.to_string());
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    assert!(rest.trim().is_empty(), "text after the root: {rest}");
    assert_eq!(roots, 1, "one root element");
    texts
}

/// Whether one of a document's texts is the one that is wanted.
pub fn has(texts: &[String], wanted: &str) -> bool {
    texts.iter().any(|text| text == wanted)
}

fn attribute_values(mut attributes: &str) -> Vec<String> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    loop {
        attributes = attributes.trim_start();
        if attributes.is_empty() {
            return values;
        }
        let (name, after) = attributes.split_once("=\"").unwrap_or_else(|| panic!("no quoted value: {attributes}"));
        let (value, after) = after.split_once('"').unwrap_or_else(|| panic!("an unclosed value: {attributes}"));
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "an attribute name: '{name}'");
        assert!(!names.contains(&name), "the attribute {name} twice");
        names.push(name);
        values.push(resolved(value));
        attributes = after;
    }
}

fn resolved(text: &str) -> String {
    assert!(!text.contains('<'), "a bare < in: {text}");
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or("").to_string();
    for part in parts {
        let (name, after) = part.split_once(';').unwrap_or_else(|| panic!("a bare & before: {part}"));
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => panic!("an unknown reference &{name};"),
        });
        plain.push_str(after);
    }
    plain
}
