//! `placard user`: accounts from the command line, also while the server runs.

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use placard_api::account::password::{end_tokens, withdraw_links_of_old_password};
use placard_api::auth::Passwords;
use placard_common::chance::Chance;
use placard_common::config::Config;
use placard_common::data_folder;
use placard_model::books::posting::Operation;
use placard_model::money::BASIS_POINTS;
use placard_model::time::SystemClock;
use placard_model::user::{UserStatus, UserType};
use placard_model::{Money, validate};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::sessions::{EndReason, end_sessions_of};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser, User, UserChange};
use placard_store::accounts::{second_factors, teams, terms};
use placard_store::money::movements::{Cause, adjust_advertiser};
use placard_store::{Priority, Scope, Store, Tx};
use std::io::{BufRead as _, Read as _};
use std::sync::Arc;

/// The longest line that is read as a password, in bytes; longer passwords are refused by their rules.
const PASSWORD_LINE_BYTES_MAX: u64 = 4096;

/// What to do with accounts.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make an account.
    Create(CreateArgs),
    /// Change an account.
    Set(SetArgs),
}

/// Cabinets of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RoleArg {
    /// Buys clicks.
    Advertiser,
    /// Sells places.
    Webmaster,
    /// Both.
    Both,
    /// Neither: staff.
    None,
}

impl RoleArg {
    fn flags(self) -> (bool, bool) {
        (matches!(self, Self::Advertiser | Self::Both), matches!(self, Self::Webmaster | Self::Both))
    }
}

/// What a user may do beside their own cabinets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypeArg {
    /// Nothing more.
    Ordinary,
    /// Runs the network.
    God,
    /// Looks after clients.
    Sales,
}

impl TypeArg {
    const fn user_type(self) -> UserType {
        match self {
            Self::Ordinary => UserType::Ordinary,
            Self::God => UserType::God,
            Self::Sales => UserType::Sales,
        }
    }
}

/// The status of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatusArg {
    /// In use.
    Active,
    /// No login.
    Blocked,
}

/// Flags of `user create`.
#[derive(Debug, Args)]
pub struct CreateArgs {
    /// Mail address.
    #[arg(long)]
    pub email: String,
    /// Reads the password from standard input, one line; else it is asked for, unseen.
    #[arg(long)]
    pub password_stdin: bool,
    /// Cabinets; advertiser, or none for staff.
    #[arg(long)]
    pub role: Option<RoleArg>,
    /// What the user may do beside their own cabinets.
    #[arg(long = "type", default_value = "ordinary")]
    pub user_type: TypeArg,
    /// Skips moderation queues, lower minimum bid.
    #[arg(long)]
    pub trusted: bool,
    /// What to call them.
    #[arg(long, default_value = "")]
    pub name: String,
    /// Dollars that an advertiser begins with, booked as a top-up.
    #[arg(long)]
    pub balance: Option<String>,
}

/// Flags of `user set`: what is omitted stays.
#[derive(Debug, Default, Args)]
pub struct SetArgs {
    /// Mail address of the account.
    #[arg(long)]
    pub email: String,
    /// Asks for a new password, unseen; ends all logins and API tokens.
    #[arg(long)]
    pub new_password: bool,
    /// Reads a new password from standard input, one line; ends all logins and API tokens.
    #[arg(long)]
    pub password_stdin: bool,
    /// Cabinets.
    #[arg(long)]
    pub role: Option<RoleArg>,
    /// What the user may do beside their own cabinets. Another than before ends all logins and API tokens, and who is no
    /// longer staff looks after nobody.
    #[arg(long = "type")]
    pub user_type: Option<TypeArg>,
    /// Skips moderation queues.
    #[arg(long)]
    pub trusted: Option<bool>,
    /// The status of the account; blocked ends all logins.
    #[arg(long)]
    pub status: Option<StatusArg>,
    /// Why blocked; told at login.
    #[arg(long, default_value = "")]
    pub reason: String,
    /// Lowest native bid in dollars; `usual` gives the network's back.
    #[arg(long)]
    pub minimum_bid: Option<String>,
    /// A webmaster's own share of what a click costs, in percent with at most two decimals, for clicks from now on;
    /// `usual` gives the network's back.
    #[arg(long)]
    pub share: Option<String>,
    /// Switches the second factor off, for who has lost app and recovery codes; ends all logins.
    #[arg(long)]
    pub remove_second_factor: bool,
    /// Dollars to add to an advertiser's balance, booked as a top-up; negative: to take, booked as a correction.
    #[arg(long, allow_hyphen_values = true)]
    pub add_balance: Option<String>,
}

/// Asks for the password that the command needs, if it needs one: nobody gives it as an argument, which every user of the
/// machine can read while the command runs and which the shell keeps.
pub fn ask_password(command: &UserCommand) -> anyhow::Result<Option<String>> {
    let (wanted, from_stdin) = match command {
        UserCommand::Create(args) => (true, args.password_stdin),
        UserCommand::Set(args) => (args.new_password || args.password_stdin, args.password_stdin),
    };
    if !wanted {
        return Ok(None);
    }
    if from_stdin {
        let mut line = String::new();
        std::io::stdin()
            .lock()
            .take(PASSWORD_LINE_BYTES_MAX)
            .read_line(&mut line)
            .context("cannot read the password")?;
        return Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()));
    }
    // From the terminal itself, also where standard input is something else.
    let typed = |question: &str| {
        rpassword::prompt_password(question)
            .context("there is no terminal to ask for the password: pipe it in, with --password-stdin")
    };
    let password = typed("Password: ")?;
    ensure!(password == typed("Once more: ")?, "the two passwords differ");
    Ok(Some(password))
}

/// Runs the command on the database of the configuration, with the answer of [`ask_password`]; the line to print.
pub async fn run(config: &Config, command: UserCommand, password: Option<String>) -> anyhow::Result<String> {
    data_folder::prepare(&config.data_dir)?;
    let store = Store::connect(&config.database_url(), Arc::new(SystemClock)).await?;
    store.migrate().await?;
    let chance = Chance::new(None)?;
    let line = match command {
        UserCommand::Create(args) => create(&store, &chance, args, password).await,
        UserCommand::Set(args) => set(&store, &chance, args, password).await,
    };
    store.close().await?;
    line
}

async fn create(store: &Store, chance: &Chance, args: CreateArgs, password: Option<String>) -> anyhow::Result<String> {
    ensure!(validate::is_email(args.email.trim()), "{} is not a mail address", args.email);
    let balance = args.balance.as_deref().map(amount).transpose()?;
    let default_role = if args.user_type == TypeArg::Ordinary { RoleArg::Advertiser } else { RoleArg::None };
    let (is_advertiser, is_webmaster) = args.role.unwrap_or(default_role).flags();
    ensure!(balance.is_none() || is_advertiser, "only an advertiser begins with a balance");
    let password = password.context("an account needs a password")?;
    let new = NewUser {
        email: args.email,
        password_hash: hash(chance, &password).await?,
        user_type: args.user_type.user_type(),
        status: UserStatus::Active,
        is_trusted: args.trusted,
        is_advertiser,
        is_webmaster,
        contacts: Contacts { name: args.name, ..Contacts::default() },
        manager: None,
        attribution: Attribution::default(),
    };
    let user = store
        .write("create_user", Priority::Api, async move |tx| {
            let user = users::insert_user(tx, &new).await?;
            audit_log::record(tx, &Actor::default(), "create_user", "user", user.id, None::<&User>, Some(&user))
                .await?;
            if let Some(amount) = balance.filter(|amount| !amount.is_zero()) {
                let reference = format!("user-create:{}", user.id);
                let comment = "Opening balance";
                let cause = Cause { reference: &reference, operation: booked_as(amount), actor: None, comment };
                adjust_advertiser(tx, cause, user.id, amount).await?;
            }
            Ok(user)
        })
        .await?;
    Ok(format!("created {} (id {})", user.email, user.id))
}

async fn set(store: &Store, chance: &Chance, args: SetArgs, password: Option<String>) -> anyhow::Result<String> {
    let email = args.email.clone();
    let found = store.read("get_login", async move |conn| users::get_login(conn, &email).await).await?;
    let Some((user, _)) = found else { bail!("there is no account of {}", args.email) };
    let balance = args.add_balance.as_deref().map(amount).transpose()?;
    let roles = args.role.map(RoleArg::flags);
    let password_hash = match &password {
        Some(password) => Some(hash(chance, password).await?),
        None => None,
    };
    let minimum_bid = match args.minimum_bid.as_deref() {
        None => None,
        Some("usual") => Some(None),
        Some(text) => Some(Some(amount(text)?)),
    };
    let share_bp = match args.share.as_deref() {
        None => None,
        Some("usual") => Some(None),
        Some(text) => Some(Some(basis_points(text)?)),
    };
    let status = args.status.map(|status| match status {
        StatusArg::Active => (UserStatus::Active, String::new()),
        StatusArg::Blocked => (UserStatus::Blocked, args.reason.clone()),
    });
    let has_new_password = password_hash.is_some();
    let user_type = args.user_type.map(TypeArg::user_type);
    let change = UserChange {
        password_hash,
        user_type,
        status,
        is_trusted: args.trusted,
        is_advertiser: roles.map(|(advertiser, _)| advertiser),
        is_webmaster: roles.map(|(_, webmaster)| webmaster),
        minimum_bid,
        ..UserChange::default()
    };
    let (id, unique) = (user.id, chance.next_u64());
    store
        .write("set_user", Priority::Api, async move |tx| {
            let former = users::get_user(tx, Scope::System, id).await?;
            let is_other_type = user_type.is_some_and(|user_type| user_type != former.user_type);
            // Whoever used the account so far, perhaps with a token or a session that somebody else has, gains nothing.
            let begins_anew = has_new_password || is_other_type;
            let ends = match &change.status {
                Some((UserStatus::Blocked, _)) => Some(EndReason::Block),
                _ if has_new_password => Some(EndReason::Password),
                _ if args.remove_second_factor || is_other_type => Some(EndReason::Ended),
                _ => None,
            };
            // Whoever knew the former password may have asked for another address.
            let change = UserChange { pending_email: begins_anew.then_some(None), ..change.clone() };
            let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
            audit_log::record(tx, &Actor::default(), "set_user", "user", id, Some(&before), Some(&after)).await?;
            if let Some(share_bp) = share_bp {
                terms::agree_share(tx, &Actor::default(), id, share_bp).await?;
            }
            if args.remove_second_factor {
                second_factors::set_on(tx, id, false).await?;
                audit_log::record_event(tx, &Actor::default(), "delete_second_factor", "user", id).await?;
            }
            if begins_anew {
                withdraw_links_of_old_password(tx, id).await?;
                end_tokens(tx, &Actor::default(), id).await?;
            }
            if let Some(reason) = ends {
                end_sessions_of(tx, id, reason).await?;
            }
            if let Some(amount) = balance.filter(|amount| !amount.is_zero()) {
                let reference = format!("user-set:{id}:{unique:016x}");
                let operation = booked_as(amount);
                let is_top_up = operation == Operation::TopUp;
                let comment = if is_top_up { "Booked by the operator" } else { "Correction by the operator" };
                let cause = Cause { reference: &reference, operation, actor: None, comment };
                adjust_advertiser(tx, cause, id, amount).await?;
            }
            Ok(())
        })
        .await?;
    if user_type.is_some_and(|user_type| !user_type.is_staff()) {
        // Some at a time: others write meanwhile.
        let release = async move |tx: &Tx| teams::release_clients(tx, &Actor::default(), id).await;
        let advice = || {
            format!(
                "{} is changed, and still manager of some clients: call this again with --type ordinary and nothing else",
                user.email
            )
        };
        while store.write("release_clients", Priority::Api, release).await.with_context(advice)? {}
    }
    Ok(format!("changed {} (id {id})", user.email))
}

/// What was paid is booked by hand; what is taken back corrects that.
fn booked_as(amount: Money) -> Operation {
    if amount.is_negative() { Operation::Correction } else { Operation::TopUp }
}

fn amount(text: &str) -> anyhow::Result<Money> {
    Money::parse(&validate::decimal_text(text), placard_model::money::DECIMALS_MAX)
        .map_err(|error| anyhow::anyhow!("{text} {error}"))
}

/// Percent with two decimals are as many basis points.
fn basis_points(text: &str) -> anyhow::Result<i64> {
    let percent = Money::parse(&validate::decimal_text(text.trim_end_matches('%')), 2)
        .map_err(|error| anyhow::anyhow!("the share {text} {error}"))?;
    let share_bp = percent.micros() * 100 / Money::from_dollars(1).micros();
    ensure!((0..=BASIS_POINTS).contains(&share_bp), "a share is 0 to 100 percent");
    Ok(share_bp)
}

async fn hash(chance: &Chance, password: &str) -> anyhow::Result<String> {
    let broken: Vec<String> = validate::broken_password_rules(password).iter().map(ToString::to_string).collect();
    ensure!(broken.is_empty(), "the password {}", broken.join(", "));
    Passwords::new(1, false, &chance.bytes())?.hash(password, chance.bytes()).await
}
