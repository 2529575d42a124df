import { Link } from '@tanstack/react-router';
import { CAMPAIGN_FORM_LIMITS, NATIVE_FORMAT_LIMITS, NativeFormat } from '~/api/words';
import { usePageTitle } from '~/app/page';
import { formatNumber } from '~/lib/format';
import { BudgetCalculator } from './budget-calculator';
import { Checks, FactList, LandingEnd, LandingHead, LandingPart, Steps } from './landing';
import styles from './landing.module.css';
import { LiveBlock, TWO_ON_A_PHONE } from './live-block';
import { LiveNotification } from './live-notification';
import parts from './parts.module.css';

const HEAD_CONFIG = {
  scheme: 'light',
  columns_phone: 2,
  columns_tablet: 2,
  image_ratio: '1/1',
  border_width: 0,
  padding: 0,
  radius: 0,
};
const PICTURE_CONFIG = { columns_phone: 2, image_ratio: '4/3' };
const ROW_CONFIG = { rows: 1 };
const ONE_CONFIG = { rows: 1, columns: 1, columns_tablet: 1 };

const { title: native } = NATIVE_FORMAT_LIMITS[NativeFormat.Native];
const { title: article } = NATIVE_FORMAT_LIMITS[NativeFormat.Article];
const { title: text } = NATIVE_FORMAT_LIMITS[NativeFormat.Text];
const { full_text: longText } = NATIVE_FORMAT_LIMITS[NativeFormat.LongText];

const TARGETING = [
  ['Place', 'Country, region or city, chosen in one tree'],
  ['Time', 'Each of the 168 hours of the week, painted like a calendar'],
  ['Device', 'Desktop, tablet or phone, with the systems on each, and the browser'],
  ['Network', `Up to ${CAMPAIGN_FORM_LIMITS.isps.max} providers, for example the mobile carriers of a country`],
  ['Language', 'Of the visitor’s browser'],
  ['Sites', 'What they are about, and lists of those you want or do not want'],
  ['Subscription', 'For push: how long ago somebody allowed it, and how often one person gets your ad'],
] as const;

const STEPS = [
  ['Make a campaign', 'What you advertise, a limit for the day and one for all days, and the hours.'],
  ['Write the ads', 'Title, pictures, address. The form shows them in the real templates while you type.'],
  ['A person reads them', 'If something cannot run, you are told which rule, and what to change.'],
  [
    'Read, then steer',
    'Statistics by site, place, hour, device and verdict, down to the single block; postbacks tell what a click was worth.',
  ],
] as const;

const CONTROL = [
  'A limit is never passed: a click that would pass it costs nothing',
  'Stop acts within a second',
  'Spread the budget over the day, or take what comes',
  'Postbacks with the states hold, approved and rejected',
  '25 macros for your tracker',
  'Statistics and clicks as CSV, every call open to your own programs',
] as const;

/** What advertisers get. */
export function AdvertiserLanding() {
  usePageTitle();
  return (
    <>
      <LandingHead
        tone="vermilion"
        lines={['Pay for', 'the click', 'that counts.']}
        lead={
          <>
            Your ad stands among what people came to read, in the site’s own type, or comes as a notification to those
            who allowed some. You pay for valid clicks, at the price that you bid, and can read why a click was valid or
            not.
          </>
        }
        side="advertiser"
        action="Start a campaign"
        aside={
          <div className={styles.bill} data-theme="light">
            <LiveBlock
              template="image-top"
              config={HEAD_CONFIG}
              count={2}
              turn={3}
              label="Two example ads with pictures"
            />
          </div>
        }
      />

      <LandingPart
        title="Formats"
        text="One native ad can serve several formats. Each is drawn by the site’s own block, so it fits the page it stands on. Push has campaigns of its own."
      >
        <div className={styles.formats}>
          <figure>
            <figcaption>
              <b>Native and teaser</b> A picture, a title of {native.min} to {native.max} characters, and your brand
              beside the mark “Ad”. In a teaser the picture speaks first.
            </figcaption>
            <LiveBlock
              template="image-top"
              config={PICTURE_CONFIG}
              styles={TWO_ON_A_PHONE}
              count={3}
              turn={1}
              label="Three example native ads"
            />
          </figure>
          <figure>
            <figcaption>
              <b>Article</b> A picture, a title of up to {article.max} characters and the beginning of a longer text.
            </figcaption>
            <LiveBlock
              template="image-left-title-top"
              config={ONE_CONFIG}
              count={1}
              turn={2}
              label="An example of an article"
            />
          </figure>
          <figure>
            <figcaption>
              <b>Text</b> A title of up to {text.max} characters, a line of description, a small icon.
            </figcaption>
            <LiveBlock template="text-icon" config={ROW_CONFIG} count={2} turn={4} label="Two example text ads" />
          </figure>
          <figure>
            <figcaption>
              <b>Long text</b> A title and a whole text of up to {formatNumber(longText.max)} characters, without a
              picture.
            </figcaption>
            <LiveBlock
              template="article-text"
              config={ONE_CONFIG}
              count={1}
              turn={0}
              label="An example of a long text"
            />
          </figure>
          <figure>
            <figcaption>
              <b>Push</b> A notification to people who allowed a website to send them some, also when no page of it is
              open.
            </figcaption>
            <div className={styles.notification}>
              <LiveNotification system="android" turn={3} />
            </div>
          </figure>
          <p>
            <Link to="/adsamples" className="link">
              See them on a phone and on a desktop
            </Link>
          </p>
        </div>
      </LandingPart>

      <LandingPart
        title="Who sees it"
        text="A field in which nothing is chosen narrows nothing. Begin wide, look at the figures, then leave out what does not pay."
      >
        <FactList facts={TARGETING} />
      </LandingPart>

      <div className={`${parts.wrap} ${styles.gap}`}>
        <BudgetCalculator />
      </div>

      <LandingPart title="How it goes">
        <Steps steps={STEPS} />
      </LandingPart>

      <LandingPart title="In your hands">
        <Checks items={CONTROL} />
      </LandingPart>
      <div className={styles.end} />
      <LandingEnd words="Put it up." side="advertiser" action="Start a campaign" />
    </>
  );
}
