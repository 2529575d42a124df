//! The committed OpenAPI document is the one that the code describes. `PLACARD_TEST_UPDATE=1` writes it.

use placard_api::openapi;
use placard_server::router;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn the_committed_document_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/api/openapi.json");
    if std::env::var_os("PLACARD_TEST_UPDATE").is_some() {
        std::fs::write(path, openapi::document(router::api().1).unwrap()).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let described = openapi::document(router::api().1).unwrap();
    assert!(
        committed == described,
        "web/api/openapi.json is stale: run `make gen` (or `placard openapi > web/api/openapi.json`) and commit it"
    );
    assert!(!described.contains("\"int64\"") && described.contains("\"openapi\": \"3.1.0\""));
}

/// Values in bodies of requests that have no limit of their own, and why. All of them keep to that of the body.
const UNLIMITED: &[(&str, &str)] = &[
    ("AccessTokenRequest.email", "a longer one is nobody's: told like a wrong password"),
    ("AccessTokenRequest.otp", "a longer one is wrong"),
    ("AccessTokenRequest.password", "a longer one is wrong"),
    ("AccessTokenRequest.refresh_token", "a longer one is wrong"),
    ("AccountForm.otp", "a longer one is wrong"),
    ("AccountForm.password", "a longer one is wrong"),
    ("AdForm.media_content_file_horizontal", "a file: the form has a limit in bytes"),
    ("AdForm.media_content_file_square", "a file: the form has a limit in bytes"),
    ("AdsBid.bids", "the call counts its countries, and refuses more than there are"),
    ("AdsRequest.language", "delivery: the body is short, and what is too long is cut"),
    ("AdsRequest.page", "delivery: the body is short, and what is too long is cut"),
    ("AdsRequest.push", "delivery: the body is short, and what is no known word says nothing"),
    ("AdsRequest.referrer", "delivery: the body is short, and what is too long is cut"),
    ("AdsRequest.tcf", "delivery: the body is short, and what is too long is no consent"),
    ("AdsRequest.visitor", "delivery: the body is short, and what is too long is nobody's"),
    ("ApiTokenForm.otp", "a longer one is wrong"),
    ("ApiTokenForm.password", "a longer one is wrong"),
    ("BlockForm.config", "what the template has no setting for is refused"),
    ("BlockRequest.places", "a block shows no more than it has places"),
    ("ConfirmDepositForm.received", "what is not what came in before is refused"),
    ("RefundDepositForm.returned", "what is not what went back before is refused"),
    ("DeleteAccountForm.otp", "a longer one is wrong"),
    ("DeleteAccountForm.password", "a longer one is wrong"),
    ("ImpersonationCodeForm.code", "a longer one is wrong"),
    ("LoginForm.email", "a longer one is nobody's: told like a wrong password"),
    ("LoginForm.otp", "a longer one is wrong"),
    ("LoginForm.password", "a longer one is wrong"),
    ("OtpForm.otp", "a longer one is wrong"),
    ("PasswordAndOtpForm.otp", "a longer one is wrong"),
    ("PasswordAndOtpForm.password", "a longer one is wrong"),
    ("PasswordForm.password", "a longer one is wrong"),
    ("PayPayoutForm.otp", "a longer one is wrong"),
    ("PayPayoutForm.password", "a longer one is wrong"),
    ("PayoutForm.otp", "a longer one is wrong"),
    ("PayoutForm.password", "a longer one is wrong"),
    ("WalletForm.otp", "a longer one is wrong"),
    ("WalletForm.password", "a longer one is wrong"),
    ("SecondFactorPasswordForm.password", "a longer one is wrong"),
    ("ShowsReport.page", "delivery: the body is short, and what is too long is cut"),
    ("ShowsReport.tokens[]", "delivery: a longer one is not ours and passed over"),
    ("SignUpForm.campaign", "came with a link: what is too long counts as not there"),
    ("SignUpForm.medium", "came with a link: what is too long counts as not there"),
    ("SignUpForm.referral", "came with a link: what is nobody's is ignored"),
    ("SignUpForm.source", "came with a link: what is too long counts as not there"),
    ("CampaignChange.ip_targetings[]", "what is no range is refused"),
    ("GroupChange.ip_targetings[]", "what is no range is refused"),
    ("PushCampaignChange.ip_targetings[]", "what is no range is refused"),
    ("ImportForm.file", "a file, at most `x-limits.import_bytes` long"),
    ("PictureForm.file", "a file, at most `x-limits.picture_bytes` long"),
    ("CampaignForm.ip_targetings[]", "what is no range is refused"),
    ("PushAdForm.icon", "a file"),
    ("PushAdForm.image", "a file"),
    ("PushCampaignForm.ip_targetings[]", "what is no range is refused"),
    ("PushReachForm.ip_targetings[]", "what is no range is refused"),
    ("GroupForm.ip_targetings[]", "what is no range is refused"),
    ("ReachForm.ip_targetings[]", "what is no range is refused"),
    ("ExplainForm.country", "what is no country is refused"),
    ("ExplainForm.ip", "what is no address is refused"),
    ("VoidChoice.click_ids[]", "what is no click id is refused"),
    ("VoidChoice.webmaster[]", "what is no id is refused"),
    ("VoidChoice.site[]", "what is no id is refused"),
    ("VoidChoice.block[]", "what is no id is refused"),
    ("VoidChoice.advertiser[]", "what is no id is refused"),
    ("VoidChoice.campaign[]", "what is no id is refused"),
    ("VoidChoice.ad[]", "what is no id is refused"),
    ("VoidChoice.country[]", "what is no country is refused"),
    ("VoidChoice.isp[]", "what is no network is refused"),
    ("VoidChoice.device[]", "what is no device type is refused"),
    ("About.category", "delivery: what is no category counts as none"),
    ("About.keywords", "delivery: what is too long is cut"),
    ("OptInEvent.page", "delivery: the body is short, and what is too long is cut"),
    ("PushAdRequest.token", "delivery: a longer one is not ours and refused"),
    ("PushQuestion.language", "what is no language is refused"),
    ("RuleActionForm.bound", "its range hangs on the action"),
    ("RuleActionForm.value", "its range hangs on the action"),
    ("SitePushForm.accent", "what is no colour is refused"),
    ("SitePushForm.background", "what is no colour is refused"),
    ("SitePushForm.color", "what is no colour is refused"),
    ("SubscribeForm.key", "what is no key of ours is refused"),
    ("SubscribeForm.previous_endpoint", "the body is short, and what is unknown is passed over"),
    ("SubscribeForm.previous_hash", "the body is short, and what is unknown is passed over"),
    ("SubscribeForm.previous_name", "the body is short, and what is unknown is passed over"),
    ("SubscriptionKeys.auth", "what has not 16 bytes is refused"),
    ("SubscriptionKeys.p256dh", "what is no point is refused"),
    ("UnsubscribeForm.name", "a longer one is not ours and refused"),
];

fn document() -> Value {
    serde_json::from_str(&openapi::document(router::api().1).unwrap()).unwrap()
}

#[test]
fn what_requests_hold_has_limits() {
    let document = document();
    let mut bodies = Bodies { document: &document, seen: BTreeSet::new(), unlimited: BTreeSet::new() };
    for operation in document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values())
    {
        for content in operation["requestBody"]["content"].as_object().into_iter().flat_map(|content| content.values())
        {
            bodies.look("body", &content["schema"]);
        }
    }
    let told: BTreeSet<String> = UNLIMITED.iter().map(|(at, _)| (*at).to_owned()).collect();
    assert_eq!(bodies.unlimited, told);
}

/// Operations that move money, or decide that it will. They take an `Idempotency-Key`: who got no answer sends them again,
/// and nothing moves twice. `money_keys` shows that of each, `voids` of one.
pub(crate) const MOVES_MONEY: [&str; 11] = [
    "approve_correction",
    "approve_payout",
    "confirm_deposit",
    "create_correction",
    "create_payout",
    "create_promo_code",
    "create_void",
    "pay_payout",
    "refund_deposit",
    "reject_payout",
    "return_payout",
];

/// Others that take the header, and why.
const ALSO_KEYED: &[(&str, &str)] = &[("copy_blocks", "each repeat would make as many blocks again")];

/// What stands in paths under which money can move.
const OF_MONEY: [&str; 11] =
    ["balance", "bonus", "correction", "deposit", "earning", "payment", "payout", "promo", "refund", "top_up", "void"];

/// POSTs under such paths without the header, and why a repeat moves nothing.
const NEED_NO_KEY: &[(&str, &str)] = &[
    ("activate_auto_payment", "a switch: what is on stays on"),
    ("approve_promo_code", "moves nothing before somebody tops up, and is refused once it is done"),
    ("ask_deposit", "books what the gateway says by the gateway's own names, each once"),
    ("create_payment_system", "an entry of the dictionary"),
    ("create_payment_type", "an entry of the dictionary"),
    ("deactivate_auto_payment", "a switch: what is off stays off"),
    ("end_promo_code", "moves nothing, and is refused once it is done"),
    ("export_payouts", "writes a file: what stands in one stands in no other unless that is asked for"),
    ("hold_payout", "moves nothing"),
    ("let_payout_go", "moves nothing"),
    ("preview_void", "tells, and changes nothing"),
    ("receive_payment_callback", "the gateway names what it tells, and each is booked once"),
    ("set_payment_message_seen", "moves nothing"),
    ("withdraw_correction", "books nothing, and is refused once it is done"),
];

#[test]
fn what_moves_money_takes_a_key_to_be_sent_again_under() {
    let document = document();
    let (mut keyed, mut bare) = (BTreeSet::new(), BTreeSet::new());
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let mut parameters = operation["parameters"].as_array().into_iter().flatten();
            if let Some(key) = parameters.find(|parameter| parameter["name"] == "Idempotency-Key") {
                assert!(key["in"] == "header" && key["schema"]["maxLength"] == 200, "{id}: {key}");
                keyed.insert(id);
            } else if method == "post" && OF_MONEY.iter().any(|word| path.contains(*word)) {
                bare.insert(id);
            }
        }
    }
    let told: BTreeSet<&str> = MOVES_MONEY.into_iter().chain(ALSO_KEYED.iter().map(|(id, _)| *id)).collect();
    assert_eq!(keyed, told, "left: what takes an Idempotency-Key; right: what is told here");
    let excepted: BTreeSet<&str> = NEED_NO_KEY.iter().map(|(id, _)| *id).collect();
    assert_eq!(
        bare, excepted,
        "left: POSTs under paths of money without an Idempotency-Key; right: those with a reason"
    );
}

/// Schemas that bodies of requests are made of.
struct Bodies<'a> {
    document: &'a Value,
    seen: BTreeSet<&'a str>,
    unlimited: BTreeSet<String>,
}

impl<'a> Bodies<'a> {
    fn look(&mut self, at: &str, schema: &'a Value) {
        if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
            if self.seen.insert(name) {
                let document = self.document;
                self.look(name, &document["components"]["schemas"][name]);
            }
            return;
        }
        let is = |kind: &str| {
            schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.contains(&kind.into()))
        };
        let has = |key: &str| !schema[key].is_null();
        let is_listed = has("enum") || has("const") || schema["format"] == "date" || schema["format"] == "date-time";
        let is_limited = is_listed
            || !(is("string") && !has("maxLength")
                || is("array") && !has("maxItems")
                || is("object") && has("additionalProperties") && schema["additionalProperties"] != false
                || (is("integer") || is("number")) && !(has("maximum") && (has("minimum") || has("exclusiveMinimum"))));
        if !is_limited {
            self.unlimited.insert(at.to_owned());
        }
        if has("items") {
            self.look(&format!("{at}[]"), &schema["items"]);
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            self.look(&format!("{at}.{name}"), field);
        }
        for composed in ["allOf", "oneOf", "anyOf"] {
            for part in schema[composed].as_array().into_iter().flatten() {
                self.look(at, part);
            }
        }
    }
}
