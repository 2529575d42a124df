import { useMutation } from '@tanstack/react-query';
import { errorText } from '~/api/problem';
import type { MutationOf } from '~/api/queries';
import type { DeliveryFunnel, Explained, ExplainForm } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { capital, formatMoney, formatNumber, formatTime } from '~/lib/format';
import styles from './delivery.module.css';
import { explainedText } from './delivery-words';

/** The least part of requests that is told as a number, in per cent. */
const LEAST_PERCENT = 0.1;

/** How wide a bar is, in per cent of all requests. */
const width = (part: number, all: number) => `${all > 0 ? (part / all) * 100 : 0}%`;

/** The call that says of an ad why it is, or is not, among those for a request. */
export type ExplainCall = MutationOf<{ path: { id: number }; body: ExplainForm }, { data: Explained }>;

/** Whose ad is asked about, and by which call: its owner's, or that of staff. */
export interface Asked {
  ad: number;
  call: ExplainCall;
}

/** Says of one of the requests why it came so far and no further: asked when it is wanted. */
function Example({ asked: { ad, call }, sample, step }: { asked: Asked; sample: string; step: string }) {
  const unit = useUnit();
  const answer = useMutation(call());
  return (
    <span role="status">
      {answer.isIdle && (
        <button
          type="button"
          className="link"
          aria-label={`An example: ${step}`}
          onClick={() => answer.mutate({ path: { id: ad }, body: { sample } })}
        >
          An example
        </button>
      )}
      {answer.isPending && 'Asking…'}
      {answer.isError && errorText(answer.error)}
      {answer.data && `One of them: ${explainedText(answer.data.data, unit)}`}
    </span>
  );
}

/** What it would take to win half of what others win. */
function BeatenAt({ dollars }: { dollars: number }) {
  const unit = useUnit();
  return <> Half of these would take more than about {formatMoney(dollars, unit, 3)} a click.</>;
}

/** Per cent of what came, to a tenth: a part that is there is not called none. */
const percentOf = (part: number, came: number) => {
  const percent = (part / came) * 100;
  return part > 0 && percent < LEAST_PERCENT ? `under ${formatNumber(LEAST_PERCENT, 1)}` : formatNumber(percent, 1);
};

/** A part of the requests that came so far: a bar among all requests, how many, how many per cent of those that came. */
function Share({ part, came, all, lost }: { part: number; came: number; all: number; lost?: boolean }) {
  return (
    <>
      <td className={styles.bars}>
        <span>
          <i className={lost ? styles.hot : styles.shown} style={{ width: width(part, all) }} />
        </span>
      </td>
      <td className="num">{formatNumber(part)}</td>
      <td className="num">{came > 0 ? percentOf(part, came) : ''}</td>
    </>
  );
}

/** Grey is still in; vermilion fell where the owner can do something, pale as the audience is wanted. */
export function Funnel({ funnel, asked }: { funnel: DeliveryFunnel; asked: Asked | undefined }) {
  const { requests: all, could_show: could, beaten, beaten_by_own: own, undecided, shown } = funnel;
  const example = (sample: string | null | undefined, step: string) =>
    asked &&
    sample && (
      <span className={styles.why}>
        <Example asked={asked} sample={sample} step={step} />
      </span>
    );
  return (
    <div className={styles.funnel}>
      <div className={styles.head}>
        <h3 id="fell">Where the last hour's requests fell</h3>
        <span className="t2 num">
          {formatTime(funnel.since)} to now,{' '}
          {funnel.samples === all ? '' : `a sample: ${formatNumber(funnel.samples)} of `}
          about {formatNumber(all)}
        </span>
      </div>
      <table aria-labelledby="fell">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Still in</th>
            <th scope="col">Fell</th>
            <th scope="col">% of arrived</th>
          </tr>
        </thead>
        <tbody>
          {funnel.steps.map((step) => (
            <tr key={step.step}>
              <th scope="row">
                {step.name}
                {step.fell > 0 && <span className={styles.why}>{capital(step.why)}</span>}
                {step.fell > 0 && example(step.example, step.name)}
              </th>
              <td className={styles.bars}>
                <span>
                  <i style={{ width: width(step.arrived - step.fell, all) }} />
                  <i
                    className={step.owner_can_act ? styles.hot : styles.pale}
                    style={{ width: width(step.fell, all) }}
                  />
                </span>
              </td>
              <td className="num">{step.fell > 0 ? formatNumber(step.fell) : 'none'}</td>
              <td className="num">{step.arrived > 0 && step.fell > 0 ? percentOf(step.fell, step.arrived) : ''}</td>
            </tr>
          ))}
          <tr className={styles.won}>
            <th scope="row">
              Could show it
              {example(funnel.example, 'Could show it')}
            </th>
            <Share part={could} came={all} all={all} />
          </tr>
          {typeof beaten === 'number' && (
            <tr>
              <th scope="row">
                Lost the ranking
                {beaten > 0 && (
                  <span className={styles.why}>
                    Ads of others are expected to bring more.
                    {typeof funnel.beaten_at === 'number' && <BeatenAt dollars={funnel.beaten_at} />}
                  </span>
                )}
              </th>
              <Share part={beaten} came={could} all={all} lost />
            </tr>
          )}
          {typeof own === 'number' && own > 0 && (
            <tr>
              <th scope="row">
                Another of your ads
                <span className={styles.why}>It takes the place: a higher bid would outbid yourself</span>
              </th>
              <Share part={own} came={could} all={all} />
            </tr>
          )}
          {typeof undecided === 'number' && undecided > 0 && (
            <tr>
              <th scope="row">
                Not known
                <span className={styles.why}>
                  It depends on addresses or ages of subscriptions, which samples do not keep
                </span>
              </th>
              <Share part={undecided} came={could} all={all} />
            </tr>
          )}
          {typeof shown === 'number' && (
            <tr>
              <th scope="row">
                Gets a place
                {shown > 0 && <span className={styles.why}>Expected, with the bids and click rates of now</span>}
              </th>
              <Share part={shown} came={could} all={all} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
