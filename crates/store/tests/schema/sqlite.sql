CREATE TABLE account_tokens ( -- Links that were mailed to users, each used once; only hashes are kept
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the token
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    kind BIGINT NOT NULL, -- 1 confirms the account, 2 sets a new password, 3 confirms a new address
    token_hash BLOB NOT NULL, -- SHA-256 of the token
    email TEXT NOT NULL, -- The address that it was mailed to, which it proves
    created_at BIGINT NOT NULL, -- Unix ms
    expires_at BIGINT NOT NULL, -- Unix ms
    used_at BIGINT -- Unix ms of its use
)

CREATE TABLE ad_auto_bids ( -- What bids of ads follow; ads without a row are bid for by hand
    ad_id BIGINT NOT NULL REFERENCES ads(id), -- The ad
    epc_coefficient BIGINT, -- Multiplies the earnings per click, millionths
    epc_max BIGINT, -- The most by earnings, micro-dollars
    lead_cost BIGINT, -- What a lead is meant to cost, micro-dollars
    bid_floor BIGINT, -- The least by the cost of a lead, micro-dollars
    bid_ceiling BIGINT, -- The most by the cost of a lead, micro-dollars
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (ad_id)
)

CREATE TABLE ad_bid_hours ( -- What automatic bids were at the end of each hour, and why
    ad_id BIGINT NOT NULL, -- The ad
    hour BIGINT NOT NULL, -- UTC hour since 1970-01-01T00
    bid BIGINT NOT NULL, -- Micro-dollars
    why TEXT NOT NULL, -- The reason, by its name
    clicks BIGINT NOT NULL, -- Valid clicks of the window
    leads BIGINT NOT NULL, -- Approved leads of the window
    worth BIGINT NOT NULL, -- What they are worth, micro-dollars
    spent BIGINT NOT NULL, -- What the clicks cost, micro-dollars
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (ad_id, hour)
)

CREATE TABLE ad_groups ( -- Groups of ads inside a native campaign
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the group
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id), -- Its campaign
    advertiser_id BIGINT NOT NULL, -- Owner, as of the campaign
    name TEXT NOT NULL, -- Name, 1..=200 characters
    ad_format_type BIGINT, -- Format that its ad form opens with
    auto_start_ads BOOLEAN NOT NULL DEFAULT TRUE, -- Approved ads start at once
    targeting TEXT NOT NULL, -- JSON of model::targeting::Targeting, beside the campaign's
    lists TEXT NOT NULL, -- JSON of model::targeting::SourceLists
    wanted BOOLEAN NOT NULL DEFAULT TRUE, -- The owner's wish to run
    paused_by_staff BOOLEAN NOT NULL DEFAULT FALSE, -- Paused by staff
    paused_by_rule BOOLEAN NOT NULL DEFAULT FALSE, -- Paused by a rule
    archived_at BIGINT, -- Unix ms; none when not archived
    deleted_at BIGINT, -- Unix ms; rows stay for the names in statistics
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change of settings; an older one is a stale edit
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, folded_name TEXT NOT NULL DEFAULT '', schedule TEXT)

CREATE TABLE ad_numbers ( -- The numbers of all ads, native and push: each is given once
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the ad
    campaign_type BIGINT NOT NULL -- Whose it is: 1 native, 2 push
)

CREATE TABLE ads ( -- Native ads: the creative, the price, and the separate facts that the shown status is derived from
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the ad
    group_id BIGINT NOT NULL REFERENCES ad_groups(id), -- Its group
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id), -- Its campaign, as of the group
    advertiser_id BIGINT NOT NULL, -- Owner, as of the campaign
    title TEXT NOT NULL, -- Title; may hold macros
    short_description TEXT NOT NULL DEFAULT '', -- Short description
    full_text TEXT NOT NULL DEFAULT '', -- Text of article and long-text formats
    brand TEXT NOT NULL DEFAULT '', -- Brand; empty: the landing domain is shown
    original_url TEXT NOT NULL, -- Landing page with macros
    primary_source_url TEXT NOT NULL DEFAULT '', -- Where an article was first published
    formats BIGINT NOT NULL, -- Bits of the supported block formats
    bid BIGINT, -- Micro-dollars in all countries that have no bid of their own
    country_bids TEXT NOT NULL DEFAULT '[]', -- JSON array of [country, micro-dollars]
    lowest_bid BIGINT NOT NULL, -- Lowest of all its bids, micro-dollars
    cap_shows BIGINT, -- Frequency cap: shows to one visitor
    cap_hours BIGINT, -- Frequency cap: in so many hours
    square_hash TEXT REFERENCES pictures(hash), -- Square picture
    horizontal_hash TEXT REFERENCES pictures(hash), -- 16:9 picture
    review BIGINT NOT NULL, -- 1 processing, 2 waiting, 3 rejected, 5 approved
    needs_check BOOLEAN NOT NULL DEFAULT FALSE, -- Runs by trust; a moderator looks at it later
    submitted_at BIGINT NOT NULL, -- Unix ms of entering the queue; its order
    reviewed_at BIGINT, -- Unix ms of the last approval or rejection
    lock_user_id BIGINT, -- Moderator who has it open
    lock_until BIGINT, -- Unix ms when the lock expires
    ban_reasons TEXT NOT NULL DEFAULT '[]', -- JSON array of ban reason ids
    ban_comment TEXT NOT NULL DEFAULT '', -- What the moderator wrote
    wanted BOOLEAN NOT NULL DEFAULT FALSE, -- The owner's wish to run
    archived_at BIGINT, -- Unix ms; none when not archived
    deleted_at BIGINT, -- Unix ms; rows stay for the names in statistics
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change of settings; an older one is a stale edit
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, left_at BIGINT, left_url TEXT, left_title TEXT, content_version BIGINT NOT NULL DEFAULT 1, folded_title TEXT NOT NULL DEFAULT '', link_id BIGINT, halts BIGINT NOT NULL DEFAULT 0, processing_until BIGINT)

CREATE TABLE api_tokens ( -- Personal API tokens; only hashes are kept
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The token
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    name TEXT NOT NULL, -- What its owner calls it
    prefix TEXT NOT NULL, -- The first characters, by which its owner recognises it
    token_hash BLOB NOT NULL, -- SHA-256 of the token
    scopes TEXT NOT NULL, -- What it may, separated by spaces: advertiser:read statistics:read
    created_at BIGINT NOT NULL, -- Unix ms
    expires_at BIGINT, -- Unix ms; none: until it is deleted
    last_used_at BIGINT -- Unix ms, to the minute
)

CREATE TABLE audit_log ( -- Every change that a person made
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the entry
    at BIGINT NOT NULL, -- Unix ms
    actor_id BIGINT, -- Who; none for the command line and the program
    acting_as_id BIGINT, -- The user whose cabinet the actor used
    action TEXT NOT NULL, -- What, as verb and noun: update_site
    subject TEXT NOT NULL, -- Kind of what was changed: site
    subject_id BIGINT NOT NULL, -- Its id
    before TEXT, -- JSON of what it was; none for something new
    after TEXT, -- JSON of what it is; none for something deleted
    address TEXT NOT NULL -- From where; empty for the command line and the program
)

CREATE TABLE audit_runs ( -- Audits of everything that the program made by itself, one a night
    day BIGINT NOT NULL, -- UTC day on which it began, days since 1970
    started_at BIGINT NOT NULL, -- Unix ms
    took_ms BIGINT NOT NULL, -- How long it took
    differences BIGINT NOT NULL, -- How many it found; 0: everything adds up
    report TEXT NOT NULL, -- What it says, as text
    PRIMARY KEY (day)
)

CREATE TABLE auto_payouts ( -- Mondays of auto-payment that were decided on, each once for a webmaster
    user_id BIGINT NOT NULL, -- The webmaster
    monday BIGINT NOT NULL, -- UTC day, days since 1970
    payout_id BIGINT REFERENCES payouts(id), -- What was made; none: nothing
    note TEXT NOT NULL, -- Why nothing was made, in words
    created_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (user_id, monday)
)

CREATE TABLE auto_top_ups ( -- The way to pay that a gateway keeps for an advertiser, and when to pay how much by it
    advertiser_id BIGINT NOT NULL, -- Whose
    gateway TEXT NOT NULL, -- Who keeps it
    payment_system_id BIGINT NOT NULL, -- The payment system
    customer_ref TEXT NOT NULL, -- The gateway's name of who pays
    method_ref TEXT NOT NULL, -- The gateway's name of the way to pay
    method_name TEXT NOT NULL, -- What its owner knows it by
    kept_at BIGINT NOT NULL, -- Unix ms since which it is kept
    is_on BOOLEAN NOT NULL, -- It pays
    threshold BIGINT NOT NULL, -- Micro-dollars: a balance below is low
    amount BIGINT NOT NULL, -- Micro-dollars that are paid then
    month_max BIGINT NOT NULL, -- Micro-dollars that are paid in a calendar month at most
    failures BIGINT NOT NULL, -- Refusals in a row
    next_at BIGINT NOT NULL, -- Unix ms before which nothing is paid
    note TEXT NOT NULL, -- Why it was switched off or waits; empty when it does not
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (advertiser_id)
)

CREATE TABLE balances ( -- The sum of an account's postings, kept as a row
    account BIGINT NOT NULL, -- As in postings
    user_id BIGINT NOT NULL, -- As in postings
    amount BIGINT NOT NULL, -- Micro-dollars; may be negative
    updated_at BIGINT NOT NULL, -- Unix ms of the last posting
    updated_by TEXT NOT NULL, bonus BIGINT NOT NULL DEFAULT 0, -- Name of the database transaction that wrote it last
    PRIMARY KEY (account, user_id)
)

CREATE TABLE billing_details ( -- To whom invoices, receipts and statements of a user are made out
    user_id BIGINT NOT NULL REFERENCES users(id), -- The user
    company TEXT NOT NULL, -- The company; empty: the user by name
    country TEXT NOT NULL, -- Where it is, ISO 3166-1 alpha-2; empty: not told
    vat_number TEXT NOT NULL, -- Its VAT or tax number; empty: not told
    address TEXT NOT NULL, -- Street and town; empty: not told
    email TEXT NOT NULL, -- Where invoices are mailed to as well; empty: nowhere
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (user_id)
)

CREATE TABLE block_earnings ( -- What a block earned on a UTC day
    block_id BIGINT NOT NULL, -- The block
    day BIGINT NOT NULL, -- UTC day of the clicks' append, days since 1970
    webmaster_id BIGINT NOT NULL, -- Its owner
    amount BIGINT NOT NULL, -- Micro-dollars of billed clicks
    clicks BIGINT NOT NULL, -- Billed clicks
    voided BIGINT NOT NULL, -- Micro-dollars taken back for clicks of this day
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (block_id, day)
)

CREATE TABLE block_versions ( -- What blocks were at each save: the last 50 of each
    block_id BIGINT NOT NULL REFERENCES blocks(id), -- The block
    version BIGINT NOT NULL, -- The block's version that the save made
    webmaster_id BIGINT NOT NULL REFERENCES users(id), -- Whose block
    made_by BIGINT, -- Who saved; none: it was there before versions were kept
    restored_from BIGINT, -- The version that was restored; none: it was edited
    settings TEXT NOT NULL, -- JSON object: everything that can be set
    created_at BIGINT NOT NULL, -- Unix ms
    PRIMARY KEY (block_id, version)
)

CREATE TABLE blocks ( -- Places for ads on a site
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The block
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    webmaster_id BIGINT NOT NULL REFERENCES users(id), -- Owner of the site
    name TEXT NOT NULL, -- What its owner calls it
    block_format_type_id BIGINT NOT NULL, -- 1 native, 2 article, 4 text, 8 long text, 16 media
    template_id BIGINT NOT NULL REFERENCES templates(id), -- The template
    config TEXT NOT NULL, -- JSON object: the template's settings
    custom_styles TEXT NOT NULL, -- The webmaster's CSS as typed
    compiled_styles TEXT NOT NULL, -- The same, checked and scoped
    passback_html TEXT NOT NULL, -- Shown where no ad is found
    places BIGINT NOT NULL, -- Ads that it shows, 1..=24
    status_id BIGINT NOT NULL, -- 1 active, 2 stopped, 3 archived
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    version BIGINT NOT NULL DEFAULT 1 -- Grows with each change
, passback_url TEXT NOT NULL DEFAULT '', refresh_s BIGINT NOT NULL DEFAULT 0, ecpm_floor BIGINT NOT NULL DEFAULT 0, country_floors TEXT NOT NULL DEFAULT '{}', placement BIGINT NOT NULL DEFAULT 0, article_paragraphs BIGINT NOT NULL DEFAULT 0, picture_hash TEXT REFERENCES pictures(hash))

CREATE TABLE campaign_sources ( -- Sources that campaigns block or allow for all of their groups
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id), -- The campaign
    source_kind BIGINT NOT NULL, -- 1 site, 2 block
    source_id BIGINT NOT NULL, -- The site or the block
    state BIGINT NOT NULL, -- 1 blocked, 2 allowed
    by_rule BOOLEAN NOT NULL, -- A rule wrote it
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (campaign_id, source_kind, source_id)
)

CREATE TABLE campaign_spend ( -- What a campaign spent on a UTC day: keyed by day, so that nothing is reset at midnight
    campaign_id BIGINT NOT NULL, -- The campaign
    day BIGINT NOT NULL, -- UTC day of the clicks' append, days since 1970
    advertiser_id BIGINT NOT NULL, -- Its owner
    amount BIGINT NOT NULL, -- Micro-dollars of billed clicks
    clicks BIGINT NOT NULL, -- Billed clicks
    voided BIGINT NOT NULL, -- Micro-dollars given back for clicks of this day
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (campaign_id, day)
)

CREATE TABLE campaign_totals ( -- What a campaign spent in its whole life
    campaign_id BIGINT NOT NULL, -- The campaign
    amount BIGINT NOT NULL, -- Micro-dollars, less what was voided
    clicks BIGINT NOT NULL, -- Billed clicks
    PRIMARY KEY (campaign_id)
)

CREATE TABLE campaigns ( -- Native and push campaigns: settings, and the separate facts that the shown status is derived from
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the campaign
    uuid TEXT, -- Outer name of a push campaign (UUIDv7)
    advertiser_id BIGINT NOT NULL, -- Owner: users.id
    campaign_type BIGINT NOT NULL, -- 1 native, 2 push
    name TEXT NOT NULL, -- Name, 1..=200 characters
    target BIGINT NOT NULL, -- 1 commodity, 2 news (inner numbers)
    offer_id BIGINT REFERENCES offers(id), -- Promoted offer
    categories TEXT NOT NULL, -- JSON array of category ids; the first counts in statistics
    targeting TEXT NOT NULL, -- JSON of model::targeting::Targeting
    traffic_source_id BIGINT REFERENCES traffic_sources(id), -- The only traffic source wanted
    daily_limit BIGINT, -- Micro-dollars a UTC day
    total_limit BIGINT, -- Micro-dollars at all
    even_pacing BOOLEAN NOT NULL DEFAULT FALSE, -- Spend evenly over the day
    wanted BOOLEAN NOT NULL DEFAULT TRUE, -- The owner's wish to run
    approved_once BOOLEAN NOT NULL DEFAULT FALSE, -- At least one ad was approved once
    declined BOOLEAN NOT NULL DEFAULT FALSE, -- Declined by a moderator
    paused_by_staff BOOLEAN NOT NULL DEFAULT FALSE, -- Paused by staff
    paused_by_rule BOOLEAN NOT NULL DEFAULT FALSE, -- Paused by a rule
    archived_at BIGINT, -- Unix ms; none when not archived
    deleted_at BIGINT, -- Unix ms; rows stay for the names in statistics
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change of settings; an older one is a stale edit
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, folded_name TEXT NOT NULL DEFAULT '', schedule TEXT, push TEXT, stop_reason BIGINT, marks TEXT NOT NULL DEFAULT '[]', folded_marks TEXT NOT NULL DEFAULT '', staff_reason TEXT NOT NULL DEFAULT '', ad_format_type BIGINT)

CREATE TABLE categories ( -- What campaigns advertise and sites are about
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the category
    iab_code TEXT NOT NULL, -- Code in the IAB's content taxonomy 1.0
    name TEXT NOT NULL, -- Name that people read
    is_active BOOLEAN NOT NULL DEFAULT TRUE -- May be chosen
)

CREATE TABLE checkpoint_parts ( -- Parts of the states in checkpoints, each written once; those that no checkpoint names are removed
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the part, by which the checkpoint names it
    name TEXT NOT NULL, -- The feed
    body BLOB NOT NULL, -- The part of the state
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE checkpoints ( -- State of a feed in memory, with the position that it belongs to; what follows is replayed at start
    name TEXT NOT NULL, -- The feed
    position BLOB NOT NULL, -- Opaque position in the log that the state has seen
    body BLOB NOT NULL, -- The state
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (name)
)

CREATE TABLE client_errors ( -- Errors of the application in browsers: a row for each kind, without who met it
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The kind of error
    fingerprint BLOB NOT NULL, -- Hash of the message and the innermost function
    message TEXT NOT NULL, -- What the error says, without digits, addresses and what stood in quotes
    stack TEXT NOT NULL, -- Functions and places in the application's files, the innermost first
    page TEXT NOT NULL, -- Path of the page of the latest report, without ids and query
    build TEXT NOT NULL, -- Build of the application of the latest report
    user_agent TEXT NOT NULL, -- Browser of the latest report
    reports BIGINT NOT NULL, -- How often it was reported
    first_at BIGINT NOT NULL, -- Unix ms of the first report
    last_at BIGINT NOT NULL, -- Unix ms of the latest report
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    UNIQUE (fingerprint)
)

CREATE TABLE client_traces ( -- How long pages and calls of the application take in browsers: counts by day, without who waited
    day BIGINT NOT NULL, -- The day, counted from 1970-01-01
    kind BIGINT NOT NULL, -- 1 a page loaded anew, 2 a page that the application goes to, 3 a call
    name TEXT NOT NULL, -- Path of the page or call, without ids and query
    bucket BIGINT NOT NULL, -- Which durations: up to 25 ms times 2 to this power; the last has the rest
    reports BIGINT NOT NULL, -- How many were reported
    sum_ms BIGINT NOT NULL, -- Sum of their durations, in ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (day, kind, name, bucket)
)

CREATE TABLE contact_messages ( -- Messages of the contact form
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the message
    name TEXT NOT NULL, -- Who writes, 1..=100 characters
    email TEXT NOT NULL, -- Where to answer
    topic TEXT NOT NULL, -- What about: advertiser, webmaster, abuse, press, other
    message TEXT NOT NULL, -- The message, 1..=5000 characters
    user_id BIGINT REFERENCES users(id), -- Who wrote, if logged in
    address TEXT NOT NULL, -- From where
    is_done BOOLEAN NOT NULL DEFAULT FALSE, -- Answered or nothing to answer
    done_by BIGINT REFERENCES users(id), -- Who said so
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE conversions ( -- The present state of each conversion
    click_ref BIGINT NOT NULL, -- The click that it followed
    external_id TEXT NOT NULL, -- The tracker's id; empty when it gave none
    state BIGINT NOT NULL, -- 1 hold, 2 approved, 3 rejected
    payout BIGINT NOT NULL, -- Micro-dollars
    created_at BIGINT NOT NULL, -- Unix ms of the first postback's append
    updated_at BIGINT NOT NULL, goal TEXT NOT NULL DEFAULT '', advertiser_transaction_id TEXT NOT NULL DEFAULT '', -- Unix ms of the last one's
    PRIMARY KEY (click_ref, external_id)
)

CREATE TABLE corrections ( -- Money that staff moved by hand, or that waits for a second person
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The correction
    kind_id BIGINT NOT NULL, -- 1 correction, 2 bonus
    side_id BIGINT NOT NULL, -- 1 advertiser's balance, 2 webmaster's available earnings
    user_id BIGINT NOT NULL, -- Whose balance
    amount BIGINT NOT NULL, -- Micro-dollars; negative when taken
    reason TEXT NOT NULL, -- Why; its owner reads it
    status_id BIGINT NOT NULL, -- 1 waits for a second person, 2 booked, 3 withdrawn
    made_by BIGINT NOT NULL, -- Who asked for it
    decided_by BIGINT, -- Who booked or withdrew it
    decided_at BIGINT, -- Unix ms at which it was booked or withdrawn
    is_single_control BOOLEAN NOT NULL, -- A second person was wanted, and there was none
    transaction_id BIGINT, -- The transaction that moved the money
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE currencies ( -- What amounts of payment systems are in
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The currency; 1 is the dollar
    code TEXT NOT NULL, -- ISO 4217, or what a coin is called
    name TEXT NOT NULL, -- What people read
    rate BIGINT NOT NULL, -- Nano-dollars of one unit
    rate_set_at BIGINT NOT NULL, -- Unix ms at which the rate was set
    rate_set_by BIGINT, -- Who set it; none: it came with the program
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE day_seals ( -- What was written on a closed UTC day: settlements and transactions up to its last ones, behind those of the seal before. Nothing is ever added to such a range: what comes later has a later number, whatever day it is about
    day BIGINT NOT NULL, -- The day, days since 1970: of the writing, not of the clicks
    last_settlement BIGINT NOT NULL, -- Number of the last settlement; that of the seal before where there is none
    last_transaction BIGINT NOT NULL, -- Number of the last transaction, alike
    last_record BIGINT NOT NULL, -- The furthest place in the log that any settlement so far is about
    sums TEXT NOT NULL, -- JSON: settlements by kind, transactions by operation, with counts and micro-dollars
    settlements_hash BLOB NOT NULL, -- SHA-256 of the settlements in their order
    postings_hash BLOB NOT NULL, -- SHA-256 of what the postings come to by operation, account, user and effective day: folding changes it not
    hash BLOB NOT NULL, -- SHA-256 of all this and the seal before
    sealed_at BIGINT NOT NULL, -- Unix ms
    folded_at BIGINT, -- Unix ms from which on its postings are folded
    forgotten_at BIGINT, -- Unix ms from which on its settlements are removed
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (day)
)

CREATE TABLE denied_addresses ( -- Addresses that are not paid to
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The entry
    folded_number TEXT NOT NULL, -- The address as it is compared with wallets
    note TEXT NOT NULL, -- Why, for the records of the network
    created_by BIGINT, -- Who put it here
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    UNIQUE (folded_number)
)

CREATE TABLE deposit_movements ( -- Which transactions belong to deposits
    transaction_id BIGINT NOT NULL REFERENCES transactions(id), -- The transaction
    deposit_id BIGINT NOT NULL REFERENCES deposits(id), -- The deposit
    PRIMARY KEY (transaction_id)
)

CREATE TABLE deposit_payments ( -- Payments of deposits as gateways report them, and what was booked of them
    gateway TEXT NOT NULL, -- Who reports it
    payment_ref TEXT NOT NULL, -- The gateway's name of it
    deposit_id BIGINT NOT NULL REFERENCES deposits(id), -- The deposit
    paid BIGINT NOT NULL, -- Micro-dollars that came in, as reported at most
    returned BIGINT NOT NULL, -- Micro-dollars that went back, as reported at most
    dispute_ref TEXT NOT NULL, -- The gateway's name of a dispute; empty: none
    disputed BIGINT NOT NULL, -- Micro-dollars that it is about
    dispute_state BIGINT, -- 1 open, 2 won, 3 lost
    credited BIGINT NOT NULL, -- Micro-dollars booked as having come in
    taken BIGINT NOT NULL, -- Micro-dollars booked as having gone back
    bad_debt BIGINT NOT NULL, -- Micro-dollars of these that nobody could be asked for
    changes BIGINT NOT NULL, -- Times that something was taken back or given again
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, state BIGINT, returned_told BIGINT NOT NULL DEFAULT 0, -- Name of the database transaction that wrote it last
    PRIMARY KEY (gateway, payment_ref)
)

CREATE TABLE deposits ( -- Money that advertisers pay in, or want to
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The deposit
    advertiser_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    order_ref TEXT NOT NULL, -- Our name of it at the gateway: nobody can guess it
    gateway TEXT NOT NULL, -- Who takes the money: invoice, stripe, nowpayments, sandbox
    payment_system_id BIGINT NOT NULL, -- The payment system of the dictionary
    payment_type_id BIGINT, -- The payment type of the dictionary
    status_id BIGINT NOT NULL, -- 1 pending, 2 settled, 3 expired, 4 failed, 5 partly paid
    amount BIGINT NOT NULL, -- Micro-dollars that were asked for
    credited BIGINT NOT NULL DEFAULT 0, -- Micro-dollars that came in
    taken BIGINT NOT NULL DEFAULT 0, -- Micro-dollars of these that went back
    gateway_ref TEXT NOT NULL DEFAULT '', -- The gateway's name of what it made
    page TEXT NOT NULL DEFAULT '', -- Where to pay; empty while it is being made
    invoice_number BIGINT, -- Number of the invoice, for bank transfers
    receipt_number BIGINT, -- Number of the receipt, once something came in
    confirm_amount BIGINT, -- Micro-dollars that the first of two persons confirmed
    confirm_by BIGINT REFERENCES users(id), -- The first of two persons
    expires_at BIGINT NOT NULL, -- Unix ms of the end of its time
    next_ask_at BIGINT, -- Unix ms of the next question to the gateway; none: no more
    processed_at BIGINT, -- Unix ms of the last movement of money
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, promo_code_id BIGINT, method_wish BIGINT NOT NULL DEFAULT 0, is_automatic BOOLEAN NOT NULL DEFAULT FALSE, invoice_parties TEXT NOT NULL DEFAULT '', receipt_parties TEXT NOT NULL DEFAULT '', -- Name of the database transaction that wrote it last
    UNIQUE (order_ref)
)

CREATE TABLE devices ( -- Browsers and networks from which a user has logged in; another one is told by mail
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    family TEXT NOT NULL, -- Family of browser and system, from the user agent
    network TEXT NOT NULL, -- Prefix of the address: /24 of IPv4, /48 of IPv6
    first_seen_at BIGINT NOT NULL, -- Unix ms
    seen_at BIGINT NOT NULL, -- Unix ms of the last login
    PRIMARY KEY (user_id, family, network)
)

CREATE TABLE edit_counts ( -- What each account changed of its things on the last day on which it changed any, for its quotas
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose account
    day BIGINT NOT NULL, -- UTC day
    edits BIGINT NOT NULL, -- Changes on that day
    audit_bytes BIGINT NOT NULL, -- Bytes of their states in the audit log
    PRIMARY KEY (user_id)
)

CREATE TABLE feed_positions ( -- How far a feed has come; moves in the transaction of its result
    name TEXT NOT NULL, -- The feed
    position BLOB NOT NULL, -- Opaque position in the log
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (name)
)

CREATE TABLE folded_postings ( -- Postings of the program's own movements on a sealed day, added up: they count as postings do
    sealed_day BIGINT NOT NULL, -- The seal, and the UTC day of the postings, days since 1970
    operation_type BIGINT NOT NULL, -- As in transactions
    account BIGINT NOT NULL, -- As in postings
    user_id BIGINT NOT NULL, -- As in postings
    day BIGINT NOT NULL, -- Effective UTC day, days since 1970
    amount BIGINT NOT NULL, -- Micro-dollars
    postings BIGINT NOT NULL, -- How many they were
    PRIMARY KEY (sealed_day, operation_type, account, user_id, day)
)

CREATE TABLE held_earnings ( -- What of webmasters' pending accounts was due and is held back, by site and day of the clicks
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site that earned it
    day BIGINT NOT NULL, -- Effective UTC day, days since 1970
    webmaster_id BIGINT NOT NULL, -- The webmaster
    amount BIGINT NOT NULL, -- Micro-dollars; below zero when more was taken back
    first_transaction BIGINT, -- The transaction that it began with; none: with the day
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (site_id, day)
)

CREATE TABLE idempotency_keys ( -- First answers to requests that may be sent twice
    user_id BIGINT NOT NULL REFERENCES users(id), -- Who asked
    idempotency_key TEXT NOT NULL, -- The request's Idempotency-Key
    request_hash BLOB NOT NULL, -- SHA-256 of method, path and body
    status BIGINT NOT NULL, -- HTTP status of the answer
    answer TEXT NOT NULL, -- Body of the answer
    created_at BIGINT NOT NULL, -- Unix ms; kept for a day
    PRIMARY KEY (user_id, idempotency_key)
)

CREATE TABLE impersonation_codes ( -- One-time codes with which staff enter a user's cabinet; only hashes are kept
    code_hash BLOB NOT NULL, -- SHA-256 of the code
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose cabinet
    admin_id BIGINT NOT NULL REFERENCES users(id), -- Who enters
    admin_session_id BIGINT NOT NULL, -- By which of their sessions
    expires_at BIGINT NOT NULL, -- Unix ms
    PRIMARY KEY (code_hash)
)

CREATE TABLE inventory_changes ( -- What the engine has to load again, in the order of commits
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the change
    kind BIGINT NOT NULL, -- 1 campaign, 2 group, 3 ad, 4 site, 5 block, 6 user, 7 template
    subject_id BIGINT NOT NULL, -- Id of what changed
    changed_at BIGINT NOT NULL -- Unix ms
)

CREATE TABLE key_check ( -- One row once a server has run: the master key that belongs to this database
    id BIGINT NOT NULL, -- 1
    digest BLOB NOT NULL, -- Derived from the master key, which cannot be told from it
    created_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (id),
    CHECK (id = 1)
)

CREATE TABLE link_checks ( -- Landing pages of ads, and what the last look at each found
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Its number
    url_hash BLOB NOT NULL, -- SHA-256 of the page's address as its owner wrote it, macros unfilled
    url TEXT NOT NULL, -- The address
    host_key BIGINT NOT NULL, -- A number for its host, alike for all addresses of that host
    state BIGINT NOT NULL, -- 1 waiting, 2 ok, 3 failing, 4 refused
    status BIGINT, -- HTTP status at the end of the way
    redirects BIGINT NOT NULL DEFAULT 0, -- Redirects on the way
    final_host TEXT NOT NULL DEFAULT '', -- Host at the end of the way
    leads_elsewhere BOOLEAN NOT NULL DEFAULT FALSE, -- That host is another than the one of the address
    elapsed_ms BIGINT, -- Milliseconds until the page was there
    error TEXT NOT NULL DEFAULT '', -- Why the last attempt failed; empty when it did not
    failures BIGINT NOT NULL DEFAULT 0, -- Attempts in a row that failed
    is_asked BOOLEAN NOT NULL DEFAULT FALSE, -- Somebody waits for the next attempt
    checked_at BIGINT, -- Unix ms of the last attempt
    next_at BIGINT NOT NULL, -- Unix ms when it is due; 0: before all that are only due
    created_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, asked_by BIGINT, failing_since BIGINT, content_type TEXT NOT NULL DEFAULT '', -- Name of the database transaction that wrote it last
    UNIQUE (url_hash)
)

CREATE TABLE list_views ( -- What users keep of lists under a name: filters, order and columns
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The view
    user_id BIGINT NOT NULL, -- Whose
    list TEXT NOT NULL, -- Name of the list
    name TEXT NOT NULL, -- What its owner calls it
    search TEXT NOT NULL, -- Query of the list's address
    created_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    UNIQUE (user_id, list, name)
)

CREATE TABLE mails ( -- Mail that was sent or waits for it; queued in the transaction of what it tells
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the mail
    kind TEXT NOT NULL, -- Kind of mail: confirm, reset, ad_rejected, ...
    user_id BIGINT REFERENCES users(id), -- Whom it is for, if they have an account
    recipient TEXT NOT NULL, -- Mail address
    recipient_name TEXT NOT NULL, -- What to call them; may be empty
    subject TEXT NOT NULL, -- Subject
    body BLOB NOT NULL, -- Text and HTML, encrypted: both may carry links that open an account
    state BIGINT NOT NULL, -- 1 waits, 2 sent, 3 given up
    attempts BIGINT NOT NULL DEFAULT 0, -- How often it was tried
    next_attempt_at BIGINT NOT NULL, -- Unix ms; not before. While it is tried: until when others wait
    error TEXT NOT NULL DEFAULT '', -- Why the last attempt failed; empty when it did not
    created_at BIGINT NOT NULL, -- Unix ms
    sent_at BIGINT, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE money_notices ( -- What advertisers were told about money running out, so that one event is told once
    kind TEXT NOT NULL, -- low_balance, daily_limit or total_limit
    subject_id BIGINT NOT NULL, -- The user (low_balance) or the campaign
    day BIGINT NOT NULL, -- UTC day on which it was last so, days since 1970
    amount BIGINT NOT NULL, -- Micro-dollars: the balance, or the limit that was reached
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (kind, subject_id)
)

CREATE TABLE money_terms ( -- What was agreed with a user; without a row the defaults hold
    user_id BIGINT NOT NULL, -- The user
    share_bp BIGINT, -- Basis points of a click's cost that the webmaster gets, 0..=10000
    referrer_id BIGINT, -- Who brought the user
    referral_until BIGINT, -- Unix ms until which the referrer earns
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (user_id)
)

CREATE TABLE notices ( -- What users are told in their cabinet
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The notice
    user_id BIGINT NOT NULL, -- Who is told
    kind TEXT NOT NULL, -- Kind, as those of mail
    title TEXT NOT NULL, -- What happened, in a line
    path TEXT NOT NULL, -- The page that it is about; empty when there is none
    created_at BIGINT NOT NULL, -- Unix ms
    read_at BIGINT, -- Unix ms; none before it was read
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE offers ( -- Offers of the network that campaigns can promote
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the offer
    name TEXT NOT NULL, -- Name that people read
    target BIGINT NOT NULL, -- 1 commodity, 2 news (inner numbers)
    category_id BIGINT REFERENCES categories(id), -- What it is about
    is_active BOOLEAN NOT NULL DEFAULT TRUE -- May be chosen
)

CREATE TABLE payment_gateways ( -- How payment gateways are reached
    name TEXT NOT NULL, -- The gateway
    access BLOB NOT NULL, -- Its address, our key and its secret, encrypted
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (name)
)

CREATE TABLE payment_messages ( -- What staff should look at of payments: one row for the same thing, however often it happens
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The message
    gateway TEXT NOT NULL, -- The gateway
    kind TEXT NOT NULL, -- What happened
    deposit_id BIGINT NOT NULL, -- The deposit; 0: none that is known
    payment_ref TEXT NOT NULL, -- The gateway's name of the payment; may be empty
    text TEXT NOT NULL, -- What was said the last time
    times BIGINT NOT NULL, -- How often it happened since it was looked at
    created_at BIGINT NOT NULL, -- Unix ms of the first time
    seen_at BIGINT, -- Unix ms of when staff looked at it; none: not yet
    updated_at BIGINT NOT NULL, -- Unix ms of the last time
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    UNIQUE (gateway, kind, deposit_id, payment_ref)
)

CREATE TABLE payment_systems ( -- Ways in which money comes in and goes out
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The payment system
    name TEXT NOT NULL, -- What people read
    purpose BIGINT NOT NULL, -- 1 top-up, 2 payout, 3 both
    is_active BOOLEAN NOT NULL, -- Can be used
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE payment_types ( -- Kinds of payment of payment systems
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The payment type
    payment_system_id BIGINT NOT NULL REFERENCES payment_systems(id), -- Its system
    currency_id BIGINT NOT NULL REFERENCES currencies(id), -- What is paid in
    code TEXT NOT NULL, -- What files for gateways call it
    name TEXT NOT NULL, -- What people read
    minimum_payout BIGINT, -- Micro-dollars of the least payout; none: the usual one
    fee_fixed BIGINT NOT NULL, -- Micro-dollars of each payout
    fee_bp BIGINT NOT NULL, -- Basis points of a payout's amount
    address_kind BIGINT NOT NULL, -- What wallets are named by: 1 Tron address, 2 Ethereum address, 3 text
    explorer_url TEXT NOT NULL, -- Page about a transaction, with {hash} in it; empty: there is none
    usual_time TEXT NOT NULL, -- How long a payment takes, in words
    is_active BOOLEAN NOT NULL, -- Can be used
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, fee_note TEXT NOT NULL DEFAULT '')

CREATE TABLE payouts ( -- Payments to webmasters, from their requests on
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The payout
    user_id BIGINT NOT NULL, -- Who is paid
    wallet_id BIGINT NOT NULL REFERENCES wallets(id), -- Where to
    payment_type_id BIGINT NOT NULL REFERENCES payment_types(id), -- By which
    number TEXT NOT NULL, -- The wallet's number at the request
    amount BIGINT NOT NULL, -- Micro-dollars that leave the webmaster's balance
    fee BIGINT NOT NULL, -- Micro-dollars of these that are the fee
    currency_id BIGINT NOT NULL REFERENCES currencies(id), -- What is paid in
    rate BIGINT NOT NULL, -- Nano-dollars of one unit of the currency at the request
    payable BIGINT NOT NULL, -- Millionths of a unit of the currency that are sent
    status_id BIGINT NOT NULL, -- 1 requested, 2 approved, 3 paid, 4 rejected, 5 cancelled
    auto_monday BIGINT, -- UTC Monday of auto-payment, days since 1970; none: asked for by hand
    comment TEXT NOT NULL DEFAULT '', -- Why it was rejected; told to the webmaster
    transaction_hash TEXT NOT NULL DEFAULT '', -- What the payment system calls the payment
    approved_by BIGINT, -- Who approved it
    approved_at BIGINT, -- Unix ms of that
    closed_by BIGINT, -- Who paid, rejected or cancelled it
    closed_at BIGINT, -- Unix ms of that
    is_single_control BOOLEAN NOT NULL DEFAULT FALSE, -- One person approved and paid it
    request_transaction BIGINT REFERENCES transactions(id), -- The transaction that set the money aside
    end_transaction BIGINT REFERENCES transactions(id), -- The transaction that paid it or gave it back
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, exported_at BIGINT, exported_by BIGINT, paid_transaction BIGINT, held_reason TEXT NOT NULL DEFAULT '')

CREATE TABLE pending_earnings ( -- What webmasters' pending accounts hold by the day of the clicks, until it is released: a release reads no more
    day BIGINT NOT NULL, -- Effective UTC day, days since 1970
    webmaster_id BIGINT NOT NULL, -- The webmaster
    amount BIGINT NOT NULL, -- Micro-dollars; below zero after voids
    updated_by TEXT NOT NULL, due_day BIGINT, first_transaction BIGINT, referral BIGINT NOT NULL DEFAULT 0, -- Name of the database transaction that wrote it last
    PRIMARY KEY (day, webmaster_id)
)

CREATE TABLE pictures ( -- Pictures of ads, cut and encoded; the files lie in the media store under their hash
    hash TEXT NOT NULL, -- SHA-256 of the WebP file, hex
    width BIGINT NOT NULL, -- Pixels
    height BIGINT NOT NULL, -- Pixels
    webp_bytes BIGINT NOT NULL, -- Length of the WebP file
    jpeg_bytes BIGINT NOT NULL, -- Length of the JPEG file
    created_at BIGINT NOT NULL, unused_since BIGINT, -- Unix ms of the first upload
    PRIMARY KEY (hash)
)

CREATE TABLE postback_secrets ( -- Secrets without which no postback is taken for an advertiser's clicks; only hashes are kept
    user_id BIGINT NOT NULL REFERENCES users(id), -- The advertiser
    secret_hash BLOB NOT NULL, -- SHA-256 of the secret
    created_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (user_id)
)

CREATE TABLE postings ( -- One side of a transaction: credit positive, debit negative
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the posting
    transaction_id BIGINT NOT NULL REFERENCES transactions(id), -- The transaction
    account BIGINT NOT NULL, -- 1 advertiser, 2 webmaster pending, 3 webmaster available, 4 network revenue, 5 referral, 6 gateway clearing, 7 payouts, 8 fees, 9 adjustments, 10 bad debt
    user_id BIGINT NOT NULL, -- Whose account; 0 for the network's own
    amount BIGINT NOT NULL, -- Micro-dollars
    day BIGINT NOT NULL, -- Effective UTC day, days since 1970
    posted_day BIGINT NOT NULL, -- UTC day of the posting, days since 1970
    campaign_id BIGINT, -- What was paid for, on an advertiser's side of clicks
    block_id BIGINT -- What earned, on a webmaster's side of clicks
)

CREATE TABLE promo_codes ( -- What a top-up earns beside the money that comes in
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The promo code
    code TEXT NOT NULL, -- In capitals
    kind_id BIGINT NOT NULL, -- 1 fixed amount, 2 part of the top-up
    amount BIGINT NOT NULL, -- Micro-dollars of the bonus; of a part the most that it can be
    part_bp BIGINT NOT NULL, -- The part of the top-up in basis points
    minimum BIGINT NOT NULL, -- Micro-dollars below which a top-up earns nothing
    begins_at BIGINT NOT NULL, -- Unix ms from which it can be used
    ends_at BIGINT, -- Unix ms from which it cannot be used any more
    uses_max BIGINT, -- How many advertisers may use it
    note TEXT NOT NULL, -- For staff
    made_by BIGINT NOT NULL, -- Who made it
    approved_by BIGINT, -- Who agreed to it: nobody uses it before
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, uses BIGINT NOT NULL DEFAULT 0, given BIGINT NOT NULL DEFAULT 0)

CREATE TABLE promo_uses ( -- Who uses which promo code for which top-up
    promo_code_id BIGINT NOT NULL, -- The code
    advertiser_id BIGINT NOT NULL, -- Who uses it: each once
    deposit_id BIGINT NOT NULL, -- The top-up
    bonus BIGINT NOT NULL, -- Micro-dollars that it earned, less what was taken back
    changes BIGINT NOT NULL, -- Times that something was given or taken back
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (promo_code_id, advertiser_id)
)

CREATE TABLE push_ads ( -- What only push ads have; the rest stands in their rows of ads
    ad_id BIGINT NOT NULL REFERENCES ads(id), -- The ad
    uuid TEXT NOT NULL, -- Its outer name (UUIDv7)
    language TEXT NOT NULL, -- Two letters of the language that it is written in
    buttons TEXT NOT NULL, -- JSON array of model::push::PushButton
    stop_reason BIGINT, -- Why it was stopped: 1 by hand, 2 by a rule, 3 by staff; none while it is wanted
    PRIMARY KEY (ad_id)
)

CREATE TABLE push_messages ( -- Messages to subscriptions, from before they are sent until some time after they were answered
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The message
    subscription_id BIGINT NOT NULL, -- To whom
    site_id BIGINT NOT NULL, -- The site of the subscription
    ad_id BIGINT NOT NULL, -- The ad that it carries
    token TEXT NOT NULL, -- The ad's token; empty once there is an answer
    state BIGINT NOT NULL, -- 1 waits, 2 is being sent, 3 was taken by the push service, 4 was given up, 5 has nobody any more
    attempts BIGINT NOT NULL, -- How often it was sent
    not_before BIGINT NOT NULL, -- Unix ms before which it is not sent again
    http_status BIGINT, -- The push service's last answer; none where there was none
    answered_at BIGINT, -- Unix ms of the answer that ended it
    created_at BIGINT NOT NULL -- Unix ms
)

CREATE TABLE push_site_days ( -- What became of a site's push on each UTC day
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    day BIGINT NOT NULL, -- Days since 1970
    prompts BIGINT NOT NULL DEFAULT 0, -- Times that somebody was asked
    accepts BIGINT NOT NULL DEFAULT 0, -- Subscriptions that came of a question
    denials BIGINT NOT NULL DEFAULT 0, -- Visitors who block notifications for good
    postponed BIGINT NOT NULL DEFAULT 0, -- Visitors who said: not now
    losses BIGINT NOT NULL DEFAULT 0, -- Subscriptions that the push service knows no more
    unsubscribed BIGINT NOT NULL DEFAULT 0, -- Subscriptions that were ended by our link
    let_go BIGINT NOT NULL DEFAULT 0, -- Subscriptions that were let go, for they answered nothing
    imported BIGINT NOT NULL DEFAULT 0, -- Subscriptions that came from another provider
    sent BIGINT NOT NULL DEFAULT 0, -- Notifications that push services took
    shown BIGINT NOT NULL DEFAULT 0, -- Notifications that were shown
    clicked BIGINT NOT NULL DEFAULT 0, -- Notifications that were clicked
    PRIMARY KEY (site_id, day)
)

CREATE TABLE push_site_groups ( -- How many subscriptions of a site are alike
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    dimension BIGINT NOT NULL, -- 1 status, of all; of active ones: 2 country, 3 browser, 4 system, 5 device, 6 first day, 7 key
    value TEXT NOT NULL, -- In what they are alike
    subscribers BIGINT NOT NULL, -- How many
    PRIMARY KEY (site_id, dimension, value)
)

CREATE TABLE push_subscriptions ( -- Browsers that take notifications of a site
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The subscription
    uuid TEXT NOT NULL, -- What the browser knows it by: 128 random bits
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    block_id BIGINT NOT NULL REFERENCES blocks(id), -- Its push block
    webmaster_id BIGINT NOT NULL REFERENCES users(id), -- Whose site
    vapid_key_id BIGINT NOT NULL REFERENCES vapid_keys(id), -- The keys that it was made with
    endpoint TEXT NOT NULL, -- Where notifications are sent; empty once it has ended
    endpoint_hash TEXT NOT NULL, -- SHA-256 of the endpoint, in hex
    service TEXT NOT NULL, -- The push service's host
    p256dh TEXT NOT NULL, -- The browser's public key, base64url; empty once it has ended
    auth_sealed BLOB NOT NULL, -- The authentication secret: 16 bytes, AES-GCM; empty once it has ended
    country_code TEXT NOT NULL, -- Two letters
    region_id BIGINT NOT NULL, -- 0 when unknown
    city_id BIGINT NOT NULL, -- 0 when unknown
    asn BIGINT NOT NULL, -- Number of the network; 0 when unknown
    device_type BIGINT NOT NULL, -- 1 desktop, 2 tablet, 4 mobile, 0 other
    os BIGINT NOT NULL, -- The operating system; 0 other
    browser BIGINT NOT NULL, -- The browser; 0 other
    language TEXT NOT NULL, -- Two letters
    utc_offset_min BIGINT NOT NULL, -- Minutes that its clock is ahead of UTC
    is_imported BOOLEAN NOT NULL, -- It came from another provider
    created_at BIGINT NOT NULL, -- Unix ms
    last_seen_at BIGINT NOT NULL, -- Unix ms when its browser was last on the site, as far as it told
    status_id BIGINT NOT NULL, -- 1 active, 2 unsubscribed, 3 gone, 4 replaced, 5 let go
    ended_at BIGINT, -- Unix ms
    failures BIGINT NOT NULL DEFAULT 0, -- Pushes in a row that failed
    next_send_at BIGINT NOT NULL, -- Unix ms before which nothing is sent
    sent_day BIGINT NOT NULL DEFAULT 0, -- Its own day that `sent_today` counts, in days since 1970
    sent_today BIGINT NOT NULL DEFAULT 0, -- Notifications on that day
    last_sent_at BIGINT, -- Unix ms
    last_answered_at BIGINT NOT NULL, -- Unix ms of the last impression or click; of its beginning before the first
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, unanswered BIGINT NOT NULL DEFAULT 0, looks_in_vain BIGINT NOT NULL DEFAULT 0)

CREATE TABLE push_worker_checks ( -- What the last look at a site's push worker file found
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    found TEXT NOT NULL, -- JSON: what was found
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms of the look
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (site_id)
)

CREATE TABLE recovery_codes ( -- Codes that stand in for a lost second factor, each once; only keyed hashes are kept
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    code_hash BLOB NOT NULL, -- Keyed hash of the code
    created_at BIGINT NOT NULL, -- Unix ms
    used_at BIGINT, -- Unix ms
    PRIMARY KEY (user_id, code_hash)
)

CREATE TABLE referral_earnings ( -- What who brought a user earned by that user on a UTC day
    referred_id BIGINT NOT NULL, -- The user who was brought
    day BIGINT NOT NULL, -- UTC day of the clicks' append, days since 1970
    referrer_id BIGINT NOT NULL, -- Who brought them
    amount BIGINT NOT NULL, -- Micro-dollars of billed clicks
    clicks BIGINT NOT NULL, -- Billed clicks
    voided BIGINT NOT NULL, -- Micro-dollars taken back for clicks of this day
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (referred_id, day)
)

CREATE TABLE refresh_tokens ( -- Refresh tokens of a session, each used once; only hashes are kept
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the token
    session_id BIGINT NOT NULL REFERENCES sessions(id), -- The session
    token_hash BLOB NOT NULL, -- SHA-256 of the token
    created_at BIGINT NOT NULL, -- Unix ms
    expires_at BIGINT NOT NULL, -- Unix ms
    rotated_at BIGINT -- Unix ms when its successor was given
)

CREATE TABLE rule_actions ( -- What rules did, or ask for
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The action
    rule_id BIGINT NOT NULL, -- The rule
    rule_name TEXT NOT NULL, -- What it was called then
    advertiser_id BIGINT NOT NULL, -- Whose
    campaign_id BIGINT NOT NULL, -- In which campaign
    campaign_name TEXT NOT NULL, -- What that was called then
    subject BIGINT NOT NULL, -- What it was done to: 1 site, 2 block, 3 ad, 4 group, 5 campaign
    subject_id BIGINT NOT NULL, -- Its number
    subject_name TEXT NOT NULL, -- What it was called then
    kind BIGINT NOT NULL, -- What was done
    state BIGINT NOT NULL, -- 1 done, 2 undone, 3 waits for its owner's word, 4 declined
    change TEXT NOT NULL, -- JSON: what was before and after
    sums TEXT NOT NULL, -- JSON: the figures that it saw
    why TEXT NOT NULL, -- The same in words
    hour BIGINT NOT NULL, -- The UTC hour since 1970-01-01T00 in which it was decided
    at BIGINT NOT NULL, -- Unix ms
    decided_at BIGINT, -- Unix ms at which its owner said yes or no, or took it back
    decided_by BIGINT, -- Who did
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE rules ( -- What advertisers have done to their campaigns by themselves
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The rule
    advertiser_id BIGINT NOT NULL, -- Whose
    name TEXT NOT NULL, -- Name
    settings TEXT NOT NULL, -- JSON: what it looks at, when it acts, what it does
    is_on BOOLEAN NOT NULL, -- It runs
    on_since BIGINT, -- Unix ms at which it was switched on
    next_at BIGINT NOT NULL, -- Unix ms at which it is looked at next
    last_run_at BIGINT, -- Unix ms at which it was looked at last
    version BIGINT NOT NULL DEFAULT 1, -- Grows with each change
    deleted_at BIGINT, -- Unix ms; what it did keeps its name
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE "seaql_migrations" ( "version" varchar NOT NULL PRIMARY KEY, "applied_at" integer NOT NULL )

CREATE TABLE second_factors ( -- Secrets of one-time codes (TOTP)
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    secret BLOB NOT NULL, -- The secret, encrypted
    last_step BIGINT NOT NULL, -- Step of the last code that was taken: none before it is taken again
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (user_id)
)

CREATE TABLE sellers ( -- Webmasters who want to be named in sellers.json
    user_id BIGINT NOT NULL REFERENCES users(id), -- The webmaster
    name TEXT NOT NULL, -- The name of their business
    domain TEXT NOT NULL, -- Its domain: that of a site of theirs
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (user_id)
)

CREATE TABLE sessions ( -- Logins; the family of the refresh tokens that follow one another
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The session
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    created_at BIGINT NOT NULL, -- Unix ms of the login
    seen_at BIGINT NOT NULL, -- Unix ms of the last refresh
    ended_at BIGINT, -- Unix ms of logout, of a block, or of a reused token
    end_reason TEXT, -- logout, reuse, password, block or staff
    address TEXT NOT NULL, -- Address of the login
    user_agent TEXT NOT NULL -- Browser of the login, shortened
, admin_id BIGINT REFERENCES users(id), admin_session_id BIGINT)

CREATE TABLE set_aside_records ( -- Records that a feed could not digest and went past; kept for good, since the log is read again without them
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the row
    consumer TEXT NOT NULL, -- The feed
    source BIGINT NOT NULL, -- 1 event log, 2 settlements
    record_ref BIGINT NOT NULL, -- Place of the record in the log, or number of the settlement
    what TEXT NOT NULL, -- What it is: click, show, postback, ...; unreadable where that is not known
    appended_at BIGINT NOT NULL, -- Unix ms of the record's append
    reason TEXT NOT NULL, -- Why it was not digested
    tries BIGINT NOT NULL, -- How often it was tried
    state BIGINT NOT NULL, -- 1 set aside, 2 to be tried again, 3 taken after all, 4 given up
    enters_at BLOB, -- Taken after all: position before which the record came again, opaque
    first_at BIGINT NOT NULL, -- Unix ms of the first time it was set aside
    last_at BIGINT NOT NULL, -- Unix ms of the last change
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
, lacking_at BIGINT)

CREATE TABLE settings ( -- Settings that were ever changed; what is not here has its default
    name TEXT NOT NULL, -- Section and field: bids.default_bid
    value TEXT, -- As the setting writes it; none: its default
    version BIGINT NOT NULL, -- Grows with each change, from 1
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (name)
)

CREATE TABLE settlements ( -- Billing's final word on a click, a change of a conversion, or a void; never changed
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Sequence: grows in the order of commits; statistics read by it
    kind BIGINT NOT NULL, -- 1 click, 2 conversion, 3 void, 4 void of an earning that had been released
    record_ref BIGINT NOT NULL, -- Place of the record in the log that led to it: click or postback
    click_ref BIGINT NOT NULL, -- Place of the click in the log
    clicked_at BIGINT NOT NULL, -- Unix ms of the click's append
    settled_at BIGINT NOT NULL, -- Unix ms
    verdict BIGINT NOT NULL, -- Verdict code; 0 valid
    advertiser_id BIGINT NOT NULL, -- Who pays
    campaign_id BIGINT NOT NULL, -- The campaign
    ad_id BIGINT NOT NULL, -- The ad
    webmaster_id BIGINT NOT NULL, -- Who earns
    block_id BIGINT NOT NULL, -- The block
    cost BIGINT NOT NULL, -- Micro-dollars from the advertiser; negative on a void
    webmaster_amount BIGINT NOT NULL, -- Micro-dollars to the webmaster
    webmaster_referrer_amount BIGINT NOT NULL, -- Micro-dollars to the webmaster's referrer
    advertiser_referrer_amount BIGINT NOT NULL, -- Micro-dollars to the advertiser's referrer
    network_amount BIGINT NOT NULL, -- Micro-dollars to the network
    share_bp BIGINT NOT NULL, -- The webmaster's share that was used, basis points
    webmaster_referrer_id BIGINT, -- Who got the webmaster's referral
    advertiser_referrer_id BIGINT, -- Who got the advertiser's referral
    external_id TEXT, -- Conversion: the tracker's id
    state_before BIGINT, -- Conversion: 1 hold, 2 approved, 3 rejected; none if new
    state BIGINT, -- Conversion: the state now
    payout_before BIGINT, -- Conversion: micro-dollars before
    payout BIGINT, -- Conversion: micro-dollars now
    served BLOB NOT NULL, -- The served ad (postcard): what statistics count it under
    transaction_id BIGINT REFERENCES transactions(id) -- The transaction of its batch; none where no money moved
, referrer_bp BIGINT NOT NULL DEFAULT 500, served_version BIGINT NOT NULL DEFAULT 2, goal TEXT, advertiser_transaction_id TEXT)

CREATE TABLE site_checks ( -- What the last look at each site found
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    webmaster_id BIGINT NOT NULL, -- Whose it is
    found TEXT NOT NULL DEFAULT '', -- What was found, as JSON; empty before the first look
    failures BIGINT NOT NULL DEFAULT 0, -- Looks in a row that found it verified no more
    failing_since BIGINT, -- Unix ms of the first of these
    is_asked BOOLEAN NOT NULL DEFAULT FALSE, -- Somebody waits for the next look
    next_at BIGINT NOT NULL, -- Unix ms when it is due; what is asked for is due ten years before it was asked for
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (site_id)
)

CREATE TABLE site_metrics ( -- Counters of a site with the data to read them
    site_id BIGINT NOT NULL REFERENCES sites(id), -- The site
    position BIGINT NOT NULL, -- Place in the list, from 0
    statistics_metrics TEXT NOT NULL, -- The kind of counter: google_analytics
    access BLOB NOT NULL, -- Address, password and comment: JSON, AES-GCM
    PRIMARY KEY (site_id, position)
)

CREATE TABLE sites ( -- Websites of webmasters
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The site
    webmaster_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    name TEXT NOT NULL, -- What its owner calls it
    domain TEXT NOT NULL, -- Host, lower case, without scheme and port; subdomains belong to it
    category_id BIGINT NOT NULL, -- What it is about; 0 when none
    status_id BIGINT NOT NULL, -- 1 waiting, 2 approved, 3 rejected, 4 blocked, 5 archived
    reject_comment TEXT NOT NULL DEFAULT '', -- What the moderator told the owner
    allowed_categories TEXT NOT NULL, -- JSON list of category ids; if not empty, only their ads
    forbidden_categories TEXT NOT NULL, -- JSON list of category ids; never their ads
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    version BIGINT NOT NULL DEFAULT 1 -- Grows with each change
, shows_own_ads BOOLEAN NOT NULL DEFAULT FALSE, verification_state BIGINT NOT NULL DEFAULT 1, verified_by BIGINT, verified_at BIGINT, verification_lost_at BIGINT, pauses_at BIGINT, is_paused BOOLEAN NOT NULL DEFAULT FALSE, is_verification_required BOOLEAN NOT NULL DEFAULT FALSE, earnings_held_reason TEXT NOT NULL DEFAULT '', earnings_held_at BIGINT, blocked_from BIGINT, blocked_comment TEXT NOT NULL DEFAULT '', is_block_of_god BOOLEAN NOT NULL DEFAULT FALSE, waits_since BIGINT)

CREATE TABLE source_coefficients ( -- Multipliers of bids at single sources
    owner_kind BIGINT NOT NULL, -- 1 campaign, 2 group
    owner_id BIGINT NOT NULL, -- Id of the campaign or group
    source_kind BIGINT NOT NULL, -- 1 site, 2 block
    source_id BIGINT NOT NULL, -- Id of the site or block
    tenths BIGINT NOT NULL, -- Coefficient in tenths, 2..=90
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (owner_kind, owner_id, source_kind, source_id)
)

CREATE TABLE style_rules ( -- One row once a server has run: the rules that the CSS of all blocks is compiled with
    id BIGINT NOT NULL, -- 1
    digest BLOB NOT NULL, -- Hash of the rules
    created_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (id),
    CHECK (id = 1)
)

CREATE TABLE teams ( -- Teams of managers: statistics are asked by them
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The team
    name TEXT NOT NULL, -- What staff call it
    folded_name TEXT NOT NULL, -- The name in small letters: no two teams have the same
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    UNIQUE (folded_name)
)

CREATE TABLE templates ( -- Ways to draw a block; those of the program are brought up to date at start
    id BIGINT NOT NULL, -- The template
    block_format_type_id BIGINT NOT NULL, -- 1 native, 2 article, 4 text, 8 long text, 16 media
    name TEXT NOT NULL, -- Name of its code in the tag
    label TEXT NOT NULL, -- Name that people read
    definition TEXT NOT NULL, -- JSON: fields with their types, ranges and defaults, and sizes
    is_global BOOLEAN NOT NULL, -- Offered to every webmaster
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    archived_at BIGINT, -- Unix ms; no longer offered, still drawn
    PRIMARY KEY (id)
)

CREATE TABLE texts ( -- Texts of public pages that differ from those that the program brings along
    slug TEXT NOT NULL, -- Name in the address: privacy, first-campaign
    title TEXT NOT NULL, -- Heading, 1..=120 characters
    description TEXT NOT NULL, -- What search engines show, 1..=300 characters
    body TEXT NOT NULL, -- Markdown, at most 100,000 characters
    version BIGINT NOT NULL, -- Grows with each change; an older one is a stale edit
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, is_default BOOLEAN NOT NULL DEFAULT FALSE, -- Name of the database transaction that wrote it last
    PRIMARY KEY (slug)
)

CREATE TABLE traffic_sources ( -- How visitors come to a page
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the source
    name TEXT NOT NULL, -- Name that people read
    is_active BOOLEAN NOT NULL DEFAULT TRUE -- May be chosen
)

CREATE TABLE transactions ( -- A movement of money; its postings add up to zero
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- Number of the transaction
    reference TEXT NOT NULL, -- What it was made for; a second one of the same reference is refused
    operation_type BIGINT NOT NULL, -- 1 top-up, 2 native clicks, 3 push clicks, 4 correction, 5 refund, 6 bonus, 20 release of earnings
    created_at BIGINT NOT NULL, -- Unix ms
    actor_id BIGINT, -- Staff who made it; none for the program
    comment TEXT NOT NULL DEFAULT '' -- Said by who made it; shown in histories
)

CREATE TABLE unknown_disputes ( -- Disputes that were told before the payment that they are about
    gateway TEXT NOT NULL, -- Who tells it
    payment_ref TEXT NOT NULL, -- The gateway's name of the payment
    dispute_ref TEXT NOT NULL, -- The gateway's name of the dispute
    disputed BIGINT NOT NULL, -- Micro-dollars that it is about
    dispute_state BIGINT, -- 1 open, 2 won, 3 lost
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    PRIMARY KEY (gateway, payment_ref)
)

CREATE TABLE user_notes ( -- What staff write for each other of a user
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The note
    user_id BIGINT NOT NULL, -- Of whom
    author_id BIGINT NOT NULL, -- Who wrote it
    text TEXT NOT NULL, -- What it says
    is_pinned BOOLEAN NOT NULL, -- Stands above the others
    created_at BIGINT NOT NULL, -- Unix ms
    edited_at BIGINT, -- Unix ms; when its text was changed last, if it was
    version BIGINT NOT NULL, -- Grows with each change
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE users ( -- People with an account
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The user
    email TEXT NOT NULL, -- Mail address, lower case
    password_hash TEXT NOT NULL, -- argon2id, PHC string
    type_id BIGINT NOT NULL, -- 1 ordinary, 12 god, 13 sales
    status_id BIGINT NOT NULL, -- 1 unconfirmed, 2 blocked, 3 active, 4 deleted
    status_reason TEXT NOT NULL DEFAULT '', -- Why blocked; told at login
    is_trusted BOOLEAN NOT NULL, -- Skips moderation queues, lower minimum bid
    is_advertiser BOOLEAN NOT NULL, -- Has the advertiser's cabinet
    is_webmaster BOOLEAN NOT NULL, -- Has the webmaster's cabinet
    is_auto_payment BOOLEAN NOT NULL, -- Webmaster: payouts are requested each Monday
    name TEXT NOT NULL DEFAULT '', -- What to call them
    phone TEXT NOT NULL DEFAULT '', -- Phone
    skype TEXT NOT NULL DEFAULT '', -- Skype name
    telegram TEXT NOT NULL DEFAULT '', -- Telegram name
    currency_unit BIGINT NOT NULL DEFAULT 1, -- Display of money: 1 dollars, 2 cents
    minimum_bid BIGINT, -- Lowest native bid of the user, micro-dollars; none for the usual one
    manager_id BIGINT REFERENCES users(id), -- Sales who looks after the user
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL, -- Name of the database transaction that wrote it last
    version BIGINT NOT NULL DEFAULT 1 -- Grows with each change
, source TEXT NOT NULL DEFAULT '', medium TEXT NOT NULL DEFAULT '', campaign TEXT NOT NULL DEFAULT '', pending_email TEXT, notices_off TEXT NOT NULL DEFAULT '[]', has_second_factor BOOLEAN NOT NULL DEFAULT FALSE, team_id BIGINT REFERENCES teams(id), auto_payment_at BIGINT, mails_off TEXT NOT NULL DEFAULT '[]')

CREATE TABLE vapid_keys ( -- Pairs of keys by which push services know who sends
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The pair
    public_key TEXT NOT NULL, -- 65 bytes, uncompressed, base64url
    private_sealed BLOB NOT NULL, -- The private key: 32 bytes, AES-GCM
    site_id BIGINT REFERENCES sites(id), -- The site whose subscriptions came with it from another provider; none: ours
    created_at BIGINT NOT NULL, -- Unix ms
    retired_at BIGINT, -- Unix ms since when no subscription needs it
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE void_clicks ( -- The clicks of voids that are not applied yet
    void_id BIGINT NOT NULL REFERENCES voids(id), -- The void
    click_ref BIGINT NOT NULL, -- Place of the click in the log
    PRIMARY KEY (void_id, click_ref)
)

CREATE TABLE voids ( -- Decisions to take clicks back: each leads to events in the log, by which billing does so
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The void
    user_id BIGINT NOT NULL REFERENCES users(id), -- Who decided
    reason TEXT NOT NULL, -- Why
    chosen TEXT NOT NULL, -- How the clicks were chosen, as JSON
    clicks BIGINT NOT NULL, -- Clicks that were chosen
    cost BIGINT NOT NULL, -- Micro-dollars that these had cost
    state BIGINT NOT NULL, -- 1 waiting, 2 in the log, 3 applied
    logged_ref BIGINT, -- Place of its last event in the log
    logged_at BIGINT, -- Unix ms of that event's append
    voided_clicks BIGINT, -- Clicks that were taken back, once applied
    voided_cost BIGINT, -- Micro-dollars that were given back, once applied
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE TABLE wallets ( -- Where webmasters are paid to
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- The wallet
    user_id BIGINT NOT NULL REFERENCES users(id), -- Whose
    payment_type_id BIGINT NOT NULL REFERENCES payment_types(id), -- By which it is paid to
    number TEXT NOT NULL, -- Its address, or what the payment system calls the account
    folded_number TEXT NOT NULL, -- The number as it is compared with others
    status_id BIGINT NOT NULL, -- 1 waiting, 2 approved, 3 rejected, 4 deleted
    is_primary BOOLEAN NOT NULL DEFAULT FALSE, -- Is paid to where no wallet is named
    comment TEXT NOT NULL DEFAULT '', -- Why it was refused; told to its owner
    usable_at BIGINT NOT NULL, -- Unix ms: is not paid to before
    decided_by BIGINT, -- Who approved or refused it; none: nobody yet, or its owner is trusted
    decided_at BIGINT, -- Unix ms of that
    created_at BIGINT NOT NULL, -- Unix ms
    updated_at BIGINT NOT NULL, -- Unix ms
    updated_by TEXT NOT NULL -- Name of the database transaction that wrote it last
)

CREATE INDEX account_tokens_expires_at_idx ON account_tokens (expires_at)

CREATE UNIQUE INDEX account_tokens_token_hash_idx ON account_tokens (token_hash)

CREATE INDEX account_tokens_user_id_kind_idx ON account_tokens (user_id, kind)

CREATE INDEX ad_bid_hours_hour_idx ON ad_bid_hours (hour)

CREATE INDEX ad_groups_advertiser_id_created_at_idx ON ad_groups (advertiser_id, created_at)

CREATE INDEX ad_groups_advertiser_id_idx ON ad_groups (advertiser_id)

CREATE INDEX ad_groups_listed ON ad_groups (campaign_id, deleted_at, advertiser_id, archived_at, paused_by_staff, paused_by_rule, wanted, schedule, folded_name)

CREATE INDEX ad_groups_live ON ad_groups (advertiser_id) WHERE deleted_at IS NULL

CREATE INDEX ads_advertiser_id_created_at_idx ON ads (advertiser_id, created_at)

CREATE INDEX ads_campaign_id_idx ON ads (campaign_id)

CREATE INDEX ads_cheapest ON ads (campaign_id, lowest_bid) WHERE review = 5 AND deleted_at IS NULL AND archived_at IS NULL

CREATE INDEX ads_checks ON ads (submitted_at) WHERE needs_check AND review <> 2 AND deleted_at IS NULL AND archived_at IS NULL

CREATE INDEX ads_group_id_idx ON ads (group_id)

CREATE INDEX ads_horizontal_hash ON ads (horizontal_hash) WHERE horizontal_hash IS NOT NULL

CREATE INDEX ads_horizontal_used ON ads (horizontal_hash) WHERE horizontal_hash IS NOT NULL AND deleted_at IS NULL

CREATE INDEX ads_linked ON ads (link_id) WHERE deleted_at IS NULL

CREATE INDEX ads_linked_live ON ads (link_id) WHERE deleted_at IS NULL AND archived_at IS NULL AND (review = 2 OR needs_check OR wanted)

CREATE INDEX ads_listed ON ads (advertiser_id, deleted_at, group_id, archived_at, review, wanted, halts, lock_until, processing_until, lowest_bid, formats, folded_title)

CREATE INDEX ads_live ON ads (advertiser_id) WHERE deleted_at IS NULL

CREATE INDEX ads_ready ON ads (campaign_id, group_id) WHERE review = 5 AND wanted AND halts = 0 AND deleted_at IS NULL AND archived_at IS NULL

CREATE INDEX ads_review_submitted_at_idx ON ads (review, submitted_at)

CREATE INDEX ads_square_hash ON ads (square_hash) WHERE square_hash IS NOT NULL

CREATE INDEX ads_square_used ON ads (square_hash) WHERE square_hash IS NOT NULL AND deleted_at IS NULL

CREATE INDEX ads_waiting ON ads (submitted_at) WHERE review = 2 AND deleted_at IS NULL AND archived_at IS NULL

CREATE UNIQUE INDEX api_tokens_token_hash_idx ON api_tokens (token_hash)

CREATE INDEX api_tokens_user_id_idx ON api_tokens (user_id)

CREATE INDEX audit_log_acting_as_id_at_idx ON audit_log (acting_as_id, at)

CREATE INDEX audit_log_action ON audit_log (action, id)

CREATE INDEX audit_log_actor_id_at_idx ON audit_log (actor_id, at)

CREATE INDEX audit_log_at ON audit_log (at)

CREATE INDEX audit_log_subject_subject_id_at_idx ON audit_log (subject, subject_id, at)

CREATE INDEX auto_top_ups_is_on_next_at_idx ON auto_top_ups (is_on, next_at)

CREATE INDEX block_earnings_webmaster_id_day_idx ON block_earnings (webmaster_id, day)

CREATE INDEX block_versions_webmaster_id_created_at_idx ON block_versions (webmaster_id, created_at)

CREATE INDEX blocks_block_format_type_id_id_idx ON blocks (block_format_type_id, id)

CREATE INDEX blocks_picture_used ON blocks (picture_hash) WHERE picture_hash IS NOT NULL

CREATE INDEX blocks_site_id_status_id_idx ON blocks (site_id, status_id)

CREATE INDEX blocks_webmaster_id_created_at_idx ON blocks (webmaster_id, created_at)

CREATE INDEX blocks_webmaster_id_idx ON blocks (webmaster_id)

CREATE INDEX campaign_spend_advertiser_id_day_idx ON campaign_spend (advertiser_id, day)

CREATE INDEX campaigns_advertiser_id_created_at_idx ON campaigns (advertiser_id, created_at)

CREATE INDEX campaigns_listed ON campaigns (advertiser_id, deleted_at, campaign_type, archived_at, declined, approved_once, paused_by_staff, paused_by_rule, wanted, daily_limit, total_limit, schedule, folded_name, target)

CREATE INDEX campaigns_live ON campaigns (advertiser_id) WHERE deleted_at IS NULL

CREATE UNIQUE INDEX campaigns_uuid_idx ON campaigns (uuid) WHERE uuid IS NOT NULL

CREATE INDEX checkpoint_parts_name_idx ON checkpoint_parts (name)

CREATE INDEX client_errors_last_at_idx ON client_errors (last_at)

CREATE INDEX contact_messages_is_done_id_idx ON contact_messages (is_done, id)

CREATE INDEX contact_messages_user_id_idx ON contact_messages (user_id)

CREATE INDEX corrections_status_id_id_idx ON corrections (status_id, id)

CREATE INDEX corrections_user_id_id_idx ON corrections (user_id, id)

CREATE UNIQUE INDEX currencies_code_idx ON currencies (code)

CREATE INDEX deposit_movements_deposit_id_idx ON deposit_movements (deposit_id)

CREATE INDEX deposit_payments_deposit_id_idx ON deposit_payments (deposit_id)

CREATE INDEX deposits_advertiser_id_id_idx ON deposits (advertiser_id, id)

CREATE INDEX deposits_advertiser_id_is_automatic_created_at_idx ON deposits (advertiser_id, is_automatic, created_at)

CREATE INDEX deposits_advertiser_id_status_id_idx ON deposits (advertiser_id, status_id)

CREATE UNIQUE INDEX deposits_invoice_number_idx ON deposits (invoice_number) WHERE invoice_number IS NOT NULL

CREATE INDEX deposits_is_automatic_status_id_updated_at_idx ON deposits (is_automatic, status_id, updated_at)

CREATE INDEX deposits_method_wish_status_id_updated_at_idx ON deposits (method_wish, status_id, updated_at)

CREATE INDEX deposits_next_ask_at_idx ON deposits (next_ask_at)

CREATE UNIQUE INDEX deposits_receipt_number_idx ON deposits (receipt_number) WHERE receipt_number IS NOT NULL

CREATE INDEX deposits_status_id_id_idx ON deposits (status_id, id)

CREATE INDEX folded_postings_account_user_id_sealed_day_idx ON folded_postings (account, user_id, sealed_day)

CREATE INDEX held_earnings_webmaster_id_idx ON held_earnings (webmaster_id)

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)

CREATE INDEX link_checks_answered ON link_checks (checked_at) WHERE state = 2 AND failures = 0

CREATE INDEX link_checks_asked_by_next_at_idx ON link_checks (asked_by, next_at)

CREATE INDEX link_checks_host_key_next_at_idx ON link_checks (host_key, next_at)

CREATE INDEX link_checks_next_at_idx ON link_checks (next_at)

CREATE INDEX list_views_user_id_id_idx ON list_views (user_id, id)

CREATE INDEX mails_created_at_idx ON mails (created_at)

CREATE INDEX mails_state_next_attempt_at_idx ON mails (state, next_attempt_at)

CREATE INDEX mails_user_id_created_at_idx ON mails (user_id, created_at)

CREATE INDEX mails_user_id_id_idx ON mails (user_id, id)

CREATE INDEX money_terms_referrer_id_idx ON money_terms (referrer_id)

CREATE INDEX notices_created_at_idx ON notices (created_at)

CREATE INDEX notices_user_id_id_idx ON notices (user_id, id)

CREATE INDEX notices_user_id_read_at_idx ON notices (user_id, read_at)

CREATE INDEX payment_messages_seen_at_id_idx ON payment_messages (seen_at, id)

CREATE INDEX payment_types_payment_system_id_idx ON payment_types (payment_system_id)

CREATE UNIQUE INDEX payouts_end_transaction_idx ON payouts (end_transaction)

CREATE UNIQUE INDEX payouts_request_transaction_idx ON payouts (request_transaction)

CREATE INDEX payouts_status_id_id_idx ON payouts (status_id, id)

CREATE UNIQUE INDEX payouts_user_id_auto_monday_idx ON payouts (user_id, auto_monday) WHERE auto_monday IS NOT NULL

CREATE INDEX payouts_user_id_id_idx ON payouts (user_id, id)

CREATE UNIQUE INDEX payouts_user_id_idx ON payouts (user_id) WHERE status_id < 3

CREATE INDEX payouts_wallet_id_idx ON payouts (wallet_id)

CREATE INDEX pending_earnings_due_day_webmaster_id_idx ON pending_earnings (due_day, webmaster_id)

CREATE INDEX pending_earnings_webmaster_id_due_day_idx ON pending_earnings (webmaster_id, due_day)

CREATE INDEX postings_account_user_id_posted_day_idx ON postings (account, user_id, posted_day)

CREATE INDEX postings_posted_day_account_idx ON postings (posted_day, account)

CREATE INDEX postings_transaction_id_idx ON postings (transaction_id)

CREATE UNIQUE INDEX promo_codes_code_idx ON promo_codes (code)

CREATE INDEX promo_uses_advertiser_id_deposit_id_idx ON promo_uses (advertiser_id, deposit_id)

CREATE UNIQUE INDEX promo_uses_deposit_id_idx ON promo_uses (deposit_id)

CREATE UNIQUE INDEX push_ads_uuid_idx ON push_ads (uuid)

CREATE INDEX push_messages_created_at_idx ON push_messages (created_at)

CREATE INDEX push_messages_state_not_before_idx ON push_messages (state, not_before)

CREATE INDEX push_messages_subscription_id_state_idx ON push_messages (subscription_id, state)

CREATE INDEX push_subscriptions_ended_at_idx ON push_subscriptions (ended_at)

CREATE UNIQUE INDEX push_subscriptions_endpoint_hash_idx ON push_subscriptions (endpoint_hash)

CREATE INDEX push_subscriptions_site_id_status_id_last_answered_at_last_sent_at_idx ON push_subscriptions (site_id, status_id, last_answered_at, last_sent_at)

CREATE INDEX push_subscriptions_status_id_next_send_at_idx ON push_subscriptions (status_id, next_send_at)

CREATE UNIQUE INDEX push_subscriptions_uuid_idx ON push_subscriptions (uuid)

CREATE INDEX push_subscriptions_vapid_key_id_status_id_idx ON push_subscriptions (vapid_key_id, status_id)

CREATE INDEX push_subscriptions_webmaster_id_idx ON push_subscriptions (webmaster_id)

CREATE INDEX referral_earnings_referrer_id_day_idx ON referral_earnings (referrer_id, day)

CREATE INDEX refresh_tokens_session_id_idx ON refresh_tokens (session_id)

CREATE UNIQUE INDEX refresh_tokens_token_hash_idx ON refresh_tokens (token_hash)

CREATE INDEX rule_actions_advertiser_id_id_idx ON rule_actions (advertiser_id, id)

CREATE INDEX rule_actions_asked ON rule_actions (rule_id) WHERE state = 3

CREATE INDEX rule_actions_at_idx ON rule_actions (at)

CREATE INDEX rule_actions_rule_id_at_idx ON rule_actions (rule_id, at)

CREATE UNIQUE INDEX rule_actions_rule_id_campaign_id_subject_subject_id_hour_idx ON rule_actions (rule_id, campaign_id, subject, subject_id, hour)

CREATE INDEX rule_actions_subject_subject_id_id_idx ON rule_actions (subject, subject_id, id)

CREATE INDEX rules_advertiser_id_id_idx ON rules (advertiser_id, id)

CREATE INDEX rules_is_on_next_at_idx ON rules (is_on, next_at)

CREATE INDEX sessions_user_id_created_at_idx ON sessions (user_id, created_at)

CREATE UNIQUE INDEX set_aside_records_consumer_source_record_ref_idx ON set_aside_records (consumer, source, record_ref)

CREATE INDEX set_aside_records_state_idx ON set_aside_records (state)

CREATE UNIQUE INDEX settlements_click_ref_idx ON settlements (click_ref) WHERE kind > 2

CREATE INDEX settlements_click_ref_kind_idx ON settlements (click_ref, kind)

CREATE UNIQUE INDEX settlements_record_ref_idx ON settlements (record_ref) WHERE kind < 3

CREATE INDEX settlements_transaction_id_idx ON settlements (transaction_id)

CREATE INDEX site_checks_next_at_idx ON site_checks (next_at)

CREATE UNIQUE INDEX sites_domain_idx ON sites (domain) WHERE status_id = 2

CREATE INDEX sites_domain_status_id_idx ON sites (domain, status_id)

CREATE INDEX sites_status_id_idx ON sites (status_id)

CREATE INDEX sites_waiting ON sites (waits_since) WHERE status_id = 1 AND waits_since IS NOT NULL

CREATE INDEX sites_webmaster_id_created_at_idx ON sites (webmaster_id, created_at)

CREATE INDEX sites_webmaster_id_status_id_idx ON sites (webmaster_id, status_id)

CREATE INDEX transactions_created_at_idx ON transactions (created_at)

CREATE INDEX transactions_operation_type_id_idx ON transactions (operation_type, id)

CREATE UNIQUE INDEX transactions_reference_idx ON transactions (reference)

CREATE INDEX user_notes_user_id_id_idx ON user_notes (user_id, id)

CREATE INDEX users_auto_payment_at_idx ON users (auto_payment_at)

CREATE UNIQUE INDEX users_email_idx ON users (email)

CREATE INDEX users_manager_id_idx ON users (manager_id)

CREATE INDEX users_team_id_idx ON users (team_id)

CREATE UNIQUE INDEX vapid_keys_public_key_idx ON vapid_keys (public_key)

CREATE INDEX void_clicks_click_ref_idx ON void_clicks (click_ref)

CREATE INDEX voids_state_id_idx ON voids (state, id)

CREATE INDEX wallets_folded_number_idx ON wallets (folded_number)

CREATE INDEX wallets_status_id_id_idx ON wallets (status_id, id)

CREATE INDEX wallets_user_id_id_idx ON wallets (user_id, id)

CREATE UNIQUE INDEX wallets_user_id_idx ON wallets (user_id) WHERE is_primary

CREATE UNIQUE INDEX wallets_user_id_payment_type_id_folded_number_idx ON wallets (user_id, payment_type_id, folded_number) WHERE status_id < 4
