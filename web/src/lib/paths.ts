import { linkOptions } from '@tanstack/react-router';
import type { FileRoutesByTo } from '~/routeTree.gen';

/** An id, as the API or an address has it. */
type Id = number | string;

/** The links to pages whose addresses hold ids; other pages are named by their path where they are linked to. */
export const paths = {
  campaign: (campaign: Id) =>
    linkOptions({ to: '/advertiser/campaigns/$campaignId', params: { campaignId: String(campaign) } }),
  campaignEdit: (campaign: Id) =>
    linkOptions({ to: '/advertiser/campaigns/$campaignId/edit', params: { campaignId: String(campaign) } }),
  sources: (campaign: Id) =>
    linkOptions({ to: '/advertiser/campaigns/$campaignId/sources', params: { campaignId: String(campaign) } }),
  groups: (campaign: Id) =>
    linkOptions({ to: '/advertiser/campaigns/$campaignId/groups', params: { campaignId: String(campaign) } }),
  groupCreate: (campaign: Id) =>
    linkOptions({ to: '/advertiser/campaigns/$campaignId/groups/create', params: { campaignId: String(campaign) } }),
  group: (campaign: Id, group: Id) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId',
      params: { campaignId: String(campaign), groupId: String(group) },
    }),
  groupEdit: (campaign: Id, group: Id) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId/edit',
      params: { campaignId: String(campaign), groupId: String(group) },
    }),
  /** With what is searched for there. */
  medias: (campaign: Id, group: Id, q?: string) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId/medias',
      params: { campaignId: String(campaign), groupId: String(group) },
      search: q === undefined ? {} : { q },
    }),
  mediaCreate: (campaign: Id, group: Id) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId/medias/create',
      params: { campaignId: String(campaign), groupId: String(group) },
    }),
  /** A form for ads of one kind, or for several ads at once. */
  mediaCreateOf: (campaign: Id, group: Id, kind: 'article' | 'native' | 'text' | 'many') =>
    linkOptions({
      to: `/advertiser/campaigns/$campaignId/groups/$groupId/medias/create/${kind}`,
      params: { campaignId: String(campaign), groupId: String(group) },
    }),
  mediasImport: (campaign: Id, group: Id) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId/medias/import',
      params: { campaignId: String(campaign), groupId: String(group) },
    }),
  /** Ads of a group as a sheet: some of them, or all. */
  mediasSheet: (campaign: Id, group: Id, ids?: string) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId/medias/edit',
      params: { campaignId: String(campaign), groupId: String(group) },
      search: ids === undefined ? {} : { ids },
    }),
  allSheet: (ids: string) => linkOptions({ to: '/advertiser/all-medias/edit', search: { ids } }),
  mediaEdit: (campaign: Id, group: Id, media: Id) =>
    linkOptions({
      to: '/advertiser/campaigns/$campaignId/groups/$groupId/medias/edit/$mediaId',
      params: { campaignId: String(campaign), groupId: String(group), mediaId: String(media) },
    }),
  push: (campaign: string) =>
    linkOptions({ to: '/advertiser/campaigns/push/$pushUUID', params: { pushUUID: campaign } }),
  pushEdit: (campaign: string) =>
    linkOptions({ to: '/advertiser/campaigns/push/$pushUUID/edit', params: { pushUUID: campaign } }),
  pushCopy: (campaign: string) =>
    linkOptions({ to: '/advertiser/campaigns/push/$pushUUID/copy', params: { pushUUID: campaign } }),
  /** With what is searched for there. */
  pushMedias: (campaign: string, q?: string) =>
    linkOptions({
      to: '/advertiser/campaigns/push/$pushUUID/medias',
      params: { pushUUID: campaign },
      search: q === undefined ? {} : { q },
    }),
  pushMediaCreate: (campaign: string) =>
    linkOptions({ to: '/advertiser/campaigns/push/$pushUUID/medias/create', params: { pushUUID: campaign } }),
  pushMediaEdit: (campaign: string, media: string) =>
    linkOptions({
      to: '/advertiser/campaigns/push/$pushUUID/medias/$mediaUUID/edit',
      params: { pushUUID: campaign, mediaUUID: media },
    }),
  pushMediaCopy: (campaign: string, media: string) =>
    linkOptions({
      to: '/advertiser/campaigns/push/$pushUUID/medias/$mediaUUID/copy',
      params: { pushUUID: campaign, mediaUUID: media },
    }),
  site: (site: Id) => linkOptions({ to: '/webmaster/sites/$siteId', params: { siteId: String(site) } }),
  sitePush: (site: Id) => linkOptions({ to: '/webmaster/sites/$siteId/push', params: { siteId: String(site) } }),
  siteEdit: (site: Id) => linkOptions({ to: '/webmaster/sites/$siteId/edit', params: { siteId: String(site) } }),
  blocks: (site: Id) => linkOptions({ to: '/webmaster/sites/$siteId/blocks', params: { siteId: String(site) } }),
  blockCreate: (site: Id) =>
    linkOptions({ to: '/webmaster/sites/$siteId/blocks/constructor', params: { siteId: String(site) } }),
  /** Of a template of the format, or of the first one; in one of its looks. */
  blockCreateFrom: (site: Id, format: Id, template?: number, look?: string) =>
    linkOptions({
      to: '/webmaster/sites/$siteId/blocks/constructor/create/$templateType',
      params: { siteId: String(site), templateType: String(format) },
      search: { ...(template === undefined ? {} : { template }), ...(look === undefined ? {} : { look }) },
    }),
  /** One that begins as another one of the same webmaster. */
  blockCreateLike: (site: Id, { id, block_format_type_id: format }: { id: number; block_format_type_id: number }) =>
    linkOptions({
      to: '/webmaster/sites/$siteId/blocks/constructor/create/$templateType',
      params: { siteId: String(site), templateType: String(format) },
      search: { like: id },
    }),
  blockEdit: (site: Id, block: Id) =>
    linkOptions({
      to: '/webmaster/sites/$siteId/blocks/constructor/edit/$blockId',
      params: { siteId: String(site), blockId: String(block) },
    }),
  /** The saved block on a page of its site: a document of its own, which may frame what no other page may. */
  onPage: (block: Id) => linkOptions({ to: '/webmaster/onPage/$blockId', params: { blockId: String(block) } }),
  blockCheck: (site: Id, block: Id) =>
    linkOptions({
      to: '/webmaster/sites/$siteId/blocks/$blockId/check',
      params: { siteId: String(site), blockId: String(block) },
    }),
  moderatedSite: (site: number) => linkOptions({ to: '/admin/moderation', search: { queue: 'sites', id: site } }),
  moderatedCheck: (site: Id, block: Id) =>
    linkOptions({
      to: '/admin/sites/$siteId/blocks/$blockId/check',
      params: { siteId: String(site), blockId: String(block) },
    }),
  networkSite: (site: Id) => linkOptions({ to: '/admin/sites/$siteId', params: { siteId: String(site) } }),
  user: (user: Id) => linkOptions({ to: '/admin/users/$userId', params: { userId: String(user) } }),
  text: (slug: string) => linkOptions({ to: '/admin/texts/$textSlug', params: { textSlug: slug } }),
  transaction: (transaction: Id) =>
    linkOptions({ to: '/admin/ledger/$transactionId', params: { transactionId: String(transaction) } }),
  mail: (mail: Id) => linkOptions({ to: '/admin/mails/$mailId', params: { mailId: String(mail) } }),
  /** All changes by a user. */
  changesBy: (user: number) => linkOptions({ to: '/admin/audit-log', search: { user } }),
  /** All changes of one kind, by what the API calls it. */
  changesLike: (action: string) => linkOptions({ to: '/admin/audit-log', search: { action } }),
  /** All changes of a thing, or of a kind of things. */
  changesOf: (subject: string, id: number | undefined) =>
    linkOptions({ to: '/admin/audit-log', search: id === undefined ? { subject } : { subject, id } }),
  /** The rules as they are listed, with the form of a new one. */
  ruleCreate: () => linkOptions({ to: '/advertiser/rules', search: (before: object) => ({ ...before, rule: 'new' }) }),
  /** The days of somebody whom one brought. */
  referral: (person: number) => linkOptions({ to: '/webmaster/referrals', search: { by: 'date', person } }),
  referralOfAdvertiser: (person: number) =>
    linkOptions({ to: '/advertiser/referrals', search: { by: 'date', person } }),
  article: (slug: string) => linkOptions({ to: '/helpCenter/$slug', params: { slug } }),
};

/** The path of a page whose address has no part that differs. */
export type PlainPath = Exclude<keyof FileRoutesByTo, `${string}$${string}`>;

/** Whether a path of a route has no part that differs. */
export const isPlain = <T extends string>(path: T): path is T & PlainPath => !path.includes('$');

/** A link that is kept before it is shown. */
export type PageLink =
  | ReturnType<(typeof paths)[keyof typeof paths]>
  | { to: '/advertiser/campaigns'; search: { status: 'archived' } }
  | { to: '/advertiser/campaigns/push'; search: { status: 'archived' } }
  | { to: PlainPath };
