import { Link } from '@tanstack/react-router';
import { cx } from '~/ui/classes';
import { LiveNotification } from './live-notification';
import parts from './parts.module.css';
import styles from './push-part.module.css';

/** The other way to be seen: what push is, beside one notification. */
export function PushPart() {
  return (
    <section className={cx(parts.wrap, styles.part)}>
      <div className={styles.words}>
        <h2 className={parts.h2}>
          Or on the
          <br />
          reader’s screen
        </h2>
        <p>
          Push ads are notifications to readers who said yes to a site’s own question, also when no page of it is open.
          Advertisers pay for valid clicks there too, and the site gets its share. No reader gets more than four a day
          from a site, and one press ends it.
        </p>
        <Link to="/adsamples" className="link">
          See what each system shows
        </Link>
      </div>
      <div className={styles.card}>
        <LiveNotification system="android" turn={3} />
      </div>
    </section>
  );
}
