//! Countries with the names that people read and the groups in which targeting offers them.
//!
//! Codes are those of ISO 3166-1 alpha-2, and `XK`, which geo files use for Kosovo. Names are short English ones, as
//! Unicode CLDR has them.

use crate::targeting::geo::CountryCode;
use crate::word::numbered;

numbered! {
    /// A part of the world, as targeting and country lists group countries; in the order in which they are offered.
    CountryGroup {
        /// Africa.
        Africa = 1, "Africa";
        /// Asia.
        Asia = 2, "Asia";
        /// Australia and Oceania.
        Oceania = 3, "Australia and Oceania";
        /// The Commonwealth of Independent States and the countries usually sold with it.
        Cis = 4, "CIS";
        /// Europe.
        Europe = 5, "Europe";
        /// North and Central America with the Caribbean.
        NorthAmerica = 6, "North America";
        /// South America.
        SouthAmerica = 7, "South America";
        /// No country known, and land without inhabitants.
        Unknown = 8, "Unknown geo";
    }
}

impl CountryGroup {
    /// The countries of the group, by code.
    pub fn countries(self) -> impl Iterator<Item = &'static Country> {
        COUNTRIES.iter().filter(move |country| country.group == self)
    }
}

/// A country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// Two letters.
    pub code: &'static str,
    /// The name that people read.
    pub name: &'static str,
    /// Its part of the world.
    pub group: CountryGroup,
}

impl Country {
    /// The code as a value of its own type.
    pub fn country_code(&self) -> CountryCode {
        CountryCode::parse(self.code).unwrap_or_default()
    }
}

/// The country of a code, if it is one.
pub fn country(code: CountryCode) -> Option<&'static Country> {
    COUNTRIES.binary_search_by(|country| country.code.cmp(code.as_str())).ok().and_then(|at| COUNTRIES.get(at))
}

/// The name of a country; the code itself where there is no name.
pub fn country_name(code: CountryCode) -> String {
    country(code).map_or_else(|| code.to_string(), |country| country.name.to_owned())
}

const fn c(code: &'static str, name: &'static str, group: CountryGroup) -> Country {
    Country { code, name, group }
}

use CountryGroup::{Africa, Asia, Cis, Europe, NorthAmerica, Oceania, SouthAmerica, Unknown};

/// All countries, by code.
pub const COUNTRIES: &[Country] = &[
    c("AD", "Andorra", Europe),
    c("AE", "United Arab Emirates", Asia),
    c("AF", "Afghanistan", Asia),
    c("AG", "Antigua and Barbuda", NorthAmerica),
    c("AI", "Anguilla", NorthAmerica),
    c("AL", "Albania", Europe),
    c("AM", "Armenia", Cis),
    c("AO", "Angola", Africa),
    c("AQ", "Antarctica", Unknown),
    c("AR", "Argentina", SouthAmerica),
    c("AS", "American Samoa", Oceania),
    c("AT", "Austria", Europe),
    c("AU", "Australia", Oceania),
    c("AW", "Aruba", NorthAmerica),
    c("AX", "Åland Islands", Europe),
    c("AZ", "Azerbaijan", Cis),
    c("BA", "Bosnia and Herzegovina", Europe),
    c("BB", "Barbados", NorthAmerica),
    c("BD", "Bangladesh", Asia),
    c("BE", "Belgium", Europe),
    c("BF", "Burkina Faso", Africa),
    c("BG", "Bulgaria", Europe),
    c("BH", "Bahrain", Asia),
    c("BI", "Burundi", Africa),
    c("BJ", "Benin", Africa),
    c("BL", "Saint Barthélemy", NorthAmerica),
    c("BM", "Bermuda", NorthAmerica),
    c("BN", "Brunei", Asia),
    c("BO", "Bolivia", SouthAmerica),
    c("BQ", "Bonaire, Sint Eustatius and Saba", NorthAmerica),
    c("BR", "Brazil", SouthAmerica),
    c("BS", "Bahamas", NorthAmerica),
    c("BT", "Bhutan", Asia),
    c("BV", "Bouvet Island", Unknown),
    c("BW", "Botswana", Africa),
    c("BY", "Belarus", Cis),
    c("BZ", "Belize", NorthAmerica),
    c("CA", "Canada", NorthAmerica),
    c("CC", "Cocos (Keeling) Islands", Oceania),
    c("CD", "Congo (DRC)", Africa),
    c("CF", "Central African Republic", Africa),
    c("CG", "Congo", Africa),
    c("CH", "Switzerland", Europe),
    c("CI", "Côte d’Ivoire", Africa),
    c("CK", "Cook Islands", Oceania),
    c("CL", "Chile", SouthAmerica),
    c("CM", "Cameroon", Africa),
    c("CN", "China", Asia),
    c("CO", "Colombia", SouthAmerica),
    c("CR", "Costa Rica", NorthAmerica),
    c("CU", "Cuba", NorthAmerica),
    c("CV", "Cape Verde", Africa),
    c("CW", "Curaçao", NorthAmerica),
    c("CX", "Christmas Island", Oceania),
    c("CY", "Cyprus", Asia),
    c("CZ", "Czechia", Europe),
    c("DE", "Germany", Europe),
    c("DJ", "Djibouti", Africa),
    c("DK", "Denmark", Europe),
    c("DM", "Dominica", NorthAmerica),
    c("DO", "Dominican Republic", NorthAmerica),
    c("DZ", "Algeria", Africa),
    c("EC", "Ecuador", SouthAmerica),
    c("EE", "Estonia", Europe),
    c("EG", "Egypt", Africa),
    c("EH", "Western Sahara", Africa),
    c("ER", "Eritrea", Africa),
    c("ES", "Spain", Europe),
    c("ET", "Ethiopia", Africa),
    c("FI", "Finland", Europe),
    c("FJ", "Fiji", Oceania),
    c("FK", "Falkland Islands", SouthAmerica),
    c("FM", "Micronesia", Oceania),
    c("FO", "Faroe Islands", Europe),
    c("FR", "France", Europe),
    c("GA", "Gabon", Africa),
    c("GB", "United Kingdom", Europe),
    c("GD", "Grenada", NorthAmerica),
    c("GE", "Georgia", Europe),
    c("GF", "French Guiana", SouthAmerica),
    c("GG", "Guernsey", Europe),
    c("GH", "Ghana", Africa),
    c("GI", "Gibraltar", Europe),
    c("GL", "Greenland", NorthAmerica),
    c("GM", "Gambia", Africa),
    c("GN", "Guinea", Africa),
    c("GP", "Guadeloupe", NorthAmerica),
    c("GQ", "Equatorial Guinea", Africa),
    c("GR", "Greece", Europe),
    c("GS", "South Georgia and South Sandwich Islands", SouthAmerica),
    c("GT", "Guatemala", NorthAmerica),
    c("GU", "Guam", Oceania),
    c("GW", "Guinea-Bissau", Africa),
    c("GY", "Guyana", SouthAmerica),
    c("HK", "Hong Kong", Asia),
    c("HM", "Heard and McDonald Islands", Oceania),
    c("HN", "Honduras", NorthAmerica),
    c("HR", "Croatia", Europe),
    c("HT", "Haiti", NorthAmerica),
    c("HU", "Hungary", Europe),
    c("ID", "Indonesia", Asia),
    c("IE", "Ireland", Europe),
    c("IL", "Israel", Asia),
    c("IM", "Isle of Man", Europe),
    c("IN", "India", Asia),
    c("IO", "British Indian Ocean Territory", Asia),
    c("IQ", "Iraq", Asia),
    c("IR", "Iran", Asia),
    c("IS", "Iceland", Europe),
    c("IT", "Italy", Europe),
    c("JE", "Jersey", Europe),
    c("JM", "Jamaica", NorthAmerica),
    c("JO", "Jordan", Asia),
    c("JP", "Japan", Asia),
    c("KE", "Kenya", Africa),
    c("KG", "Kyrgyzstan", Cis),
    c("KH", "Cambodia", Asia),
    c("KI", "Kiribati", Oceania),
    c("KM", "Comoros", Africa),
    c("KN", "Saint Kitts and Nevis", NorthAmerica),
    c("KP", "North Korea", Asia),
    c("KR", "South Korea", Asia),
    c("KW", "Kuwait", Asia),
    c("KY", "Cayman Islands", NorthAmerica),
    c("KZ", "Kazakhstan", Cis),
    c("LA", "Laos", Asia),
    c("LB", "Lebanon", Asia),
    c("LC", "Saint Lucia", NorthAmerica),
    c("LI", "Liechtenstein", Europe),
    c("LK", "Sri Lanka", Asia),
    c("LR", "Liberia", Africa),
    c("LS", "Lesotho", Africa),
    c("LT", "Lithuania", Europe),
    c("LU", "Luxembourg", Europe),
    c("LV", "Latvia", Europe),
    c("LY", "Libya", Africa),
    c("MA", "Morocco", Africa),
    c("MC", "Monaco", Europe),
    c("MD", "Moldova", Cis),
    c("ME", "Montenegro", Europe),
    c("MF", "Saint Martin", NorthAmerica),
    c("MG", "Madagascar", Africa),
    c("MH", "Marshall Islands", Oceania),
    c("MK", "North Macedonia", Europe),
    c("ML", "Mali", Africa),
    c("MM", "Myanmar", Asia),
    c("MN", "Mongolia", Asia),
    c("MO", "Macao", Asia),
    c("MP", "Northern Mariana Islands", Oceania),
    c("MQ", "Martinique", NorthAmerica),
    c("MR", "Mauritania", Africa),
    c("MS", "Montserrat", NorthAmerica),
    c("MT", "Malta", Europe),
    c("MU", "Mauritius", Africa),
    c("MV", "Maldives", Asia),
    c("MW", "Malawi", Africa),
    c("MX", "Mexico", NorthAmerica),
    c("MY", "Malaysia", Asia),
    c("MZ", "Mozambique", Africa),
    c("NA", "Namibia", Africa),
    c("NC", "New Caledonia", Oceania),
    c("NE", "Niger", Africa),
    c("NF", "Norfolk Island", Oceania),
    c("NG", "Nigeria", Africa),
    c("NI", "Nicaragua", NorthAmerica),
    c("NL", "Netherlands", Europe),
    c("NO", "Norway", Europe),
    c("NP", "Nepal", Asia),
    c("NR", "Nauru", Oceania),
    c("NU", "Niue", Oceania),
    c("NZ", "New Zealand", Oceania),
    c("OM", "Oman", Asia),
    c("PA", "Panama", NorthAmerica),
    c("PE", "Peru", SouthAmerica),
    c("PF", "French Polynesia", Oceania),
    c("PG", "Papua New Guinea", Oceania),
    c("PH", "Philippines", Asia),
    c("PK", "Pakistan", Asia),
    c("PL", "Poland", Europe),
    c("PM", "Saint Pierre and Miquelon", NorthAmerica),
    c("PN", "Pitcairn Islands", Oceania),
    c("PR", "Puerto Rico", NorthAmerica),
    c("PS", "Palestine", Asia),
    c("PT", "Portugal", Europe),
    c("PW", "Palau", Oceania),
    c("PY", "Paraguay", SouthAmerica),
    c("QA", "Qatar", Asia),
    c("RE", "Réunion", Africa),
    c("RO", "Romania", Europe),
    c("RS", "Serbia", Europe),
    c("RU", "Russia", Cis),
    c("RW", "Rwanda", Africa),
    c("SA", "Saudi Arabia", Asia),
    c("SB", "Solomon Islands", Oceania),
    c("SC", "Seychelles", Africa),
    c("SD", "Sudan", Africa),
    c("SE", "Sweden", Europe),
    c("SG", "Singapore", Asia),
    c("SH", "Saint Helena", Africa),
    c("SI", "Slovenia", Europe),
    c("SJ", "Svalbard and Jan Mayen", Europe),
    c("SK", "Slovakia", Europe),
    c("SL", "Sierra Leone", Africa),
    c("SM", "San Marino", Europe),
    c("SN", "Senegal", Africa),
    c("SO", "Somalia", Africa),
    c("SR", "Suriname", SouthAmerica),
    c("SS", "South Sudan", Africa),
    c("ST", "São Tomé and Príncipe", Africa),
    c("SV", "El Salvador", NorthAmerica),
    c("SX", "Sint Maarten", NorthAmerica),
    c("SY", "Syria", Asia),
    c("SZ", "Eswatini", Africa),
    c("TC", "Turks and Caicos Islands", NorthAmerica),
    c("TD", "Chad", Africa),
    c("TF", "French Southern Territories", Unknown),
    c("TG", "Togo", Africa),
    c("TH", "Thailand", Asia),
    c("TJ", "Tajikistan", Cis),
    c("TK", "Tokelau", Oceania),
    c("TL", "Timor-Leste", Asia),
    c("TM", "Turkmenistan", Cis),
    c("TN", "Tunisia", Africa),
    c("TO", "Tonga", Oceania),
    c("TR", "Turkey", Asia),
    c("TT", "Trinidad and Tobago", NorthAmerica),
    c("TV", "Tuvalu", Oceania),
    c("TW", "Taiwan", Asia),
    c("TZ", "Tanzania", Africa),
    c("UA", "Ukraine", Europe),
    c("UG", "Uganda", Africa),
    c("UM", "U.S. Outlying Islands", Oceania),
    c("US", "United States", NorthAmerica),
    c("UY", "Uruguay", SouthAmerica),
    c("UZ", "Uzbekistan", Cis),
    c("VA", "Vatican City", Europe),
    c("VC", "Saint Vincent and the Grenadines", NorthAmerica),
    c("VE", "Venezuela", SouthAmerica),
    c("VG", "British Virgin Islands", NorthAmerica),
    c("VI", "U.S. Virgin Islands", NorthAmerica),
    c("VN", "Vietnam", Asia),
    c("VU", "Vanuatu", Oceania),
    c("WF", "Wallis and Futuna", Oceania),
    c("WS", "Samoa", Oceania),
    c("XK", "Kosovo", Europe),
    c("YE", "Yemen", Asia),
    c("YT", "Mayotte", Africa),
    c("ZA", "South Africa", Africa),
    c("ZM", "Zambia", Africa),
    c("ZW", "Zimbabwe", Africa),
    c("ZZ", "Unknown geo", Unknown),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_is_found_by_its_code() {
        for entry in COUNTRIES {
            assert_eq!(country(entry.country_code()), Some(entry), "{}", entry.code);
        }
        assert!(COUNTRIES.windows(2).all(|pair| pair[0].code < pair[1].code));
        assert_eq!(country_name(CountryCode::UNKNOWN), "Unknown geo");
        assert_eq!(country_name(CountryCode::parse("QX").unwrap()), "QX");
        assert_eq!(CountryGroup::ALL.into_iter().map(|g| g.countries().count()).sum::<usize>(), COUNTRIES.len());
        assert_eq!(CountryGroup::from_id(4), Some(CountryGroup::Cis));
    }
}
