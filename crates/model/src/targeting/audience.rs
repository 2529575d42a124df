//! What is known of a visitor's machine: device type, operating system, browser, language.

use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! dictionary {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $id:literal, $label:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$vdoc])* $variant = $id,)*
            /// None of the others, or unknown.
            #[default]
            Other = 0,
        }

        impl $name {
            /// All that can be chosen, without `Other`.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// Their numbers with what programs and people call them.
            pub const WORDS: &'static [Word] =
                &[$(Word { id: $id, name: stringify!($variant), label: $label }),*];

            /// The number in the API and in facts.
            pub const fn id(self) -> u8 {
                self as u8
            }

            /// The entry of a number; 0 is `Other`.
            pub const fn from_id(id: i64) -> Option<Self> {
                match id {
                    0 => Some(Self::Other),
                    $($id => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The name that people read.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                    Self::Other => "Other",
                }
            }
        }
    };
}

dictionary! {
    /// The kind of machine. The numbers are bits, so that a set is a mask.
    DeviceType {
        /// A desktop or notebook computer.
        Desktop = 1, "Desktop";
        /// A tablet.
        Tablet = 2, "Tablet";
        /// A mobile phone.
        Mobile = 4, "Mobile phones";
    }
}

dictionary! {
    /// The operating system's family.
    Os {
        /// Microsoft Windows.
        Windows = 1, "Windows";
        /// Apple macOS.
        MacOs = 2, "macOS";
        /// Desktop Linux.
        Linux = 3, "Linux";
        /// ChromeOS.
        ChromeOs = 4, "ChromeOS";
        /// Android.
        Android = 5, "Android";
        /// iOS on phones.
        Ios = 6, "iOS";
        /// iPadOS, and iOS on tablets.
        IpadOs = 7, "iPadOS";
        /// KaiOS and other phone systems.
        KaiOs = 8, "KaiOS";
    }
}

dictionary! {
    /// The browser's family.
    Browser {
        /// Google Chrome.
        Chrome = 1, "Chrome";
        /// Apple Safari.
        Safari = 2, "Safari";
        /// Mozilla Firefox.
        Firefox = 3, "Firefox";
        /// Microsoft Edge.
        Edge = 4, "Edge";
        /// Opera.
        Opera = 5, "Opera";
        /// Samsung Internet.
        Samsung = 6, "Samsung Internet";
        /// Yandex Browser.
        Yandex = 7, "Yandex Browser";
        /// UC Browser.
        Uc = 8, "UC Browser";
        /// A view inside an app, on any system.
        WebView = 9, "In-app browser";
        /// Vivaldi.
        Vivaldi = 10, "Vivaldi";
        /// Brave.
        Brave = 11, "Brave";
    }
}

dictionary! {
    /// How a visitor came to the page, as its referrer tells. New kinds may be added to the stored dictionary; these are
    /// the ones that delivery recognises.
    TrafficSource {
        /// A search engine.
        Search = 1, "Search engines";
        /// A social network.
        Social = 2, "Social networks";
        /// A webmail page or a newsletter.
        Mail = 3, "Mail";
        /// A messenger.
        Messenger = 4, "Messengers";
        /// Another website.
        Referral = 5, "Other websites";
        /// No referrer, or one of the site's own pages.
        Direct = 6, "Direct";
    }
}

impl Os {
    /// The device types that run the system, for the targeting list.
    pub const fn device_types(self) -> &'static [DeviceType] {
        match self {
            Self::Windows | Self::MacOs | Self::Linux | Self::ChromeOs => &[DeviceType::Desktop],
            Self::Android => &[DeviceType::Tablet, DeviceType::Mobile],
            Self::Ios | Self::KaiOs => &[DeviceType::Mobile],
            Self::IpadOs => &[DeviceType::Tablet],
            Self::Other => &[DeviceType::Desktop, DeviceType::Tablet, DeviceType::Mobile],
        }
    }
}

/// A primary language subtag of two letters (ISO 639-1), lower case; `zz` when unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Language([u8; 2]);

impl Language {
    /// No language told.
    pub const UNKNOWN: Self = Self(*b"zz");

    /// Reads the primary subtag of a language tag ("en-GB" gives `en`), or the first of an `Accept-Language` header.
    pub fn parse(text: &str) -> Option<Self> {
        let first = text.split([',', ';']).next().unwrap_or_default().trim();
        match first.split(['-', '_']).next().unwrap_or_default().as_bytes() {
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(Self([a.to_ascii_lowercase(), b.to_ascii_lowercase()]))
            }
            _ => None,
        }
    }

    /// The two letters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("zz")
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
