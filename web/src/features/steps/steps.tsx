import { IconCircleCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { User } from '~/api/sdk';
import type { PageLink } from '~/lib/paths';
import { Button } from '~/ui/button';
import { focusOn } from '~/ui/focus';
import type { StepsOf } from './over';
import styles from './steps.module.css';
import { useAdvertiserSteps, useWebmasterSteps } from './use-steps';

/** A step: what there is once it is done, and the page that does it. */
export interface Step {
  title: string;
  isDone: boolean;
  /** How it is with it, or what to do. */
  text: string;
  link: PageLink;
}

/** What of the steps is known: nothing yet, that they are all done, or each of them. */
export type Known = 'unknown' | 'done' | readonly Step[];

interface Props {
  user: User;
  onEnd(): void;
}

/** The card of a side. */
export default function Steps({ of, ...props }: Props & { of: StepsOf }) {
  return of === 'advertiser' ? <AdvertiserSteps {...props} /> : <WebmasterSteps {...props} />;
}

const AdvertiserSteps = ({ user, onEnd }: Props) => <Card steps={useAdvertiserSteps(user)} onEnd={onEnd} />;

const WebmasterSteps = ({ user, onEnd }: Props) => <Card steps={useWebmasterSteps(user)} onEnd={onEnd} />;

function Card({ steps, onEnd }: { steps: Known; onEnd(): void }) {
  useEffect(() => {
    if (steps === 'done') onEnd();
  }, [steps, onEnd]);
  if (typeof steps === 'string') return null;
  const next = steps.find(({ isDone }) => !isDone);
  const hide = () => {
    // The button goes with the card.
    focusOn(document.getElementById('main'));
    onEnd();
  };
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">First steps</h2>
        <span className="t2 grow">
          {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </span>
        <Button variant="ghost" size="sm" icon aria-label="Hide the first steps" onClick={hide}>
          <IconX size={16} aria-hidden />
        </Button>
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} aria-current={step === next ? 'step' : undefined}>
            {step.isDone ? (
              <IconCircleCheck className={styles.done} size={16} aria-label="Done" />
            ) : (
              <IconCircleDashed size={16} aria-label="Open" />
            )}
            <div>
              <Link {...step.link} className={step === next ? 'link' : 'quiet'}>
                {step.title}
              </Link>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
