import { IconBell, IconPhoto } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { PageHead } from '../../frame/page-head';
import { BlockPreview } from '../../preview/block-preview';
import { exampleAds } from '../../preview/examples';
import { exampleNotification } from '../../push/notification/example';
import { NotificationCard } from '../../push/notification/notification-card';
import { campaignQuery, groupQuery } from '../api';
import { GroupForm } from '../groups/group-form';
import { CampaignForm } from './campaign-form';
import styles from './formats.module.css';

const CAMPAIGNS = { label: 'Campaigns', link: { to: '/advertiser/campaigns' } } as const;

/** An ad that shows what the format looks like. */
const SAMPLE = exampleAds(1, 3);
const SAMPLE_CONFIG = { rows: 1, columns: 1, columns_tablet: 1, columns_phone: 1, show_description: true };

/** A new native campaign. */
export function CampaignCreatePage() {
  return (
    <>
      <PageHead crumbs={[CAMPAIGNS]} />
      <CampaignForm />
    </>
  );
}

/** The campaign of the address. */
export function CampaignEditPage() {
  const { campaignId } = useParams({ from: '/_cabinet/advertiser/campaigns/$campaignId/edit' });
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  return (
    <>
      <PageHead crumbs={[CAMPAIGNS, { label: campaign.name, link: paths.campaign(campaignId) }]} />
      <CampaignForm key={campaign.id} campaign={campaign} />
    </>
  );
}

/** A new group of the address's campaign. */
export function GroupCreatePage() {
  const { campaignId } = useParams({ from: '/_cabinet/advertiser/campaigns/$campaignId/groups/create' });
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  return (
    <>
      <PageHead crumbs={[CAMPAIGNS, { label: campaign.name, link: paths.campaign(campaignId) }]} />
      <GroupForm key={campaign.id} campaign={campaign} />
    </>
  );
}

/** The group of the address. */
export function GroupEditPage() {
  const { campaignId, groupId } = useParams({
    from: '/_cabinet/advertiser/campaigns/$campaignId/groups/$groupId/edit',
  });
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  return (
    <>
      <PageHead
        crumbs={[
          CAMPAIGNS,
          { label: campaign.name, link: paths.campaign(campaignId) },
          { label: group.name, link: paths.group(campaignId, groupId) },
        ]}
      />
      <GroupForm key={group.id} campaign={campaign} group={group} />
    </>
  );
}

/** What kinds of campaigns there are. */
export function CampaignFormatsPage() {
  return (
    <>
      <PageHead crumbs={[CAMPAIGNS]} />
      <div className={styles.formats}>
        <section className={styles.format} aria-labelledby="native">
          <h2 id="native">
            <IconPhoto size={20} aria-hidden /> Native ads
          </h2>
          <p>
            Ads in the look of the page: with a picture, as an article, or as text. Groups inside a campaign aim at
            different audiences; you pay for valid clicks.
          </p>
          <div className={styles.sample}>
            <BlockPreview template="image-top" config={SAMPLE_CONFIG} ads={SAMPLE} label="A native ad with a picture" />
          </div>
          <Link to="/advertiser/campaigns/create" className={buttonClass({ variant: 'accent' })}>
            New native campaign
          </Link>
        </section>
        <section className={styles.format} aria-labelledby="push">
          <h2 id="push">
            <IconBell size={20} aria-hidden /> Push notifications
          </h2>
          <p>
            Messages to people who allowed a website to send them some, also when no page of it is open. One campaign
            holds its ads directly; you pay for valid clicks, being shown costs nothing.
          </p>
          <div className={styles.sample}>
            <NotificationCard system="android" notification={exampleNotification(2)} />
          </div>
          <Link to="/advertiser/campaigns/push/create" className={buttonClass({ variant: 'accent' })}>
            New push campaign
          </Link>
        </section>
      </div>
    </>
  );
}
