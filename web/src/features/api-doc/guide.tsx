import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { place } from '../public/page-data';
import { SiteValue, useSite } from '../public/site';
import styles from './api-doc.module.css';
import { EXAMPLES } from './examples';

const STATUSES: readonly [string, string][] = [
  ['401', 'No token, or one that is no longer valid. Log in again, or make a new token.'],
  ['403', 'The token is valid, but its role, its scope or the state of the account does not allow this call.'],
  ['404', 'There is no such thing, or it belongs to somebody else: which of both is not told.'],
  ['409', 'The thing is in a state that does not allow it, or it has changed since you read its version.'],
  ['413, 415', 'The body is too large, or of another kind than the call takes.'],
  ['422', 'A field is wrong. “errors” has the messages of each field.'],
  ['429', 'Too many calls. “Retry-After” says how many seconds to wait.'],
  ['503', 'The server starts or is busy. Try again some seconds later.'],
];

/** The address of the network: its place where the page is pre-rendered. */
function useOrigin(): string {
  const site = useSite();
  return import.meta.env.SSR ? place('site.origin') : (site?.origin ?? location.origin);
}

function Code({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable with the keyboard
    <pre className={styles.code} tabIndex={0}>
      {/* The server writes the address of the network into what it was pre-rendered with. */}
      <code suppressHydrationWarning>{children}</code>
    </pre>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** How to begin, and what holds for all calls. */
export function Guide() {
  const origin = useOrigin();
  return (
    <>
      <Part id="token" title="Get a token">
        <p>
          Every call but a few takes a token: <code>Authorization: Bearer …</code>. There are two kinds.
        </p>
        <h3>An API token, for scripts</h3>
        <p>
          Make one on your <Link to="/account">account page</Link>. It begins with <code>plc_</code>, is shown once,
          holds until the day that you choose, and can do what its scopes allow: reading or writing, for each area. No
          token reaches passwords, addresses, the second factor, sessions, other tokens or the deletion of an account.
        </p>
        <Code>{`curl ${origin}/api/advertiser/balance -H "Authorization: Bearer plc_YOUR_TOKEN"`}</Code>
        <h3>A login, for applications that know the password</h3>
        <Code>{`curl ${origin}/api/oauth2/accessToken -H "Content-Type: application/json" \\
  -d '{"grant_type": "password", "email": "you@example.com", "password": "…"}'

{"access_token": "…", "refresh_token": "…", "expires_in": 3600, "token_type": "Bearer"}`}</Code>
        <ul>
          <li>
            With a second factor the answer is 422 and the type <code>urn:placard:problem:otp_required</code>. Repeat
            the call with <code>otp</code>: the six digits of the app, or a recovery code. Each works once.
          </li>
          <li>
            An access token holds for <code>expires_in</code> seconds. Get the next one with{' '}
            <code>{'{"grant_type": "refresh_token", "refresh_token": "…"}'}</code>.
          </li>
          <li>
            A refresh token works once and holds <SiteValue of="session_days" /> days. If the answer was lost ask again
            within 30 seconds: you get the same successor. Using an old one later ends the login, because somebody else
            may have it.
          </li>
        </ul>
      </Part>

      <Part id="examples" title="Examples">
        <p>What each campaign cost yesterday, the most expensive first; then a campaign is stopped.</p>
        {EXAMPLES.map((example) => (
          <div key={example.language}>
            <h3>{example.language}</h3>
            <p className={styles.note}>Needs {example.needs}.</p>
            <Code>{example.code(origin)}</Code>
          </div>
        ))}
      </Part>

      <Part id="lists" title="Lists">
        <Code>{`GET /api/advertiser/campaigns?page=2&count=50&searchPhrase=spring
    &filters[date_from]=2026-11-01&filters[status][]=2&order_by=name&order_direction=asc&is_show_stats=1

{"data": [ … ], "pagination": {"current_page": 2, "last_page": 7, "per_page": 50, "total": 331}}`}</Code>
        <ul>
          <li>
            <code>count=0</code> means all, at most 10,000.
          </li>
          <li>Several values are repeated with brackets. An order or a filter that does not exist is an error, 422.</li>
          <li>
            One thing is answered as <code>{'{"data": { … }}'}</code>. Fields that a call does not know are refused.
          </li>
          <li>
            Things that can be edited have a <code>version</code>. Send it back: if somebody else was faster the answer
            is 409 and nothing is overwritten.
          </li>
        </ul>
      </Part>

      <Part id="money" title="Money and time">
        <ul>
          <li>
            Amounts are JSON numbers in US dollars with at most six decimals: <code>0.042</code>. They are exact: read
            them as decimals if you add many.
          </li>
          <li>
            Times are RFC 3339 in UTC: <code>2026-11-21T07:30:00Z</code>. Days, hours and schedules are UTC.
          </li>
          <li>A ratio whose divisor is zero is null, not zero.</li>
        </ul>
      </Part>

      <Part id="errors" title="Errors">
        <p>
          Errors are <code>application/problem+json</code> (RFC 9457). <code>type</code> never changes and is for
          programs, <code>detail</code> is for people.
        </p>
        <Code>{`{"type": "urn:placard:problem:invalid_fields", "title": "Unprocessable Entity", "status": 422,
 "detail": "Some fields are not valid. Correct them and send again.",
 "errors": {"name": ["must not be empty"]}}`}</Code>
        <table className={styles.fields}>
          <caption>Statuses</caption>
          <thead className="vh">
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {STATUSES.map(([status, meaning]) => (
              <tr key={status}>
                <th scope="row">
                  <code>{status}</code>
                </th>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </>
  );
}
