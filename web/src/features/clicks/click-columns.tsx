import { useUnit } from '~/app/queries';
import { formatAmount, formatNumber } from '~/lib/format';
import { Badge, None } from '~/ui/marks';
import type { ListColumn } from '../list/spec';
import styles from './clicks.module.css';
import { CONVERSION_STATES, verdictLabel } from './file';
import type { BoughtClick, SoldClick } from './sides';

/** A click, as either side has it. */
export type AnyClick = BoughtClick | SoldClick;

/** Decimals of what one click costs. */
export const DECIMALS = 4;

function Amount({ dollars }: { dollars: number }) {
  const unit = useUnit();
  return <>{formatAmount(dollars, unit, DECIMALS)}</>;
}

function Verdict({ click }: { click: AnyClick }) {
  const tone = click.verdict === 'valid' ? 'ok' : click.verdict === 'voided' ? 'bad' : 'warn';
  return (
    <span className={styles.verdict} title={click.reason}>
      <Badge tone={tone}>{verdictLabel(click.verdict)}</Badge>
      {click.verdict !== 'valid' && <span className="s12 t2">{click.reason}</span>}
    </span>
  );
}

const known = ({ name }: { name: string }) => (name === 'Unknown' ? null : name);

/** What was said of it; it comes first. */
export const VERDICT: ListColumn<AnyClick>[] = [
  { id: 'verdict', label: 'Verdict', cell: (click) => <Verdict click={click} /> },
];

/** Where it was, and of whom. */
export const PLACE_AND_PERSON: ListColumn<AnyClick>[] = [
  { id: 'site', label: 'Site', text: ({ site }) => site.name },
  { id: 'block', label: 'Block', text: ({ block }) => block.name },
  { id: 'country', label: 'Country', text: ({ country }) => known(country) },
  { id: 'region', label: 'Region', hidden: true, text: ({ region }) => known(region) },
  { id: 'city', label: 'City', hidden: true, text: ({ city }) => known(city) },
  { id: 'device', label: 'Device', text: ({ device }) => known(device) },
  { id: 'os', label: 'System', hidden: true, text: ({ os }) => os.name },
  { id: 'browser', label: 'Browser', hidden: true, text: ({ browser }) => browser.name },
  { id: 'isp', label: 'Network', hidden: true, text: ({ isp }) => known(isp) },
  { id: 'language', label: 'Language', hidden: true, text: ({ language }) => known(language) },
  { id: 'traffic_source', label: 'Traffic source', hidden: true, text: (click) => known(click.traffic_source) },
];

/** What followed it. */
export function Conversions({ click: { conversions } }: { click: BoughtClick }) {
  const some = CONVERSION_STATES.filter(({ state }) => conversions[state] > 0);
  if (some.length === 0) return <None />;
  return (
    <>
      {some.map(({ state, word }, place) => (
        <span key={state}>
          {place > 0 && ', '}
          {formatNumber(conversions[state])} {word}, <Amount dollars={conversions[`${state}_money`]} />
        </span>
      ))}
    </>
  );
}

/** What trackers told, each once and without what they left out. */
export const listed = (words: readonly string[]) => [...new Set(words.filter(Boolean))].join(', ');
