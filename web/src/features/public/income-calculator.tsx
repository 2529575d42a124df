import { useState } from 'react';
import { Assumption, Count, Dollars, Frame, numberIn, Result, usePrice, useReader, useTerms } from './calculator';
import { earning } from './estimate';
import { SiteValue } from './site';

/** From visits to an income. */
export function IncomeCalculator() {
  const [visits, setVisits] = useState('100 000');
  const [places, setPlaces] = useState('3');
  const [viewed, setViewed] = useState('60');
  const [ctr, setCtr] = useState('0,2');
  const [cpc, setCpc] = usePrice(0.5);
  const share = useTerms()?.webmaster_share_percent ?? null;
  const read = useReader();
  const readings = { visits: read(visits), places: read(places), viewed: read(viewed), ctr: read(ctr), cpc: read(cpc) };
  const earned = earning({
    visits: numberIn(readings.visits),
    places: numberIn(readings.places),
    viewed: numberIn(readings.viewed),
    ctr: numberIn(readings.ctr),
    cpc: numberIn(readings.cpc),
    share,
  });
  return (
    <Frame
      title="What visits earn"
      note={
        <>
          Assumptions, not promises: whoever names your income beforehand is guessing. Put in what your own statistics
          say. Your share of each valid click is <SiteValue of="webmaster_share_percent" /> %.
        </>
      }
      fields={
        <>
          <Assumption label="Page views a month" value={visits} reading={readings.visits} onChange={setVisits} />
          <Assumption label="Ads on a page" value={places} reading={readings.places} onChange={setPlaces} />
          <Assumption
            label="Of them come into view"
            after="%"
            value={viewed}
            reading={readings.viewed}
            onChange={setViewed}
          />
          <Assumption label="Of those are clicked" after="%" value={ctr} reading={readings.ctr} onChange={setCtr} />
          <Assumption
            label="An advertiser pays"
            before="$"
            after="a click"
            value={cpc}
            reading={readings.cpc}
            onChange={setCpc}
          />
        </>
      }
      results={
        <>
          <Result label="Income a month" main>
            <Dollars value={earned.income} />
          </Result>
          <Result label="Ads in view">
            <Count value={earned.views} />
          </Result>
          <Result label="Valid clicks">
            <Count value={earned.clicks} />
          </Result>
        </>
      }
    />
  );
}
