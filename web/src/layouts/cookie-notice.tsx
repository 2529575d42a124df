import { Link } from '@tanstack/react-router';
import { chooseCookies, useCookieChoice } from '~/app/cookie-choice';
import { Button } from '~/ui/button';
import styles from './public-foot.module.css';

/** Says what is stored and takes the answer; gone once there is one. */
export function CookieNotice() {
  const choice = useCookieChoice();
  if (choice !== null) return null;
  return (
    <section className={styles.cookies} aria-label="Cookies">
      <p>
        One cookie would remember which of our posts brought you here. What the site needs and your settings are kept
        without asking. <Link to="/account/cookies">What is stored</Link>
      </p>
      <div className="row">
        <Button variant="line" onClick={() => chooseCookies('refused')}>
          Refuse
        </Button>
        <Button variant="ink" onClick={() => chooseCookies('allowed')}>
          Allow
        </Button>
      </div>
    </section>
  );
}
