import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useUser } from '~/app/queries';
import { useTitle } from '~/app/title';
import { useHasLayout } from '~/layouts/has-layout';
import { PublicErrorLayout } from '~/layouts/public-error-layout';
import styles from './errors.module.css';

// Error pages are in the first load, so that they show without a connection; the frame comes when it can.
const Frame = lazy(() => import('../frame/frame').then((module) => ({ default: module.Frame })));

/** Without a connection the frame may not come: then the page stands alone. */
class FrameOr extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** An error page: the number set very large, what happened, what to do. In the account frame when somebody is logged in. */
export function Poster({
  number,
  title,
  children,
  actions,
}: {
  number: string;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  useTitle(title);
  const user = useUser();
  const hasLayout = useHasLayout();
  const poster = (
    <div className={styles.place}>
      <section className={styles.page} aria-label={title}>
        <div className={styles.number} aria-hidden>
          {number}
        </div>
        <div className={styles.words}>
          <h1>{title}</h1>
          {children}
          <div className="row wrap">{actions}</div>
        </div>
      </section>
    </div>
  );
  if (hasLayout) return poster;
  const alone = <PublicErrorLayout>{poster}</PublicErrorLayout>;
  if (!user) return alone;
  return (
    <FrameOr fallback={alone}>
      <Suspense fallback={alone}>
        <Frame>{poster}</Frame>
      </Suspense>
    </FrameOr>
  );
}
