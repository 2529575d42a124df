import { IconArrowRight, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHydrated } from '~/app/hydrated';
import { usePageTitle } from '~/app/page';
import { formatSigned } from '~/lib/format';
import { buttonClass } from '~/ui/button';
import { cx } from '~/ui/classes';
import { Badge } from '~/ui/marks';
import { splitClick } from './estimate';
import { HeroBlocks } from './hero-blocks';
import styles from './home.module.css';
import parts from './parts.module.css';
import { PushPart } from './push-part';
import { SiteValue, useSite } from './site';

function Poster({
  tone,
  to,
  kicker,
  lines,
  facts,
  go,
  shape,
}: {
  tone: string | undefined;
  to: '/advertiser' | '/webmaster';
  kicker: string;
  lines: readonly string[];
  facts: readonly ReactNode[];
  go: string;
  shape: ReactNode;
}) {
  return (
    <Link to={to} className={cx(styles.poster, tone)}>
      <span className={styles.kicker}>{kicker}</span>
      <span className={styles.big}>
        {lines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </span>
      <span className={styles.facts}>
        {facts.map((fact, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts never change their places
          <span key={place}>{fact}</span>
        ))}
      </span>
      <span className={styles.go}>
        {go} <IconArrowRight size={20} aria-hidden />
      </span>
      <svg className={styles.shape} viewBox="0 0 400 400" aria-hidden="true">
        {shape}
      </svg>
    </Link>
  );
}

/** A large figure and what it says. `wide` takes two columns. */
function Figure({
  value,
  unit,
  wide,
  children,
}: {
  value: ReactNode;
  unit?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={cx(styles.figure, wide && styles.wide)}>
      <b>
        {value}
        {unit && <small>{unit}</small>}
      </b>
      <span>{children}</span>
    </div>
  );
}

const STEPS = [
  [
    'Write one message',
    'Title, picture, link. You see it in the real templates while you type, and how a phone cuts it.',
  ],
  [
    'Say who should see it',
    'Pick countries, hours, devices, browsers and networks. What you leave open narrows nothing.',
  ],
  ['It goes up', 'A person reads it, then it competes by expected revenue on every page that fits.'],
  ['The click is checked', 'Rules in a fixed order. It is billed only if all hold, and the first that fails is named.'],
] as const;

/** Who takes part in the example click, and what of it is theirs. */
const POSTINGS = [
  ['advertiser', 'Northbeam Goods', 'advertiser', ''],
  [
    'webmaster',
    'harborpost.example',
    <>
      webmaster, <SiteValue of="webmaster_share_percent" /> %
    </>,
    'up',
  ],
  ['network', 'Network', 'the rest', 'up'],
] as const;

/** A click at the lowest bid, as the ledger posts it at the shares in force. */
function ExampleClick() {
  const site = useSite();
  // The page is drawn before the settings are known: amounts that are computed from them come with the script.
  const isKnown = useHydrated();
  const amounts = isKnown && site ? splitClick(site.minimum_bid_native, site.webmaster_share_percent) : undefined;
  return (
    <div
      className={styles.ledger}
      role="img"
      aria-label="An example: one click as three ledger postings that add up to zero"
    >
      <div className={styles.ledgerHead}>
        <span className="t2">
          One click at the lowest bid, $<SiteValue of="minimum_bid_native" />
        </span>
        <Badge tone="ok" soft icon={<IconCircleCheck size={14} stroke={2} aria-hidden />}>
          Valid
        </Badge>
      </div>
      {POSTINGS.map(([part, who, what, tone]) => (
        <div key={part}>
          <span>
            <b>{who}</b> <span className="t3">{what}</span>
          </span>
          <span className={cx('num', tone)}>{formatSigned(amounts?.[part], 6)}</span>
        </div>
      ))}
      <div className={styles.ledgerSum}>
        <span>Sum</span>
        <span className="num">0,000000</span>
      </div>
    </div>
  );
}

const QUESTIONS: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'What counts as a click I pay for?',
    answer:
      'One visit by one person, from the country and browser that saw the ad, not from a datacenter, not faster than 300 ms after the show, once per ad in 24 hours. Everything else is redirected, recorded and free.',
  },
  {
    question: 'How soon does my site start earning?',
    answer: (
      <>
        A person looks at the site first. Blocks fill from the first show after that, a valid click is on your balance
        in seconds, and the money becomes available after <SiteValue of="hold_days" /> days.
      </>
    ),
  },
  {
    question: 'What is the smallest bid?',
    answer: (
      <>
        ${<SiteValue of="minimum_bid_native" />} a native click for a new account, $
        {<SiteValue of="minimum_bid_push" />} a push click. A country may have a minimum of its own; the form shows what
        holds for you.
      </>
    ),
  },
  {
    question: 'Can I run the network on my own server?',
    answer:
      'Yes, that is what Placard is made for. It is one program and one data folder; the demo fills itself with a believable network.',
  },
  {
    question: 'What do you know about the people who see an ad?',
    answer:
      'An id in the storage of the publisher’s page where consent or a local rule allows it, else a keyed hash whose key changes daily. Never a third-party cookie.',
  },
];

/** The home page: the product in one screen. */
export function HomePage() {
  usePageTitle();
  return (
    <>
      <section className={cx(styles.hero, parts.wrap)}>
        <h1 className={styles.wall}>
          <span>Your ad </span>
          <span className={styles.stick}>
            <span className={styles.board}>here.</span>
          </span>
        </h1>
        <div className={styles.heroGrid}>
          <div className={styles.lead}>
            <p>
              Placard is an open, self-hosted network for native ads and push notifications. Advertisers pay for valid
              clicks. Webmasters rent out a place on a page, and earn from readers who allowed notifications. Every cent
              between them can be traced to an event.
            </p>
            <div className={styles.cta}>
              <Link
                to="/singup"
                search={{ role: 'advertiser' }}
                className={cx(buttonClass({ variant: 'accent' }), parts.xl)}
              >
                Buy clicks
              </Link>
              <Link to="/singup" search={{ role: 'webmaster' }} className={cx(buttonClass(), parts.xl)}>
                Earn from a site
              </Link>
            </div>
            <p className="s13 t2">
              From $<SiteValue of="minimum_bid_native" /> a native click and $<SiteValue of="minimum_bid_push" /> a push
              click. Shows cost nothing, and an account neither.
            </p>
          </div>
          <HeroBlocks />
        </div>
      </section>

      <section className={styles.two} aria-label="Two ways in">
        <Poster
          tone={styles.vermilion}
          to="/advertiser"
          kicker="For advertisers"
          lines={['Pay for', 'the click', 'that counts.']}
          facts={[
            'Native ads, text ads and push notifications',
            'Country, city, hour, device, network',
            'Each click has a verdict you can read',
          ]}
          go="Start a campaign"
          shape={<path d="M0 0h300v230H78v170H0z" />}
        />
        <Poster
          tone={styles.ink}
          to="/webmaster"
          kicker="For webmasters"
          lines={['Rent out', 'your empty', 'wall.']}
          facts={[
            <>
              <SiteValue of="webmaster_share_percent" /> % of every valid click
            </>,
            'Blocks in your own type and colours, push in your own words',
            <>
              Yours after <SiteValue of="hold_days" /> days
            </>,
          ]}
          go="Add a site"
          shape={
            <path
              d="M4 4h292v226H78v166H4z"
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              strokeDasharray="14 12"
            />
          }
        />
      </section>

      <PushPart />

      <section className={cx(parts.wrap, styles.figures)} aria-label="Figures">
        <Figure value={<SiteValue of="webmaster_share_percent" />} unit="%" wide>
          of a valid click goes to the webmaster, from the first day
        </Figure>
        <Figure value="1" unit="s">
          at most after you press Stop, the ad is no longer chosen
        </Figure>
        <Figure value="5" unit="s">
          at most from a click to its line in the statistics
        </Figure>
        <Figure value="6" unit="kB">
          at most is the script on a page, the first template in it
        </Figure>
        <Figure value={<SiteValue of="hold_days" />} unit="d">
          until an earning is yours; in between, fraud can be found
        </Figure>
        <Figure value="$0" unit=".000000" wide>
          is the difference that the audit allows between the clicks on record and the ledger
        </Figure>
      </section>

      <section className={cx(parts.wrap, styles.how)}>
        <h2 className={parts.h2}>
          Four steps
          <br />
          from blank to paid
        </h2>
        <ol>
          {STEPS.map(([title, text], place) => (
            <li key={title}>
              <span className={styles.step}>{place + 1}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.why}>
        <div className={cx(parts.wrap, styles.whyGrid)}>
          <div>
            <h2 className={parts.h2}>No black box</h2>
            <p className={styles.text}>
              Both sides see the same event and the same verdict. The price is split once, when the click is judged, and
              the split is kept: nothing is recomputed later at other rates.
            </p>
            <Link to="/helpCenter" className={cx('link', styles.more)}>
              Read how it works <IconArrowRight size={14} aria-hidden />
            </Link>
          </div>
          <ExampleClick />
        </div>
      </section>

      <section className={cx(parts.wrap, styles.faq)}>
        <div>
          <h2 className={parts.h2}>
            Questions,
            <br />
            answered
          </h2>
          <Link to="/faq" className={buttonClass()}>
            All questions
          </Link>
        </div>
        <div className={parts.questions}>
          {QUESTIONS.map(({ question, answer }, place) => (
            <details key={question} open={place === 0}>
              <summary>
                {question}
                <IconPlus size={20} stroke={1.6} aria-hidden />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>

      <section className={parts.last}>
        <div className={parts.wrap}>
          <p className={parts.lastWords}>This space is free.</p>
          <div className="row wrap">
            <Link to="/singup" className={cx(buttonClass(), parts.xl, parts.onPosterSolid)}>
              Put something on it
            </Link>
            <Link to="/adsamples" className={cx(buttonClass(), parts.xl, parts.onPosterLine)}>
              See ad samples
            </Link>
          </div>
        </div>
      </section>
    </>
  );
}
