import { Suspense, useState } from 'react';
import { useUser } from '~/app/queries';
import { late } from '~/ui/late';
import { areOver, endSteps, type StepsOf } from './over';

const Steps = late(() => import('./steps'));

/** The way of a new account to its first click or its first show, until it is there or somebody hides it. */
export function FirstSteps({ of }: { of: StepsOf }) {
  const user = useUser();
  const [isEnded, setEnded] = useState(false);
  if (!user || isEnded || areOver(of, user.id)) return null;
  const end = () => {
    endSteps(of, user.id);
    setEnded(true);
  };
  return (
    <Suspense fallback={null}>
      <Steps of={of} user={user} onEnd={end} />
    </Suspense>
  );
}
