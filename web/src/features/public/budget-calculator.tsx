import { useState } from 'react';
import { Assumption, Count, Dollars, Frame, numberIn, Result, usePrice, useReader } from './calculator';
import { buying } from './estimate';

/** From a budget to clicks and conversions. */
export function BudgetCalculator() {
  const [budget, setBudget] = useState('500');
  const [bid, setBid] = usePrice(1);
  const [conversion, setConversion] = useState('2');
  const read = useReader();
  const readings = { budget: read(budget), bid: read(bid), conversion: read(conversion) };
  const bought = buying({
    budget: numberIn(readings.budget),
    bid: numberIn(readings.bid),
    conversion: numberIn(readings.conversion),
  });
  return (
    <Frame
      title="What a budget buys"
      note="The numbers are yours to change: nobody knows your conversion rate better than you. A limit is never passed, so the budget is the most you can pay."
      fields={
        <>
          <Assumption label="Budget" before="$" value={budget} reading={readings.budget} onChange={setBudget} />
          <Assumption label="Bid for a click" before="$" value={bid} reading={readings.bid} onChange={setBid} />
          <Assumption
            label="Visitors who convert"
            after="%"
            value={conversion}
            reading={readings.conversion}
            onChange={setConversion}
          />
        </>
      }
      results={
        <>
          <Result label="Valid clicks" main>
            <Count value={bought.clicks} />
          </Result>
          <Result label="Conversions">
            <Count value={bought.conversions} />
          </Result>
          <Result label="A conversion costs">
            <Dollars value={bought.costPerConversion} />
          </Result>
        </>
      }
    />
  );
}
