//! Words of the API: closed sets of things that it names by numbers.

/// One thing of a closed set, as programs and people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The number in the API.
    pub id: u8,
    /// The name in programs.
    pub name: &'static str,
    /// What people read.
    pub label: &'static str,
}

/// Declares enums whose values the API names by numbers, each value with what people read.
macro_rules! numbered {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $id:literal, $label:literal;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$vdoc])* $variant = $id,)*
        }

        impl $name {
            /// All of them, in the order of their numbers.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$variant),*];
            /// Their numbers in the API.
            pub const IDS: [u8; Self::ALL.len()] = [$($id),*];
            /// Their numbers with what programs and people call them.
            pub const WORDS: [$crate::word::Word; Self::ALL.len()] =
                [$($crate::word::Word { id: $id, name: stringify!($variant), label: $label }),*];

            /// The number in the API.
            pub const fn id(self) -> u8 {
                self as u8
            }

            /// The entry of a number in the API.
            pub const fn from_id(id: i64) -> Option<Self> {
                match id {
                    $($id => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// What people read.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }
        }
    )*};
}
pub(crate) use numbered;
