//! Honest CSS and attacks.

use super::*;
use proptest::prelude::*;

#[test]
fn rules_are_scoped_to_the_block() {
    let check = |css: &str, expected: &str| assert_eq!(compile(css).unwrap(), expected, "{css}");
    check("", "");
    check("  /* nothing */ ", "");
    check("/* not closed", "");
    check(".title { color : red; font-weight:bold }", ".block .title{color:red;font-weight:bold;}");
    check(".title,.text{color:red}", ".block .title,.block .text{color:red;}");
    check(".block{color:red}.block .x{}.blocked{}", ".block{color:red;}.block .x{}.block .blocked{}");
    check(".block > .grid{gap:1px}", ".block > .grid{gap:1px;}");
    check("a:is(.b, .c)::before{content:'a;}\\'b'}", ".block a:is(.b, .c)::before{content:\"a;}'b\";}");
    check("@media (width >= 600px){.a{top:0}}", "@media (width >= 600px){.block .a{top:0;}}");
    check("@keyframes x{from{top:0}50.5%, to{top:1px}}", "@keyframes x{from{top:0;}50.5%,to{top:1px;}}");
    check(".a{position:absolute;--X:1}", ".block .a{position:absolute;--X:1;}");
    check(".a{content:\"url(http://x)\"}", ".block .a{content:\"url(http://x)\";}");
    check(
        ".a{background:url(data:image/png;base64,iVBO) no-repeat}",
        ".block .a{background:url(data:image/png;base64,iVBO) no-repeat;}",
    );
    check("[data-x=\"a,b\"]{color:#fff}", ".block [data-x=\"a,b\"]{color:#fff;}");
    check("li:nth-child(2n+1){margin:calc(1px + 2%) -1px}", ".block li:nth-child(2n +1){margin:calc(1px + 2%) -1px;}");
    check(".A{COLOR:RGB(0 0 0/.5)}", ".block .A{color:RGB(0 0 0/0.5);}");
    // Spelled with escapes, and read as the browser reads it.
    check(".a{c\\6f lor:red}", ".block .a{color:red;}");
    check(".a{background:u/**/rl (x)}", ".block .a{background:u rl (x);}");
}

#[test]
fn what_leaves_the_block_is_refused() {
    let check = |css: &str, line: usize, part: &str| {
        let error = compile(css).unwrap_err();
        assert!(error.line == line && error.message.contains(part), "{css}: {error}");
    };
    check(".a{}\n@import 'x.css';", 2, "@import");
    check(".a{}\r\n\x0c@IMPORT url(x)", 3, "@import");
    for name in
        ["font-face", "charset", "namespace", "layer", "property", "page", "scope", "starting-style", "\\69mport"]
    {
        check(&format!("@{name} x{{src:url(x)}}"), 1, "not allowed");
    }
    // Loading from elsewhere.
    let other = "https://evil.example/x.png";
    for value in [
        format!("url({other})"),
        format!("URL( '{other}' )"),
        format!("u\\72l({other})"),
        format!("\\75\\72\\6c({other})"),
        format!("url(\"{other}\" )"),
        format!("url({other}"),
        format!("url(a b {other})"),
        format!("url(\"data:image/png;base64,AA\"\\)\"{other}\")"),
        "url(data:image/svg+xml;base64,xx)".to_owned(),
        "url(data:image/png;base64,x\")".to_owned(),
        "url(data:text/css;base64,xx)".to_owned(),
        "url(var(--x))".to_owned(),
        "url(\"data:image/png;base64,AA\" var(--x))".to_owned(),
        format!("image-set('{other}' 1x)"),
        format!("-webkit-image-set('{other}' 1x)"),
        format!("-webkit-image-set(url({other}) 1x)"),
        format!("cross-fade(url({other}), red)"),
        format!("-moz-image-rect(url({other}), 0, 0, 0, 0)"),
        format!("image('{other}')"),
        format!("src('{other}')"),
        "element(#x)".to_owned(),
        "-moz-element(#x)".to_owned(),
        "paint(x)".to_owned(),
        "expression(alert(1))".to_owned(),
        "attr(href)".to_owned(),
    ] {
        for property in ["background", "--x", "cursor", "content", "list-style-image", "border-image-source"] {
            let css = format!(".a{{{property}:{value}}}");
            assert!(compile(&css).is_err(), "{css}: {:?}", compile(&css));
        }
    }
    // Strings that end where a hand-written reader does not think so.
    for end in ["\n", "\r", "\x0c", "\r\n"] {
        check_refused(&format!(".a{{content:'x{end}; background:url(https://evil.example)}}"));
        check_refused(&format!(".a{{content:\"{end}\"; color:red}}"));
    }
    check_refused(".a{content:'\\");
    // Staying in the place.
    check("\n\n.a{position:fixed}", 3, "place");
    for position in ["STICKY", "-webkit-sticky", "var(--p)", "f\\69xed", "absolute fixed", "inherit"] {
        check(&format!(".a{{position:{position}}}"), 1, "place");
    }
    for property in [
        "behavior",
        "-moz-binding",
        "all",
        "clip-path",
        "mask",
        "mask-image",
        "-webkit-mask-image",
        "filter",
        "backdrop-filter",
        "zoom",
        "contain",
        "content-visibility",
        "container-type",
        "offset-path",
        "pointer-events",
        "view-transition-name",
        "anchor-name",
        "position-anchor",
        "will-change",
        "fontsize",
        "direction",
        "clip",
    ] {
        check(&format!(".a{{{property}:none}}"), 1, "not allowed");
    }
    // Overruling what marks ads.
    check(".mark{display:none !important}", 1, "important");
    check(".mark{display:none!/**/IMPORTANT}", 1, "important");
    check(".mark{--x:none ! important}", 1, "important");
    check_refused("@keyframes x{to{opacity:0!important}}");
    for selector in [
        ":host",
        ":HOST(x)",
        ":host-context(body)",
        ".a, :root .b",
        "::part(x)",
        "::slotted(x)",
        "a::-webkit-scrollbar",
        ":h\\6fst",
        ".block + .top",
        ".block ~ .top",
        ".block~.top",
        ".block:hover + .top",
        ".block[x] ~ *",
        "+ .a",
        "> .a",
        "& .a",
        "|a",
        ".a || .b",
        ":state(x)",
        "::view-transition",
        ":not(:host)",
        ":is(:root)",
        "::backdrop",
        ":nth-child(1 of :host)",
        "(x)",
    ] {
        check_refused(&format!("{selector}{{color:red}}"));
    }
    // Structure.
    check(".a{.b{color:red}}", 1, "inside of rules");
    check(".a{color:red;& .b{color:red}}", 1, "inside of rules");
    check(".a{color:{}}", 1, "inside of rules");
    check(".a{color:red", 1, "missing");
    check("@media x{.a{color:red}", 1, "missing");
    check(".a{color:red}}", 1, "too many");
    check(".a{color}", 1, "colon");
    check(".a{color:rgb(0,0}", 1, "bracket");
    check(".a{color:rgb(0,0", 1, "missing");
    check("</style><script>", 1, "HTML");
    check("<!-- .a{color:red} -->", 1, "HTML");
    check(".a{content:'</style>'}", 1, "HTML");
    check(", .a{color:red}", 1, "empty");
    check("{color:red}", 1, "empty");
    check("@media x{@media x{@media x{@media x{@media x{.a{top:0}}}}}}", 1, "deep");
    check_refused(&format!(".a{{width:{}1px{}}}", "calc(".repeat(40), ")".repeat(40)));
    check(&".a{top:0}".repeat(2_000), 1, "longer");
    check_refused("@keyframes x{from,{top:0}}");
    check_refused("@keyframes x{.a{top:0}}");
    check_refused("color:red;");
    check_refused("@media </style>{.a{top:0}}");
    check_refused("@supports (background:url(x)){.a{top:0}}");
}

fn check_refused(css: &str) {
    assert!(compile(css).is_err(), "{css}: {:?}", compile(css));
}

/// Pieces of which attacks are made.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        ".a",
        ".block",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ":",
        ";",
        ",",
        " ",
        "\n",
        "\r",
        "\x0c",
        "\\",
        "\\72 ",
        "/*",
        "*/",
        "\"",
        "'",
        "url(",
        "URL(",
        "rl(",
        "u",
        "data:image/png;base64,AA",
        "https://x",
        "@import",
        "@media",
        "x",
        "@keyframes",
        "from",
        "color",
        "background",
        "position",
        "fixed",
        "red",
        "1px",
        "2n",
        "-",
        "+",
        "~",
        ">",
        "*",
        "#",
        "#f00",
        "!",
        "important",
        "<!--",
        "-->",
        "</style>",
        "--x",
        "var(--x)",
        "calc(",
        "1",
        "%",
        "e",
        "\u{0}",
        "\u{fffd}",
        "ü",
        ":host",
        "::before",
        ":is(",
        "image-set(",
        "|",
        "&",
        "=",
        "$=",
        "content",
        "'x'",
        ".5",
        "@",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Rules whose insides are made of such pieces, so that more of them are taken.
fn sheets() -> impl Strategy<Value = String> {
    prop_oneof![
        pieces(),
        (pieces(), pieces()).prop_map(|(selector, value)| format!(".a{selector}{{color:{value}}}")),
        pieces().prop_map(|value| format!(".a{{background:{value};top:0}}")),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What was written is read as what was checked: it passes the check again and stays as it is.
    #[test]
    fn what_is_written_is_allowed(css in sheets()) {
        if let Ok(compiled) = compile(&css) {
            prop_assert_eq!(compile_any_length(&compiled), Ok(compiled.clone()));
            let is_plain = !compiled.contains(['"', '\\']);
            for word in ["@import", "@font-face", "!", "</", "<!--", "image-set", "position:fixed"] {
                prop_assert!(!is_plain || !compiled.to_ascii_lowercase().contains(word), "{}", compiled);
            }
        }
    }
}
