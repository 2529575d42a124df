//! Questions that are understood, and what is said of the others.

use super::*;

fn default() -> Period {
    Period::ending(Day::parse("2026-11-21").unwrap(), 7)
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn raw(groups: &[&str]) -> RawQuery {
    RawQuery { groups: strings(groups), ..RawQuery::default() }
}

fn filtered(name: &str, one_of: Option<&[&str]>, none_of: Option<&[&str]>) -> RawQuery {
    let filter = RawFilter { one_of: one_of.map(strings), none_of: none_of.map(strings) };
    RawQuery { filters: BTreeMap::from([(name.to_owned(), filter)]), ..raw(&["campaign"]) }
}

#[test]
fn a_full_question() {
    let raw = RawQuery {
        date_from: Some("2026-11-01".to_owned()),
        date_to: Some("2026-11-21".to_owned()),
        order_by: Some("roi_percentage".to_owned()),
        order_direction: Some("asc".to_owned()),
        page: Some(3),
        count: Some(50),
        ..filtered("country", Some(&["DE", "at", "DE"]), Some(&["ZZ"]))
    };
    let query = Query::parse(&raw, View::Advertiser, default()).unwrap();
    let country = |text| Dimension::Country.parse_key(text).unwrap();
    assert_eq!(query.groups, [Dimension::Campaign]);
    assert_eq!(
        query.filters,
        [
            Filter { dimension: Dimension::Country, keys: vec![country("AT"), country("DE")], excluded: false },
            Filter { dimension: Dimension::Country, keys: vec![country("ZZ")], excluded: true },
        ]
    );
    assert_eq!(query.period.days(), 21);
    assert_eq!(query.order, Order { by: OrderBy::Metric(Metric::RoiPercentage), direction: Direction::Ascending });
    assert_eq!((query.page, query.page.offset()), (Page { number: 3, count: 50 }, 100));
}

#[test]
fn an_empty_question_has_defaults() {
    let query = Query::parse(&RawQuery::default(), View::Webmaster, default()).unwrap();
    assert_eq!(query.period, default());
    assert_eq!(query.order, Order { by: OrderBy::Metric(Metric::Shows), direction: Direction::Descending });
    assert_eq!(query.page, Page { number: 1, count: COUNT_DEFAULT });
    assert!(query.groups.is_empty() && query.filters.is_empty());
}

#[test]
fn wrong_questions_say_why() {
    let check = |raw: RawQuery, view: View, field: &str, message: &str| {
        let errors = Query::parse(&raw, view, default()).expect_err(message);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!((errors[0].field().as_str(), errors[0].to_string().as_str()), (field, message));
    };
    let (a, w) = (View::Advertiser, View::Webmaster);
    check(raw(&["campain"]), a, "groups", "unknown group \"campain\"");
    check(raw(&["advertiser"]), w, "groups", "unknown group \"advertiser\"");
    check(raw(&["ad"]), w, "groups", "unknown group \"ad\"");
    check(raw(&["date", "date"]), a, "groups", "the group \"date\" is given twice");
    let seven = ["date", "campaign", "group", "ad", "site", "block", "country"];
    check(raw(&seven), a, "groups", "has more than 6 groups");
    check(filtered("colour", Some(&["1"]), None), a, "filters.colour", "unknown filter");
    check(filtered("campaign", Some(&["x'; DROP"]), None), a, "filters.campaign", "\"x'; DROP\" is no campaign");
    check(filtered("country", None, Some(&["Germany"])), a, "filters.country", "\"Germany\" is no country");
    let many = vec!["1"; FILTER_VALUES_MAX + 1];
    check(filtered("campaign", Some(&many), None), a, "filters.campaign", "has more than 1000 values");
    let days = |from: &str, to: &str| RawQuery {
        date_from: Some(from.to_owned()),
        date_to: Some(to.to_owned()),
        ..RawQuery::default()
    };
    check(days("yesterday", "2026-11-21"), a, "filters.date_from", "must be a day such as 2026-11-21");
    check(days("2026-11-21", "2026-11-31"), a, "filters.date_to", "must be a day such as 2026-11-21");
    check(days("2026-11-21", "2026-11-20"), a, "filters.date_to", "must not be before date_from");
    check(days("2025-01-01", "2026-11-20"), a, "filters.date_to", "is more than 400 days after date_from");
    let order = |by: &str| RawQuery { order_by: Some(by.to_owned()), ..raw(&["campaign"]) };
    check(order("money_web"), a, "order_by", "\"money_web\" is neither a metric nor one of the groups");
    check(order("date"), a, "order_by", "\"date\" is neither a metric nor one of the groups");
    let order = |by: &str| RawQuery { order_by: Some(by.to_owned()), ..RawQuery::default() };
    check(order("roi_money"), w, "order_by", "\"roi_money\" is neither a metric nor one of the groups");
    let direction = RawQuery { order_direction: Some("down".to_owned()), ..RawQuery::default() };
    check(direction, a, "order_direction", "must be asc or desc");
    check(RawQuery { count: Some(10_001), ..RawQuery::default() }, a, "count", "must be at most 10000");
    let message = "must be at least 1 and reach at most 1000000 rows";
    check(RawQuery { page: Some(0), ..RawQuery::default() }, a, "page", message);
    check(RawQuery { page: Some(u64::MAX), ..RawQuery::default() }, a, "page", message);
}

#[test]
fn everything_wrong_is_said_at_once() {
    let raw = RawQuery {
        order_direction: Some("down".to_owned()),
        page: Some(0),
        ..filtered("campaign", Some(&["a", "b"]), None)
    };
    let errors = Query::parse(&raw, View::Advertiser, default()).unwrap_err();
    assert_eq!(errors.len(), 4, "{errors:?}");
}

#[test]
fn periods() {
    let period = default();
    assert_eq!(period.first.to_string(), "2026-11-15");
    let month = Dimension::Month.parse_key("2026-02").unwrap();
    assert_eq!(covered(Dimension::Month, month).unwrap().days(), 28);
}
