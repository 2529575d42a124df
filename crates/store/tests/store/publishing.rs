//! Blocks and templates, on both engines.

use placard_model::format::BlockFormat;
use placard_model::sites::placement::Placement;
use placard_model::user::{BlockStatus, SiteStatus, UserStatus, UserType};
use placard_model::{BlockId, CategoryId, TemplateId, UserId};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::advertising::inventory_changes::{self, Kind};
use placard_store::publishing::blocks::{self, BlockSettings, Which};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::publishing::templates::{self, Builtin};
use placard_store::testing::each_backend;
use placard_store::{Error, Priority, Scope, Store};

async fn webmaster(store: &Store, email: &str) -> UserId {
    let new = NewUser {
        email: email.to_owned(),
        password_hash: String::new(),
        user_type: UserType::Ordinary,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: false,
        is_webmaster: true,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    };
    store.write("test", Priority::Api, async |tx| users::insert_user(tx, &new).await).await.unwrap().id
}

#[tokio::test]
async fn blocks_reach_the_engine_while_they_may_show() {
    each_backend(async |store, _| {
        let builtin = Builtin {
            id: TemplateId(2),
            format: BlockFormat::Native,
            name: "image-top".to_owned(),
            label: "Image top".to_owned(),
            definition: "{}".to_owned(),
        };
        let put = async |builtin: Builtin| {
            store
                .write("test", Priority::Api, async |tx| {
                    templates::put_builtins(tx, std::slice::from_ref(&builtin)).await
                })
                .await
                .unwrap()
        };
        assert_eq!((put(builtin.clone()).await, put(builtin.clone()).await), (1, 0));
        assert_eq!(put(Builtin { label: "Picture above".to_owned(), ..builtin }).await, 1);

        let (anna, bob) = (webmaster(&store, "a@x.org").await, webmaster(&store, "b@x.org").await);
        let site_settings = SiteSettings {
            name: "News".to_owned(),
            domain: "news.example".to_owned(),
            category: CategoryId(3),
            allowed_categories: vec![CategoryId(9)],
            forbidden_categories: vec![],
            shows_own_ads: false,
        };
        let settings = BlockSettings {
            name: "Sidebar".to_owned(),
            format: BlockFormat::Native,
            template: TemplateId(2),
            config: r#"{"rows":2}"#.to_owned(),
            custom_styles: String::new(),
            compiled_styles: ".block .title{color:red}".to_owned(),
            passback_html: "<i></i>".to_owned(),
            passback_url: String::new(),
            refresh_s: 0,
            placement: Placement::InPlace,
            floor: blocks::Floor::default(),
            places: 6,
        };
        let (site, block) = store
            .write("test", Priority::Api, async |tx| {
                let site = sites::insert_site(tx, anna, &site_settings, &[], SiteStatus::Waiting).await?;
                let block = blocks::insert_block(tx, Scope::Webmaster(anna), site.id, &settings).await?;
                Ok((site, block))
            })
            .await
            .unwrap();
        let foreign = store
            .write("test", Priority::Api, async |tx| {
                blocks::insert_block(tx, Scope::Webmaster(bob), site.id, &settings).await
            })
            .await;
        assert!(matches!(foreign, Err(Error::NotFound("site"))));

        let specs =
            async |which: Which| store.read("test", async |conn| blocks::list_specs(conn, which).await).await.unwrap();
        let found = specs(Which::From(BlockId(0))).await;
        assert_eq!(found.len(), 1);
        let (spec, shows) = &found[0];
        assert!(!shows, "the site is not approved");
        assert_eq!((spec.dims.webmaster, spec.places, spec.domain.as_str()), (anna, 6, "news.example"));
        assert_eq!(spec.allowed_categories, [CategoryId(9)]);
        assert_eq!(
            spec.render_config,
            r#"{"template":"image-top","config":{"rows":2},"styles":".block .title{color:red}"}"#
        );
        store
            .write("test", Priority::Api, async |tx| {
                sites::set_status(tx, Scope::System, site.id, &[SiteStatus::Waiting], SiteStatus::Approved, "").await
            })
            .await
            .unwrap();
        assert!(specs(Which::Site(site.id)).await[0].1);
        let stop = async |scope: Scope| {
            store
                .write("test", Priority::Api, async |tx| {
                    blocks::set_status(tx, scope, block.id, &[BlockStatus::Active], BlockStatus::Stopped).await
                })
                .await
        };
        assert!(stop(Scope::Webmaster(bob)).await.is_err());
        stop(Scope::Webmaster(anna)).await.unwrap();
        assert!(!specs(Which::Block(block.id)).await[0].1);
        let changes = store.read("test", async |conn| inventory_changes::after(conn, 0, 100).await).await.unwrap();
        let last: Vec<_> = changes.iter().rev().take(2).map(|change| (change.kind, change.id)).collect();
        assert_eq!(last, [(Kind::Block, block.id.0), (Kind::Site, site.id.0)]);
    })
    .await;
}
