//! All SQL but statistics: SQLite and PostgreSQL behind one struct.
