import { Link, linkOptions } from '@tanstack/react-router';
import { usePageTitle } from '~/app/page';
import { placeCode, scriptCode } from '../sites/tag-code';
import { IncomeCalculator } from './income-calculator';
import { Checks, FactList, LandingEnd, LandingHead, LandingPart, Steps } from './landing';
import styles from './landing.module.css';
import { LiveBlock, TWO_ON_A_PHONE } from './live-block';
import { LiveNotification } from './live-notification';
import parts from './parts.module.css';
import { SiteValue } from './site';

/** The shape of the code; addresses and names are settings of each network. */
const SHAPE = { domain: 'ads.example.com', path: 'p.js', attribute: 'data-placard' };
const CODE = `${scriptCode(SHAPE)}\n\n${placeCode(SHAPE, 42)}`;

/** An article of the help center. `paths` has the links of all cabinets, and visitors would load them. */
const article = (slug: string) => linkOptions({ to: '/helpCenter/$slug', params: { slug } });

const PICTURE_CONFIG = { columns_phone: 2, image_ratio: '4/3' };
const TEXT_CONFIG = { rows: 1 };

const MONEY = [
  [
    'Your share',
    <>
      <SiteValue of="webmaster_share_percent" /> % of every valid click, fixed when the click is judged. A later change
      of terms does not touch it.
    </>,
  ],
  [
    'Seen at once',
    'A valid click is in your statistics within five seconds, with the country, the device and the block.',
  ],
  [
    'Yours after',
    <>
      <SiteValue of="hold_days" /> days. In between fraud can be found, before anybody relies on the money.
    </>,
  ],
  [
    'Paid out',
    <>
      From $<SiteValue of="minimum_payout" />, in USDT on Tron (TRC20) or Ethereum (ERC20), or another way that the
      network offers; some have a minimum of their own. When you ask for it, or by itself each Monday at 06:00 UTC.
    </>,
  ],
  [
    'Bring others',
    <>
      <SiteValue of="referral_percent" /> % of the network’s part of each valid click of those who signed up by your
      link, for <SiteValue of="referral_months" /> months. It costs them nothing.
    </>,
  ],
  ['Who else earns', 'Nobody in between: there is your share, and there is the network’s part.'],
] as const;

const STEPS = [
  ['Add your site', 'Its address, what it is about, and which ads you want. A person looks at it; go on meanwhile.'],
  [
    'Make a block',
    'Choose a template, then type, colours, columns and corners, until it looks like the page around it.',
  ],
  ['Paste two lines', 'A script once a page, a <div> for each place. For HTML, WordPress and React.'],
  ['Watch it earn', 'Income by block, country, device and hour, and the verdict of every click.'],
] as const;

const RULES = [
  'At most 6 kB of script, loaded without holding up the page',
  'The code reserves the block’s height, so that nothing jumps when ads come',
  'No cookie on your pages; consent strings are honoured',
  'You choose which categories may advertise',
  'Ads are read by people, and you can complain about one',
  'Your own HTML where no ad was found',
  'Light, dark, or as the visitor’s system says',
  'Your own CSS, checked so that it cannot break your page',
] as const;

/** What webmasters get. */
export function WebmasterLanding() {
  usePageTitle();
  return (
    <>
      <LandingHead
        tone="ink"
        lines={['Rent out', 'your empty', 'wall.']}
        lead="Put two lines of code on a page and give the space a price. Blocks wear your own type and colours, notifications reach readers who allowed them, and you are paid for every click that holds."
        side="webmaster"
        action="Add a site"
        aside={
          <>
            <p className={styles.split}>
              <SiteValue of="webmaster_share_percent" />
              <small>%</small>
            </p>
            <p className={styles.splitWords}>of every valid click is yours, from the first day.</p>
          </>
        }
      />

      <LandingPart
        title="The money"
        text="Both sides see the same click and the same verdict, and the split is kept with it."
      >
        <FactList facts={MONEY} />
        <p className={styles.splitWords}>
          <Link {...article('earnings')} className="link">
            How earnings are counted
          </Link>
        </p>
      </LandingPart>

      <div className={`${parts.wrap} ${styles.gap}`}>
        <IncomeCalculator />
      </div>

      <LandingPart
        title="What earns"
        text="The templates are yours to choose and to restyle, for pictures, articles, texts and teasers. Push is one file of one line, and a question of your own."
      >
        <div className={styles.formats}>
          <figure>
            <figcaption>
              <b>A block with pictures</b> Below an article, or in a wide column. Drawn here by the code that draws it
              on a site.
            </figcaption>
            <LiveBlock
              template="image-top"
              config={PICTURE_CONFIG}
              styles={TWO_ON_A_PHONE}
              count={3}
              turn={4}
              label="Three example ads with pictures"
            />
          </figure>
          <figure>
            <figcaption>
              <b>A block of words</b> Between paragraphs, or where the column is narrow.
            </figcaption>
            <LiveBlock template="text-icon" config={TEXT_CONFIG} count={2} turn={1} label="Two example text ads" />
          </figure>
          <figure>
            <figcaption>
              <b>Push</b> Your own question asks readers whether notifications may come. Those who allow it earn for you
              when no page of yours is open: each valid click pays as one on a page. You say how many a day and at which
              hours; they end it with one press.
            </figcaption>
            <div className={styles.notification}>
              <LiveNotification system="windows" turn={2} />
            </div>
          </figure>
          <p className="row wrap">
            <Link to="/adsamples" className="link">
              See all templates
            </Link>
            <Link {...article('push-site')} className="link">
              Push on your site
            </Link>
          </p>
        </div>
      </LandingPart>

      <LandingPart title="Four steps">
        <Steps steps={STEPS} />
      </LandingPart>

      <LandingPart
        title="All the code"
        text="This is its shape. Yours has the number of your block, and is ready to copy beside it."
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls in itself must be reached by the keyboard */}
        <pre className={styles.code} tabIndex={0}>
          {CODE}
        </pre>
      </LandingPart>

      <LandingPart
        title="A good guest"
        text="The block stays in its place: it cannot reach the rest of your page, and your page’s styles cannot break it."
      >
        <Checks items={RULES} />
      </LandingPart>
      <div className={styles.end} />
      <LandingEnd words="Wall to let." side="webmaster" action="Add a site" />
    </>
  );
}
