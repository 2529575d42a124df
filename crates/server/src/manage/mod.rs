//! The management API: one file per group of endpoints.

pub mod account;
pub mod ad_edit;
pub mod ad_form;
pub mod ad_group_actions;
pub mod ad_groups;
pub mod ads;
pub mod ads_bulk;
pub mod auth;
pub mod balance;
pub mod breadcrumbs;
pub mod campaign_actions;
pub mod campaigns;
pub mod geo_tree;
pub mod metrics;
pub mod moderation;
pub mod moderation_sites;
mod running;
pub mod stat_list;
pub mod stats;
pub mod system;
pub mod targeting;
pub mod targeting_fields;
pub mod webmaster_blocks;
pub mod webmaster_sites;
pub mod webmaster_styles;
pub mod webmaster_templates;
