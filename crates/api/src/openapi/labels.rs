//! What people call the values of enums that the document takes from their Rust types: those stand in the type, their
//! words here. Enums of `dictionaries/words` bring theirs along.

use anyhow::{Context, bail};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The values of an enum with what people read, in any order.
type Labels = &'static [(&'static str, &'static str)];

/// Enums by their names in the document.
const LABELS: &[(&str, Labels)] = &[
    ("BidMode", &[("by_hand", "By hand"), ("earnings", "Follows earnings"), ("lead_cost", "Follows cost per lead")]),
    (
        "BidReason",
        &[
            ("learning", "Learning: too few clicks or leads so far"),
            ("follows", "As the figures say"),
            ("at_most", "At the most that you allow"),
            ("at_least", "At the lowest that is allowed"),
            ("slowed", "Lowered: much spent, few leads"),
            ("no_room", "Not changed: your most is under the lowest allowed bid"),
        ],
    ),
    (
        "BlockPlacement",
        &[("in_place", "Where the code is"), ("sticky_bottom", "Bar below"), ("in_article", "In articles")],
    ),
    ("CabinetRole", &[("advertiser", "Advertiser"), ("webmaster", "Webmaster")]),
    ("CheckLight", &[("right", "Right"), ("weak", "Weak"), ("failed", "Failed"), ("waiting", "Not reached")]),
    (
        "CheckStepName",
        &[
            ("tag", "Tag on the page"),
            ("asked", "Asked lately"),
            ("site", "Page belongs to the site"),
            ("filled", "Filled"),
            ("drawn", "Drawn"),
            ("viewable", "Viewable"),
            ("consent", "Consent"),
        ],
    ),
    ("ClickConversionState", &[("hold", "On hold"), ("approved", "Approved"), ("rejected", "Rejected")]),
    (
        "DeliveryState",
        &[
            ("delivers", "It delivers"),
            ("outbid", "It is outbid everywhere"),
            ("stopped", "It does not deliver"),
            ("unmatched", "No request fits"),
            ("unknown", "Nothing stops it"),
        ],
    ),
    ("MediaKind", &[("square", "Square"), ("horizontal", "Wide")]),
    ("PlaceType", &[("group", "Group"), ("country", "Country"), ("region", "Region"), ("city", "City")]),
    (
        "PushCampaignHealthState",
        &[
            ("unknown", "Too little shown to say"),
            ("good", "Good"),
            ("low", "Less than others"),
            ("held_back", "Held back"),
        ],
    ),
    (
        "PushHealthState",
        &[
            ("unknown", "Too little shown to say"),
            ("good", "Good"),
            ("falling", "Falling"),
            ("sending_less", "We send half"),
            ("at_risk", "We send one a day"),
        ],
    ),
    ("PushImportFormat", &[("csv", "CSV: endpoint, p256dh, auth"), ("json", "JSON: a list as browsers write it")]),
    ("PushPromptKind", &[("question", "Our question first"), ("browser", "The browser at once")]),
    (
        "PushPromptPosition",
        &[("bottom", "Bottom, on wide screens right"), ("bottom_left", "Bottom, on wide screens left"), ("top", "Top")],
    ),
    (
        "PushWorkerPart",
        &[
            ("answers", "Answers"),
            ("type", "Is sent as a script"),
            ("line", "Holds the line"),
            ("alone", "Holds nothing else"),
            ("direct", "Is reached where it is"),
            ("cache", "Is kept"),
            ("scope", "Has its folder for itself"),
        ],
    ),
    ("SavedBy", &[("owner", "The owner"), ("staff", "Staff of the network"), ("unknown", "Before versions were kept")]),
    ("Severity", &[("notice", "Notice"), ("warning", "Warning"), ("critical", "Critical")]),
    ("SourceStateName", &[("open", "Open"), ("blocked", "Blocked"), ("allowed", "Allowed")]),
    ("StatsDecimal", &[("point", "Point"), ("comma", "Comma")]),
    ("TraceKind", &[("load", "Loaded anew"), ("navigation", "Page"), ("call", "Call")]),
];

/// Enums that nobody reads, and why.
const UNLABELLED: &[(&str, &str)] = &[
    ("FieldType", "how a form draws a setting"),
    ("GrantType", "a word of OAuth 2.0"),
    ("OptInEventName", "what a script reports"),
    ("OrderDirection", "an arrow at a column"),
    ("PlacementName", "a part of a file's name"),
    ("PushAdviceField", "the name of a field"),
    ("PushCampaignAdviceField", "the name of a field"),
    ("SettingKindName", "how a form draws a setting"),
    ("StatsFormat", "the one value asks for a file"),
    ("StopCode", "each stop comes with a title and a text of its own"),
    ("StopObjectKind", "told apart by links"),
];

/// Writes the labels beside the values.
pub(super) fn write(document: &mut Value) -> anyhow::Result<()> {
    let schemas = document["components"]["schemas"].as_object_mut().context("the document has no schemas")?;
    for (name, labels) in LABELS {
        let schema = schemas.get_mut(*name).with_context(|| format!("no schema {name}"))?;
        let labels: BTreeMap<_, _> = labels.iter().copied().collect();
        let values = schema["enum"].as_array().with_context(|| format!("{name} is no enum"))?;
        let words: Vec<_> = values.iter().filter_map(|value| labels.get(value.as_str()?)).collect();
        if words.len() != values.len() || words.len() != labels.len() {
            bail!("the labels of {name} are not those of its values");
        }
        schema["x-enum-labels"] = json!(words);
    }
    only_the_told_have_none(schemas)
}

/// An enum has labels, or is told to need none.
fn only_the_told_have_none(schemas: &Map<String, Value>) -> anyhow::Result<()> {
    let none =
        schemas.iter().filter(|(_, schema)| schema.get("enum").is_some() && schema.get("x-enum-labels").is_none());
    let (found, told): (Vec<_>, Vec<_>) =
        (none.map(|(name, _)| name.as_str()).collect(), UNLABELLED.iter().map(|(name, _)| *name).collect());
    if found != told {
        bail!("enums without labels are {found:?}, and told are {told:?}");
    }
    Ok(())
}
