//! What API tokens and staff in somebody's cabinet may call: one table, by route.
//!
//! Everything that needs a login and is not named here is out of reach for both. The test of all endpoints shows
//! what the rules open in `endpoints.txt`.

use axum::http::Method;
use placard_model::user::UserType;

macro_rules! scopes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $label:literal;)*) => {
        /// What a personal API token may.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ApiScope {
            $($(#[$doc])* $name,)*
        }

        impl ApiScope {
            /// All of them, in the order in which people see them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in the API.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What people read.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)*
                }
            }

            /// The scope of a name in the API.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|scope| scope.name() == name)
            }
        }
    };
}

scopes! {
    /// Reads the own account.
    AccountRead = "account:read", "See your account";
    /// Reads campaigns, ads and the advertiser's money.
    AdvertiserRead = "advertiser:read", "See campaigns, ads and the advertiser's balance";
    /// Changes campaigns and ads.
    AdvertiserWrite = "advertiser:write", "Change campaigns and ads";
    /// Reads sites, blocks and the webmaster's money.
    WebmasterRead = "webmaster:read", "See sites, blocks and the webmaster's balance";
    /// Changes sites and blocks.
    WebmasterWrite = "webmaster:write", "Change sites and blocks";
    /// Asks for statistics of both cabinets.
    StatisticsRead = "statistics:read", "See statistics";
    /// Staff: reads the back office.
    AdminRead = "admin:read", "See the back office";
    /// Staff: changes the back office, never money.
    AdminWrite = "admin:write", "Change the back office, but no money";
}

impl ApiScope {
    /// Whether only staff may give it to a token.
    pub const fn is_for_staff(self) -> bool {
        matches!(self, Self::AdminRead | Self::AdminWrite)
    }
}

/// What an API token needs for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenReach {
    /// No token may.
    Never,
    /// Every token may: lists that all forms need.
    Any,
    /// A token with the scope.
    With(ApiScope),
}

/// What of a route's methods a rule is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Methods {
    All,
    Read,
    Write,
}

/// Which staff may in the cabinet of a user.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acting {
    Nobody,
    God,
    /// God, and sales for their own clients.
    Staff,
}

/// Who beside a user in their own session reaches the routes below a path.
struct ReachRule {
    path: &'static str,
    methods: Methods,
    token: TokenReach,
    acting: Acting,
}

const fn rule(path: &'static str, methods: Methods, token: TokenReach, acting: Acting) -> ReachRule {
    ReachRule { path, methods, token, acting }
}

use Acting::{God, Nobody, Staff};
use ApiScope as S;
use Methods::{All, Read, Write};
use TokenReach::{Any, Never, With};

/// The first rule that fits counts. A path stands for itself and everything below it.
const RULES: &[ReachRule] = &[
    // What could take an account over is for its owner alone, in a session of their own.
    rule("/api/account/second_factor", All, Never, Nobody),
    rule("/api/account/tokens", All, Never, Nobody),
    rule("/api/account/sessions", All, Never, Nobody),
    rule("/api/account/password", All, Never, Nobody),
    rule("/api/account/change", All, Never, Nobody),
    rule("/api/account/export", All, Never, Nobody),
    rule("/api/account/role", All, Never, God),
    rule("/api/account/confirm", All, Never, God),
    rule("/api/account/notices", Read, With(S::AccountRead), Staff),
    rule("/api/account/notices", Write, Never, God),
    rule("/api/account", Read, With(S::AccountRead), Staff),
    // The handler of changes refuses staff a change of the address; deletion has a rule of its own below.
    rule("/api/account", Write, Never, God),
    rule("/api/oauth2", All, Never, Staff),
    rule("/api/auth", All, Never, Staff),
    // Begins a payment, which its payer finishes elsewhere.
    rule("/api/payment/url", All, Never, God),
    rule("/api/payment/promo_code", All, Never, God),
    // Money that leaves, and where it goes.
    rule("/api/webmaster/wallet", Write, Never, Nobody),
    rule("/api/webmaster/payment", Write, Never, Nobody),
    rule("/api/webmaster/payouts", Write, Never, Nobody),
    // Sales read their clients' money, and see no payouts.
    rule("/api/webmaster/wallet", Read, With(S::WebmasterRead), God),
    rule("/api/webmaster/payment", Read, With(S::WebmasterRead), God),
    rule("/api/webmaster/payouts", Read, With(S::WebmasterRead), God),
    rule("/api/webmaster/balance/remain", Read, With(S::WebmasterRead), God),
    rule("/api/advertiser/stats", All, With(S::StatisticsRead), Staff),
    rule("/api/advertiser", Read, With(S::AdvertiserRead), Staff),
    // Estimate and explain, and store nothing.
    rule("/api/advertiser/campaigns/reach", Write, With(S::AdvertiserRead), Staff),
    rule("/api/advertiser/ads/universal/{id}/explain", Write, With(S::AdvertiserRead), Staff),
    // Sales write campaigns and sites, with what stands below them, and nothing else.
    rule("/api/advertiser/campaigns", Write, With(S::AdvertiserWrite), Staff),
    rule("/api/advertiser/ad_groups", Write, With(S::AdvertiserWrite), Staff),
    rule("/api/advertiser/ads", Write, With(S::AdvertiserWrite), Staff),
    // Asks, and stores nothing.
    rule("/api/advertiser/rules/dry_run", Write, With(S::AdvertiserRead), Staff),
    rule("/api/advertiser/rules", Write, With(S::AdvertiserWrite), Staff),
    // Who holds the secret can tell of conversions: it is the owner's alone, who proves to be there by the password.
    rule("/api/advertiser/postback_secret", Write, Never, Nobody),
    // Charges what its owner let be kept.
    rule("/api/advertiser/auto_top_up", Write, Never, Nobody),
    rule("/api/advertiser", Write, With(S::AdvertiserWrite), God),
    rule("/api/webmaster/stats", All, With(S::StatisticsRead), Staff),
    rule("/api/webmaster", Read, With(S::WebmasterRead), Staff),
    rule("/api/webmaster/sites", Write, With(S::WebmasterWrite), Staff),
    rule("/api/webmaster/blocks", Write, With(S::WebmasterWrite), Staff),
    // Computes how a block will look, and stores nothing.
    rule("/api/webmaster/styles", Write, With(S::WebmasterWrite), Staff),
    rule("/api/webmaster", Write, With(S::WebmasterWrite), God),
    rule("/api_v2/webmaster/stats", All, With(S::StatisticsRead), Staff),
    // As the calls of native campaigns.
    rule("/api-push-proxy/stats", Read, With(S::StatisticsRead), Staff),
    rule("/api-push-proxy/campaigns/reach", Write, With(S::AdvertiserRead), Staff),
    rule("/api-push-proxy", Read, With(S::AdvertiserRead), Staff),
    rule("/api-push-proxy", Write, With(S::AdvertiserWrite), Staff),
    rule("/api/targeting", All, Any, Staff),
    rule("/api/cashbox", Read, Any, Staff),
    rule("/api/system", All, Any, Staff),
    rule("/api/contacts", All, Never, God),
    // The back office is named piece by piece, so that calls that move money stay out of reach until somebody decides;
    // mails are not named because some carry links that open accounts.
    rule("/api/admin/stats", All, With(S::AdminRead), Nobody),
    // Where money goes is for the network's owner, with a session.
    rule("/api/admin/moderation/wallets", All, Never, Nobody),
    rule("/api/admin/moderation", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/moderation", Write, With(S::AdminWrite), Nobody),
    // Staff hold campaigns, and let them go on.
    rule("/api/admin/campaigns", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/campaigns", Write, With(S::AdminWrite), Nobody),
    // Staff block sites; what they earned is held back by the network's owner, with a session.
    rule("/api/admin/sites/{id}/hold_earnings", All, Never, Nobody),
    rule("/api/admin/sites/{id}/let_earnings_go", All, Never, Nobody),
    rule("/api/admin/sites", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/sites", Write, With(S::AdminWrite), Nobody),
    // Explains, and stores nothing.
    rule("/api/admin/delivery", All, With(S::AdminRead), Nobody),
    // Where people are logged in is read by the network's owner, with a session.
    rule("/api/admin/users/{id}/account", Read, Never, Nobody),
    rule("/api/admin/users", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/users", Write, With(S::AdminWrite), Nobody),
    rule("/api/admin/offers", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/offers", Write, With(S::AdminWrite), Nobody),
    rule("/api/admin/waiting", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/categories", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/categories", Write, With(S::AdminWrite), Nobody),
    rule("/api/admin/traffic_sources", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/traffic_sources", Write, With(S::AdminWrite), Nobody),
    rule("/api/admin/templates", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/templates", Write, With(S::AdminWrite), Nobody),
    rule("/api/admin/teams", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/teams", Write, With(S::AdminWrite), Nobody),
    // Money that goes back: by the owner of the network, with a session.
    rule("/api/admin/voids", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/voids", Write, Never, Nobody),
    // What payments cost and at which rates: money, which no token changes.
    rule("/api/admin/payment_systems", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/currencies", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/deposits", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/deposits", Write, Never, Nobody),
    rule("/api/admin/payment_messages", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/corrections", Read, With(S::AdminRead), Nobody),
    // Whoever knows a code can be given money by it: no token reads them.
    rule("/api/admin/promo_codes", All, Never, Nobody),
    rule("/api/admin/audit_log", Read, With(S::AdminRead), Nobody),
    // Shares and payouts are among them: nothing is changed without a session.
    rule("/api/admin/settings", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/texts", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/texts", Write, With(S::AdminWrite), Nobody),
    rule("/api/client_traces", All, Never, Staff),
    rule("/api/admin/client_traces", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/client_errors", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/client_errors", Write, With(S::AdminWrite), Nobody),
    rule("/api/admin/contact_messages", Read, With(S::AdminRead), Nobody),
    rule("/api/admin/contact_messages", Write, With(S::AdminWrite), Nobody),
];

fn find(method: &Method, route: &str) -> Option<&'static ReachRule> {
    let reads = method == Method::GET || method == Method::HEAD;
    RULES.iter().find(|rule| {
        let fits = match rule.methods {
            All => true,
            Read => reads,
            Write => !reads,
        };
        fits && route.strip_prefix(rule.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// What an API token needs for a route, given as the router has it (`/api/webmaster/sites/{id}`).
pub fn token_reach(method: &Method, route: &str) -> TokenReach {
    find(method, route).map_or(Never, |rule| rule.token)
}

/// Whether staff of a type may call a route in the cabinet of a user.
pub fn may_impersonated(staff: UserType, method: &Method, route: &str) -> bool {
    // An account is deleted by its owner alone.
    let deletes_account = method == Method::DELETE && route == "/api/account";
    let acting = find(method, route).map_or(Nobody, |rule| rule.acting);
    !deletes_account
        && match staff {
            UserType::God => acting != Nobody,
            UserType::Sales => acting == Staff,
            UserType::Ordinary => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_reached_as_its_first_rule_says() {
        let check = |method: Method, route: &str, token: TokenReach, by_god: bool, by_sales: bool| {
            let may = |staff| may_impersonated(staff, &method, route);
            let found = (token_reach(&method, route), may(UserType::God), may(UserType::Sales));
            assert_eq!(found, (token, by_god, by_sales), "{method} {route}");
            assert!(!may(UserType::Ordinary));
        };
        check(Method::GET, "/api/account", With(S::AccountRead), true, true);
        check(Method::PUT, "/api/account", Never, true, false);
        check(Method::DELETE, "/api/account", Never, false, false);
        check(Method::POST, "/api/account/role", Never, true, false);
        check(Method::PUT, "/api/account/notices", Never, true, false);
        check(Method::POST, "/api/account/confirm/resend", Never, true, false);
        check(Method::POST, "/api/contacts", Never, true, false);
        check(Method::GET, "/api/account/tokens", Never, false, false);
        check(Method::DELETE, "/api/account/sessions/{id}", Never, false, false);
        check(Method::PUT, "/api/account/password", Never, false, false);
        check(Method::GET, "/api/account/export", Never, false, false);
        check(Method::POST, "/api/advertiser/stats/tmp_with_postbacks", With(S::StatisticsRead), true, true);
        check(Method::PUT, "/api/advertiser/ads/all/stop", With(S::AdvertiserWrite), true, true);
        check(Method::POST, "/api/advertiser/ads/check_link", With(S::AdvertiserWrite), true, true);
        check(Method::DELETE, "/api/advertiser/campaigns/{id}", With(S::AdvertiserWrite), true, true);
        check(Method::PATCH, "/api-push-proxy/ads/{uuid}/stop", With(S::AdvertiserWrite), true, true);
        check(Method::GET, "/api-push-proxy/ads", With(S::AdvertiserRead), true, true);
        check(Method::GET, "/api-push-proxy/stats/push", With(S::StatisticsRead), true, true);
        check(Method::GET, "/api/advertiser/postback_secret", With(S::AdvertiserRead), true, true);
        check(Method::POST, "/api/advertiser/postback_secret", Never, false, false);
        check(Method::POST, "/api/advertiser/something", With(S::AdvertiserWrite), true, false);
        check(Method::PUT, "/api/webmaster/blocks/{id}", With(S::WebmasterWrite), true, true);
        check(Method::POST, "/api/webmaster/something", With(S::WebmasterWrite), true, false);
        check(Method::GET, "/api/webmaster/wallet", With(S::WebmasterRead), true, false);
        check(Method::GET, "/api/webmaster/balance", With(S::WebmasterRead), true, true);
        check(Method::GET, "/api/webmaster/balance/remain", With(S::WebmasterRead), true, false);
        check(Method::GET, "/api/webmaster/payment/auto_payment", With(S::WebmasterRead), true, false);
        check(Method::POST, "/api/webmaster/wallet", Never, false, false);
        check(Method::PUT, "/api/webmaster/wallet/{id}/primary", Never, false, false);
        check(Method::POST, "/api/webmaster/payment", Never, false, false);
        check(Method::POST, "/api/webmaster/payouts", Never, false, false);
        check(Method::PUT, "/api/webmaster/payouts/{id}/cancel", Never, false, false);
        check(Method::GET, "/api/webmaster/payouts", With(S::WebmasterRead), true, false);
        check(Method::GET, "/api/webmaster/payouts/quote", With(S::WebmasterRead), true, false);
        check(Method::POST, "/api/admin/payouts/export", Never, false, false);
        check(Method::POST, "/api/admin/moderation/wallets/{id}/approve", Never, false, false);
        check(Method::PUT, "/api/admin/campaigns/{id}/pause", With(S::AdminWrite), false, false);
        check(Method::PUT, "/api/admin/sites/{id}/block", With(S::AdminWrite), false, false);
        check(Method::PUT, "/api/admin/sites/{id}/hold_earnings", Never, false, false);
        check(Method::POST, "/api/admin/jwt/{id}", Never, false, false);
        check(Method::GET, "/api/admin/users/{id}", With(S::AdminRead), false, false);
        check(Method::GET, "/api/admin/users/{id}/account", Never, false, false);
        check(Method::POST, "/api/admin/payouts/{id}/approve", Never, false, false);
        check(Method::GET, "/api/admin/mails/{id}", Never, false, false);
        check(Method::GET, "/api/administrator", Never, false, false);
        check(Method::GET, "/api/advertisers", Never, false, false);
    }
}
